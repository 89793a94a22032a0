package org.lierne.lib.kernel;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.PosixThreads.PosixThread;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Handlers of signals: of faults of guest code, and of signals that threads send each other. Documented: system calls, section 8. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class ExceptionExports implements HleModule, TitleListener {
    private static final Set<Integer> SIGNALS = Set.of(4, 8, 10, 11, 30);

    private final Map<Integer, Long> handlers = new ConcurrentHashMap<>();
    private final PosixThreads posixThreads;
    private final GuestThreads threads;

    @Activate
    public ExceptionExports(@Reference PosixThreads posixThreads, @Reference GuestThreads threads) {
        this.posixThreads = posixThreads;
        this.threads = threads;
        threads.setSignalHandlers(signal -> handlers.getOrDefault(signal, 0L));
    }

    @Override
    public void titleStarting(Title title) {
        handlers.clear();
    }

    @HleExport(name = "sceKernelInstallExceptionHandler", nid = "WkwEd3N7w0Y")
    public int install(int signal, long handler) {
        if (!SIGNALS.contains(signal)) {
            return Errno.EINVAL.encoded();
        }
        return (handlers.putIfAbsent(signal, handler) == null ? Errno.OK : Errno.EAGAIN).encoded();
    }

    @HleExport(name = "sceKernelRemoveExceptionHandler", nid = "Qhv5ARAoOEc")
    public int remove(int signal) {
        if (!SIGNALS.contains(signal)) {
            return Errno.EINVAL.encoded();
        }
        handlers.remove(signal);
        return Errno.OK.encoded();
    }

    @HleExport(name = "sceKernelRaiseException", nid = "il03nluKfMk")
    public int raise(long thread, int signal) {
        if (!SIGNALS.contains(signal)) {
            return Errno.EINVAL.encoded();
        }
        Optional<GuestThread> target = posixThreads.at(thread).flatMap(PosixThread::guest);
        if (target.isEmpty()) {
            return Errno.ESRCH.encoded();
        }
        if (!handlers.containsKey(signal)) {
            throw new HleRefusal("signal " + signal + " has no handler, and what it does then is not described");
        }
        threads.raise(target.get(), signal);
        return Errno.OK.encoded();
    }
}
