package org.lierne.kernel.loader;

import java.util.List;
import java.util.Optional;
import org.lierne.kernel.shim.HostCpu.Extension;
import org.lierne.kernel.title.CompatMode;
import org.lierne.kernel.title.CompatModes;
import org.osgi.service.component.annotations.Component;

/** Instructions of the console's processor that are lowered or emulated where the host lacks them. Off, a title that holds one is refused. */
public enum CpuQuirk implements CompatMode {
    /** {@code movntss}, {@code movntsd} become plain stores; {@code extrq}, {@code insertq} are executed by the signal handler. */
    SSE4A("quirk.cpu.sse4a", Extension.SSE4A),
    /** {@code clzero} is executed by the signal handler. */
    CLZERO("quirk.cpu.clzero", Extension.CLZERO),
    /** {@code monitorx} does nothing and {@code mwaitx} pauses. */
    MONITORX("quirk.cpu.monitorx", Extension.MONITORX),
    /** {@code rdpru} gives the time stamp counter. */
    RDPRU("quirk.cpu.rdpru", Extension.RDPRU);

    private final String id;
    private final Extension extension;

    CpuQuirk(String id, Extension extension) {
        this.id = id;
        this.extension = extension;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Off off() {
        return Off.REFUSE;
    }

    /** Tells the console. */
    @Component(service = CompatModes.class)
    public static final class Listed implements CompatModes {
        @Override
        public List<CompatMode> modes() {
            return List.of(values());
        }
    }

    static Optional<CpuQuirk> of(Extension extension) {
        for (CpuQuirk quirk : values()) {
            if (quirk.extension == extension) {
                return Optional.of(quirk);
            }
        }
        return Optional.empty();
    }
}
