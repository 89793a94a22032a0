package org.lierne.lib.kernel;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Handlers for signals. They are kept and reported; what would call them (a fault of guest code, a raise) stops the title instead.
 * Documented: system calls, section 8.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class ExceptionExports implements HleModule, TitleListener {
    private static final Set<Integer> SIGNALS = Set.of(4, 8, 10, 11, 30);

    private final Map<Integer, Long> handlers = new ConcurrentHashMap<>();

    @Activate
    public ExceptionExports() {}

    @Override
    public void titleStarting(Title title) {
        handlers.clear();
    }

    @HleExport(name = "sceKernelInstallExceptionHandler", nid = "WkwEd3N7w0Y")
    @SilentStub("kernel.exception-handlers")
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
        throw new HleRefusal("raising signal " + signal + " on another guest thread is not implemented");
    }
}
