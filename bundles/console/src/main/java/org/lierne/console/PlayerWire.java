package org.lierne.console;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a console and the player that it started tell each other, over the player's standard input and output. The console asks for verbs,
 * the player answers with what they print and their exit status; calls go side by side, each under its number. The end of either stream is
 * the end of the other side.
 */
final class PlayerWire {
    /** One message. */
    sealed interface Message {
        /** To the player: do a verb. */
        record Call(int call, List<String> line) implements Message {}

        /** To the player: what Ctrl-C is to a verb. */
        record Interrupt(int call) implements Message {}

        /** From the player: what a verb prints. */
        record Text(int call, boolean isError, byte[] bytes) implements Message {}

        /** From the player: a verb has ended. */
        record Done(int call, int status) implements Message {}
    }

    private static final int MOST_BYTES = 1 << 24;
    private static final int MOST_WORDS = 1 << 10;

    private final DataInputStream in;
    private final DataOutputStream out;

    PlayerWire(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = new DataOutputStream(new BufferedOutputStream(out));
    }

    synchronized void send(Message message) throws IOException {
        switch (message) {
            case Message.Call(int call, List<String> line) -> {
                begin('c', call, line.size());
                for (String word : line) {
                    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
                    out.writeInt(bytes.length);
                    out.write(bytes);
                }
            }
            case Message.Interrupt(int call) -> begin('i', call, 0);
            case Message.Text(int call, boolean isError, byte[] bytes) -> {
                begin(isError ? 'e' : 'o', call, bytes.length);
                out.write(bytes);
            }
            case Message.Done(int call, int status) -> begin('d', call, status);
        }
        out.flush();
    }

    private void begin(char kind, int call, int number) throws IOException {
        out.writeByte(kind);
        out.writeInt(call);
        out.writeInt(number);
    }

    /** Waits for the next message; empty at the end. @throws IOException also for what is no message */
    Optional<Message> receive() throws IOException {
        try {
            int kind = in.readByte();
            int call = in.readInt();
            int number = in.readInt();
            return Optional.of(switch (kind) {
                case 'c' -> new Message.Call(call, words(number));
                case 'i' -> new Message.Interrupt(call);
                case 'e', 'o' -> new Message.Text(call, kind == 'e', bytes(number));
                case 'd' -> new Message.Done(call, number);
                default -> throw new IOException("a message of kind 0x%x".formatted(kind));
            });
        } catch (EOFException _) {
            return Optional.empty();
        }
    }

    private List<String> words(int count) throws IOException {
        if (count < 0 || count > MOST_WORDS) {
            throw new IOException("a message of %d words".formatted(count));
        }
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(new String(bytes(in.readInt()), StandardCharsets.UTF_8));
        }
        return words;
    }

    private byte[] bytes(int count) throws IOException {
        if (count < 0 || count > MOST_BYTES) {
            throw new IOException("a message of %d bytes".formatted(count));
        }
        byte[] bytes = new byte[count];
        in.readFully(bytes);
        return bytes;
    }

    /** A call's standard output or error. */
    OutputStream stream(int call, boolean isError) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                for (int at = from; at < from + count; at += MOST_BYTES) {
                    send(new Message.Text(call, isError, Arrays.copyOfRange(bytes, at, Math.min(at + MOST_BYTES, from + count))));
                }
            }
        };
    }
}
