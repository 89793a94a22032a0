package org.lierne.lib.kernel;

import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.sync.PosixThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Limits of the system by number, and where the caller runs. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class SystemLimitExports implements HleModule {
    private static final int PAGE_SIZE = 47;
    private static final int PROCESSORS_CONFIGURED = 57;
    private static final int PROCESSORS_ONLINE = 58;

    private final PosixThreads threads;

    @Activate
    public SystemLimitExports(@Reference PosixThreads threads) {
        this.threads = threads;
    }

    @HleExport(name = "sysconf", nid = "mkawd0NA9ts")
    public long limit(int name) {
        return switch (name) {
            case PAGE_SIZE -> AddressSpace.PAGE_BYTES;
            case PROCESSORS_CONFIGURED, PROCESSORS_ONLINE -> Long.bitCount(ThreadAttributes.ALL_PROCESSORS);
            default -> throw new HleRefusal("system limit " + name + " is not described");
        };
    }

    /** A processor on which the caller may run; the host's own number would mean nothing to a title. */
    @HleExport(name = "sceKernelGetCurrentCpu", nid = "g0VTBxfJyu0")
    public int processor() {
        return Long.numberOfTrailingZeros(threads.current().attributes().affinity());
    }
}
