package org.lierne.lib.kernel;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.PosixThreads.PosixThread;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.thread.SignalHandler;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What the title does about each signal, for both families of calls. */
@Component(service = {SignalActions.class, TitleListener.class})
public final class SignalActions implements TitleListener {
    /** Words in place of a handler. */
    static final long DEFAULT = 0;
    static final long IGNORE = 1;
    /** Signals that do nothing by default: urgent data, continuing, a child's end, input, the window's size, information. */
    private static final Set<Integer> HARMLESS = Set.of(16, 19, 20, 23, 28, 29);

    private final Map<Integer, SignalHandler> handlers = new ConcurrentHashMap<>();
    private final Set<Integer> ignored = ConcurrentHashMap.newKeySet();
    private final GuestThreads threads;
    private final PosixThreads posixThreads;

    @Activate
    public SignalActions(@Reference GuestThreads threads, @Reference PosixThreads posixThreads) {
        this.threads = threads;
        this.posixThreads = posixThreads;
        threads.setSignalHandlers(this::handler);
    }

    @Override
    public void titleStarting(Title title) {
        handlers.clear();
        ignored.clear();
    }

    Optional<SignalHandler> handler(int signal) {
        return Optional.ofNullable(handlers.get(signal));
    }

    /** @return false if there is one already */
    boolean install(int signal, SignalHandler handler) {
        return handlers.putIfAbsent(signal, handler) == null;
    }

    void set(int signal, SignalHandler handler) {
        ignored.remove(signal);
        handlers.put(signal, handler);
    }

    /** Neither handled nor ignored from now on. */
    void reset(int signal) {
        ignored.remove(signal);
        handlers.remove(signal);
    }

    void ignore(int signal) {
        handlers.remove(signal);
        ignored.add(signal);
    }

    boolean isIgnored(int signal) {
        return ignored.contains(signal);
    }

    Optional<GuestThread> thread(long object) {
        return posixThreads.at(object).flatMap(PosixThread::guest);
    }

    /** Sends a signal; one without a handler has its default effect, which is the title's end for most. */
    void send(GuestThread target, int signal) {
        if (handlers.containsKey(signal)) {
            threads.raise(target, signal);
        } else if (!ignored.contains(signal) && !HARMLESS.contains(signal)) {
            throw new HleRefusal("signal " + signal + " has no handler and ends the process");
        }
    }
}
