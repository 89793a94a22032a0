package org.lierne.console;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.spi.ToolProvider;
import org.lierne.console.PlayerWire.Message;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * {@code play VERB …}: the player's side of a {@link PlayerWire}. It does what the console on the other side asks for, until that goes. The
 * words tell the script that starts this process what rights it needs; the verb itself comes over the wire. Not asked for by people.
 */
@Component(service = ToolProvider.class, property = "lierne.verb=play")
public final class PlayVerb extends Verb {
    /** How long a title may take to end when its console has gone. */
    private static final long END_MS = 10_000;

    private final BundleContext context;
    private final Map<Integer, Thread> calls = new ConcurrentHashMap<>();

    @Activate
    public PlayVerb(BundleContext context) {
        super("play", "");
        this.context = context;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        PlayerWire wire = new PlayerWire(streams.in(), streams.out());
        // The stream belongs to the wire: what anybody prints besides goes where errors go.
        System.setOut(System.err);
        wire.send(new Message.Text(0, false, new byte[0]));
        for (Optional<Message> next = wire.receive(); next.isPresent(); next = wire.receive()) {
            switch (next.get()) {
                case Message.Call call -> begin(call, wire);
                case Message.Interrupt(int call) -> Optional.ofNullable(calls.get(call)).ifPresent(Thread::interrupt);
                case Message.Text _, Message.Done _ -> throw new IOException("the console sent an answer");
            }
        }
        end();
        return Exit.DONE;
    }

    private void begin(Message.Call call, PlayerWire wire) {
        Thread thread = Thread.ofPlatform().name("call " + call.call()).unstarted(() -> answer(call, wire));
        calls.put(call.call(), thread);
        thread.start();
    }

    private void answer(Message.Call call, PlayerWire wire) {
        PrintStream out = new PrintStream(wire.stream(call.call(), false), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(wire.stream(call.call(), true), false, StandardCharsets.UTF_8);
        int status = Exit.DIFFERED;
        try {
            status = Tools.of(context, call.line().getFirst())
                    .map(tool -> tool.run(out, err, call.line().subList(1, call.line().size()).toArray(String[]::new))).orElse(Exit.USAGE);
        } finally {
            // Also for a verb that throws, as one of a plugin's may: the console waits for this.
            calls.remove(call.call());
            out.flush();
            err.flush();
            end(call, status, wire);
        }
    }

    private static void end(Message.Call call, int status, PlayerWire wire) {
        try {
            wire.send(new Message.Done(call.call(), status));
        } catch (IOException _) {
            // the console has gone; the reading side sees it too
        }
    }

    /** The console has gone: its title ends, as by Ctrl-C. */
    private void end() {
        for (Thread call : calls.values()) {
            call.interrupt();
            try {
                call.join(END_MS);
            } catch (InterruptedException _) {
                return;
            }
        }
    }
}
