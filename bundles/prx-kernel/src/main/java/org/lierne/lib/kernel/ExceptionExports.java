package org.lierne.lib.kernel;

import java.util.Optional;
import java.util.Set;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.SignalHandler;
import org.lierne.kernel.thread.SignalMask;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Handlers of signals: of faults of guest code, and of signals that threads send each other. Documented: system calls, section 8. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class ExceptionExports implements HleModule {
    private static final Set<Integer> SIGNALS = Set.of(4, 8, 10, 11, 30);

    private final SignalActions actions;

    @Activate
    public ExceptionExports(@Reference SignalActions actions) {
        this.actions = actions;
    }

    @HleExport(name = "sceKernelInstallExceptionHandler", nid = "WkwEd3N7w0Y")
    public int install(int signal, long handler) {
        if (!SIGNALS.contains(signal)) {
            return Errno.EINVAL.encoded();
        }
        boolean isNew = actions.install(signal, new SignalHandler(handler, SignalHandler.Form.EXCEPTION, SignalMask.NONE));
        return (isNew ? Errno.OK : Errno.EAGAIN).encoded();
    }

    @HleExport(name = "sceKernelRemoveExceptionHandler", nid = "Qhv5ARAoOEc")
    public int remove(int signal) {
        if (!SIGNALS.contains(signal)) {
            return Errno.EINVAL.encoded();
        }
        actions.reset(signal);
        return Errno.OK.encoded();
    }

    @HleExport(name = "sceKernelRaiseException", nid = "il03nluKfMk")
    public int raise(long thread, int signal) {
        if (!SIGNALS.contains(signal)) {
            return Errno.EINVAL.encoded();
        }
        Optional<GuestThread> target = actions.thread(thread);
        if (target.isEmpty()) {
            return Errno.ESRCH.encoded();
        }
        actions.send(target.get(), signal);
        return Errno.OK.encoded();
    }
}
