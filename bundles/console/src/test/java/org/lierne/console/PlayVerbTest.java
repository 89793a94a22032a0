package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lierne.console.PlayerWire.Message;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

final class PlayVerbTest {
    private final PrintStream out = System.out;

    @AfterEach
    void giveTheStreamBack() {
        System.setOut(out);
    }

    private static final class Broken implements ToolProvider {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public int run(PrintStream out, PrintStream err, String... words) {
            out.print("as far as this");
            throw new IllegalStateException("a plugin's own mistake");
        }

        @Override
        public int run(PrintWriter out, PrintWriter err, String... words) {
            throw new AssertionError();
        }
    }

    private static <T> T answering(Class<T> type, Object service) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, _) -> switch (method.getName()) {
            case "getServiceReferences" -> List.of(answering(ServiceReference.class, service));
            case "getService" -> service;
            default -> null;
        }));
    }

    @Test
    void aVerbThatThrowsEndsAllTheSame() throws Exception {
        PipedOutputStream toPlayer = new PipedOutputStream();
        InputStream atPlayer = new PipedInputStream(toPlayer);
        PipedInputStream fromPlayer = new PipedInputStream();
        PrintStream ofPlayer = new PrintStream(new PipedOutputStream(fromPlayer), true, StandardCharsets.UTF_8);
        PlayVerb verb = new PlayVerb(answering(BundleContext.class, new Broken()));
        Thread player = Thread.ofPlatform().start(() -> {
            try {
                verb.run(List.of(), new Verb.Streams(atPlayer, ofPlayer, new PrintStream(OutputStream.nullOutputStream())));
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        PlayerWire console = new PlayerWire(fromPlayer, toPlayer);

        console.send(new Message.Call(5, List.of("broken")));
        console.receive(); // the player says that it is there
        Message.Text text = (Message.Text) console.receive().orElseThrow();
        Optional<Message> end = console.receive();
        toPlayer.close();
        player.join();

        assertEquals("as far as this", new String(text.bytes(), StandardCharsets.UTF_8));
        assertEquals(Optional.of(new Message.Done(5, Exit.DIFFERED)), end);
    }
}
