package org.lierne.console;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.console.PlayerWire.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process with a title in it, as the console that started it sees it. */
final class PlayerProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlayerProcess.class);
    private static final long END_S = 15;
    /** What a process that ended by a signal gives instead of a status. */
    private static final int SIGNALLED = 0x80;
    private static final Map<Integer, String> SIGNALS = Map.of(4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV",
            15, "SIGTERM", 31, "SIGSYS");

    /** A verb that the player does. */
    private record Asked(PrintStream out, PrintStream err, CompletableFuture<OptionalInt> status) {}

    private final Process process;
    private final PlayerWire wire;
    private final Map<Integer, Asked> asked = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean hasBegun;
    private volatile boolean hasEnded;

    private PlayerProcess(Process process) {
        this.process = process;
        this.wire = new PlayerWire(process.getInputStream(), process.getOutputStream());
        Thread.ofPlatform().name("player").daemon().start(this::listen);
    }

    /**
     * Starts one.
     *
     * @param command the platform's own command
     * @param words   the verb that it is for, which names what it may reach
     */
    static PlayerProcess start(Path command, List<String> words) throws IOException {
        List<String> line = new ArrayList<>(List.of(command.toString(), "play"));
        line.addAll(words);
        return new PlayerProcess(new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** The process's. */
    long id() {
        return process.pid();
    }

    boolean isAlive() {
        return !hasEnded;
    }

    private void listen() {
        try {
            for (Optional<Message> message = wire.receive(); message.isPresent(); message = wire.receive()) {
                hasBegun = true;
                switch (message.get()) {
                    case Message.Text text -> print(text);
                    case Message.Done(int call, int status) ->
                        Optional.ofNullable(asked.remove(call)).ifPresent(a -> a.status.complete(OptionalInt.of(status)));
                    case Message.Call _, Message.Interrupt _ -> throw new IOException("the player asked for something");
                }
            }
        } catch (IOException e) {
            LOG.debug("the player says what is no message; a virtual machine that crashes does, on its standard output", e);
            drain();
        } finally {
            hasEnded = true;
            asked.values().forEach(a -> a.status.complete(OptionalInt.empty()));
        }
    }

    /** Lets it say the rest, so that it gets to its end. */
    private void drain() {
        try {
            process.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            LOG.debug("the player's output cannot be read", e);
        }
    }

    private void print(Message.Text text) {
        Asked call = asked.get(text.call());
        if (call != null && text.bytes().length > 0) {
            PrintStream stream = text.isError() ? call.err : call.out;
            stream.write(text.bytes(), 0, text.bytes().length);
            stream.flush();
        }
    }

    /** Does a verb in the player. @return its status; empty if the player died of it */
    OptionalInt call(List<String> line, PrintStream out, PrintStream err) {
        int call = next.getAndIncrement();
        Asked ask = new Asked(out, err, new CompletableFuture<>());
        asked.put(call, ask);
        send(new Message.Call(call, line));
        if (hasEnded) {
            ask.status.complete(OptionalInt.empty());
        }
        while (true) {
            try {
                return ask.status.get();
            } catch (InterruptedException _) {
                // Not kept: the verb is to end, and what it still prints goes through channels that an interrupted thread would close.
                send(new Message.Interrupt(call));
            } catch (ExecutionException e) {
                throw new AssertionError("nobody completes a call so", e);
            }
        }
    }

    private void send(Message message) {
        try {
            wire.send(message);
        } catch (IOException e) {
            // The player has gone; whoever listens to it says so to all who wait.
            LOG.debug("the player cannot be told", e);
        }
    }

    /** Whether it ever said anything; else it did not get as far as the platform, and its own words tell why. */
    boolean hasBegun() {
        return hasBegun;
    }

    /** How it ended: a signal's name or {@code exit status N}. */
    String end() {
        int status = status();
        return status > SIGNALLED ? SIGNALS.getOrDefault(status - SIGNALLED, "signal " + (status - SIGNALLED)) : "exit status " + status;
    }

    /** Its exit status, once it has ended. */
    int status() {
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor();
                } catch (InterruptedException _) {
                    wasInterrupted = true;
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Lets it end: without a console, its title ends and so does it. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            LOG.debug("the player has gone already", e);
        }
        try {
            if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
