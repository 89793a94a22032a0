package org.lierne.lib.ampr;

import java.util.List;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Command buffer objects: their memory and state. Documented: system calls, section 17. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ampr", library = "libSceAmpr")
public final class BufferExports implements HleModule {
    private static final int MOST_BYTES = 64 << 20;

    @Activate
    public BufferExports() {}

    @HleExport(name = "sceAmprCommandBufferConstructor", nid = "8aI7R7WaOlc")
    @HleExport(name = "sceAmprAmmCommandBufferConstructor", nid = "EDq5bqCqYpA")
    public int construct(@Out GuestPtr<CommandBuffer> buffer) {
        buffer.set(CommandBuffer.EMPTY);
        return 0;
    }

    @HleExport(name = "sceAmprAprCommandBufferConstructor", nid = "a8uLzYY--tM")
    public int construct(@Out GuestPtr<CommandBuffer> buffer, @Out @OrNull GuestPtr<Long> mapState, @Out @OrNull GuestPtr<Long> chainState) {
        buffer.set(CommandBuffer.EMPTY);
        for (GuestPtr<Long> state : List.of(mapState, chainState)) {
            if (!state.isNull()) {
                state.set(0L);
            }
        }
        return 0;
    }

    @HleExport(name = "sceAmprCommandBufferDestructor", nid = "GuchCTefuZw")
    @HleExport(name = "sceAmprAmmCommandBufferDestructor", nid = "pvUFDOHilnE")
    @HleExport(name = "sceAmprAprCommandBufferDestructor", nid = "Qs1xtplKo0U")
    public int destroy(long buffer) {
        return 0;
    }

    @HleExport(name = "sceAmprCommandBufferSetBuffer", nid = "N-FSPA4S3nI")
    public int setBuffer(@InOut GuestPtr<CommandBuffer> buffer, long memory, int bytes) {
        if (memory == 0) {
            return Errno.EINVAL.encoded();
        }
        CommandBuffer b = buffer.get();
        if (b.memory() != 0) {
            return Errno.EBUSY.encoded();
        }
        boolean isSize = bytes != 0 && bytes % 4 == 0 && Integer.compareUnsigned(bytes, MOST_BYTES) <= 0;
        if (memory % 4 != 0 || !isSize) {
            return Errno.EINVAL.encoded();
        }
        buffer.set(b.withMemory(memory, bytes));
        return 0;
    }

    /** Gives the memory back; offset and count stay. */
    @HleExport(name = "sceAmprCommandBufferClearBuffer", nid = "ULvXMDz56po")
    public long clearBuffer(@InOut GuestPtr<CommandBuffer> buffer) {
        CommandBuffer b = buffer.get();
        buffer.set(b.withMemory(0, 0));
        return b.memory();
    }

    @HleExport(name = "sceAmprCommandBufferReset", nid = "baQO9ez2gL4")
    public int reset(@InOut GuestPtr<CommandBuffer> buffer) {
        if (buffer.get().memory() == 0) {
            return Errno.EPERM.encoded();
        }
        buffer.set(buffer.get().rewound());
        return 0;
    }

    @HleExport(name = "sceAmprCommandBufferGetBufferBaseAddress", nid = "RPCAhx-aabE")
    public long memory(GuestPtr<CommandBuffer> buffer) {
        return buffer.get().memory();
    }

    @HleExport(name = "sceAmprCommandBufferGetCurrentOffset", nid = "GnxKOHEawhk")
    public long offset(GuestPtr<CommandBuffer> buffer) {
        return Integer.toUnsignedLong(buffer.get().offset());
    }

    @HleExport(name = "sceAmprCommandBufferGetNumCommands", nid = "gzndltBEzWc")
    public long commands(GuestPtr<CommandBuffer> buffer) {
        return buffer.get().commands();
    }

    @HleExport(name = "sceAmprCommandBufferGetSize", nid = "tZDDEo2tE5k")
    public long size(GuestPtr<CommandBuffer> buffer) {
        return Integer.toUnsignedLong(buffer.get().size());
    }

    @HleExport(name = "sceAmprCommandBufferGetType", nid = "VEDMaQmJZng")
    public long type(GuestPtr<CommandBuffer> buffer) {
        return buffer.get().type() & 0xFFFF;
    }
}
