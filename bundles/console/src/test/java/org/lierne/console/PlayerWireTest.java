package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.lierne.console.PlayerWire.Message;

final class PlayerWireTest {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final PlayerWire here = new PlayerWire(InputStream.nullInputStream(), sent);

    private PlayerWire there() {
        return new PlayerWire(new ByteArrayInputStream(sent.toByteArray()), OutputStream.nullOutputStream());
    }

    @Test
    void whatIsSentArrives() throws IOException {
        List<Message> messages = List.of(new Message.Call(7, List.of("run", "a title", "ü", "x".repeat(70_000))), new Message.Interrupt(7), new Message.Done(7, 4));
        for (Message message : messages) {
            here.send(message);
        }

        PlayerWire there = there();

        for (Message message : messages) {
            assertEquals(Optional.of(message), there.receive());
        }
        assertEquals(Optional.empty(), there.receive());
    }

    @Test
    void whatAVerbPrintsArrivesUnderItsCall() throws IOException {
        here.stream(3, true).write("refused".getBytes(StandardCharsets.UTF_8));

        Message.Text text = (Message.Text) there().receive().orElseThrow();

        assertEquals(3, text.call());
        assertEquals(true, text.isError());
        assertArrayEquals("refused".getBytes(StandardCharsets.UTF_8), text.bytes());
    }

    @Test
    void aMessageThatIsCutOffIsTheEnd() throws IOException {
        here.send(new Message.Call(1, List.of("run")));
        byte[] whole = sent.toByteArray();

        PlayerWire cut = new PlayerWire(new ByteArrayInputStream(whole, 0, whole.length - 1), OutputStream.nullOutputStream());

        assertEquals(Optional.empty(), cut.receive());
    }

    @Test
    void noMessageHasMoreWordsThanALine() throws IOException {
        DataOutputStream out = new DataOutputStream(sent);
        out.writeByte('c');
        out.writeInt(0);
        out.writeInt(1 << 30);

        assertThrows(IOException.class, there()::receive);
    }

    @Test
    void otherTextIsNoMessage() {
        PlayerWire noise = new PlayerWire(new ByteArrayInputStream("# A fatal error has been detected".getBytes(StandardCharsets.UTF_8)),
                OutputStream.nullOutputStream());

        assertThrows(IOException.class, noise::receive);
    }
}
