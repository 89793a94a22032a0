package org.lierne.lib.kernel;

import java.util.Optional;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.StructLayout;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.memory.AddressSpace;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Direct (physical) memory: taking, giving back and mapping it. Documented: system calls, section 1. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class DirectMemoryExports implements HleModule {
    private static final int KEEP_TYPE = -1;

    /** What a query of direct memory tells. */
    @GuestStruct(size = 0x18)
    public record BlockInfo(@At(0x00) long start, @At(0x08) long end, @At(0x10) int type) {}

    private final Answers answers;
    private final AddressSpace space;

    @Activate
    public DirectMemoryExports(@Reference Answers answers, @Reference AddressSpace space) {
        this.answers = answers;
        this.space = space;
    }

    @HleExport(name = "sceKernelGetDirectMemorySize", nid = "pO96TwzOm5E")
    public long size() {
        return space.directBytes();
    }

    @HleExport(name = "sceKernelAllocateDirectMemory", nid = "rTXw65xmLIA")
    public int allocate(long start, long end, long bytes, long alignment, int type, @Out GuestPtr<Long> offset) {
        return answers.encoded(() -> {
            if (offset.isNull()) {
                return Errno.EINVAL;
            }
            offset.set(space.allocateDirect(start, end, bytes, alignment, type));
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelAllocateMainDirectMemory", nid = "B+vc2AO2Zrc")
    public int allocateMain(long bytes, long alignment, int type, @Out GuestPtr<Long> offset) {
        return allocate(0, space.directBytes(), bytes, alignment, type, offset);
    }

    @HleExport(name = "sceKernelReleaseDirectMemory", nid = "MBuItvba6z8")
    public int release(long offset, long bytes) {
        return answers.encoded(() -> release(offset, bytes, false));
    }

    @HleExport(name = "sceKernelCheckedReleaseDirectMemory", nid = "hwVSPCmp5tM")
    public int releaseChecked(long offset, long bytes) {
        return answers.encoded(() -> release(offset, bytes, true));
    }

    private Errno release(long offset, long bytes, boolean checked) {
        space.releaseDirect(offset, bytes, checked);
        return Errno.OK;
    }

    @HleExport(name = "sceKernelAvailableDirectMemorySize", nid = "C0f7TJcbfac")
    public int available(long start, long end, long alignment, @Out GuestPtr<Long> offset, @Out GuestPtr<Long> bytes) {
        return answers.encoded(() -> {
            if (offset.isNull() || bytes.isNull()) {
                return Errno.EINVAL;
            }
            offset.set(0L);
            bytes.set(0L);
            AddressSpace.DirectRun run = space.availableDirect(start, end, alignment);
            offset.set(run.offset());
            bytes.set(run.bytes());
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelDirectMemoryQuery", nid = "BHouLQzh0X0")
    public int query(long offset, int flags, @Out GuestPtr<BlockInfo> info, long infoBytes) {
        return answers.encoded(() -> {
            if (offset < 0 || flags != 0 && flags != 1 || infoBytes != StructLayout.of(BlockInfo.class).bytes() || info.isNull()) {
                return Errno.EINVAL;
            }
            Optional<AddressSpace.DirectBlock> block = space.directBlock(offset, flags == 1);
            if (block.isEmpty() && flags == 1 && offset < space.directBytes()) {
                info.set(new BlockInfo(space.directBytes(), space.directBytes(), 0));
                return Errno.OK;
            }
            if (block.isEmpty()) {
                return Errno.EACCES;
            }
            info.set(new BlockInfo(block.get().start(), block.get().end(), block.get().type()));
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelGetDirectMemoryType", nid = "BC+OG5m9+bw")
    public int type(long offset, @Out @OrNull GuestPtr<Integer> type, @Out @OrNull GuestPtr<Long> start,
            @Out @OrNull GuestPtr<Long> end) {
        return answers.encoded(() -> {
            Optional<AddressSpace.DirectBlock> block = space.directBlock(offset, false);
            if (block.isEmpty()) {
                return Errno.ENOENT;
            }
            if (!type.isNull()) {
                type.set(block.get().type());
            }
            if (!start.isNull()) {
                start.set(block.get().start());
            }
            if (!end.isNull()) {
                end.set(block.get().end());
            }
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelMapDirectMemory", nid = "L-Q3LEjIbgA")
    public int map(@InOut GuestPtr<Long> address, long bytes, int protection, int flags, long offset, long alignment) {
        return answers.encoded(() -> map(address, bytes, KEEP_TYPE, protection, flags, offset, alignment, ""));
    }

    /** Refuses a physical range that is mapped already. */
    @HleExport(name = "sceKernelMapDirectMemory2", nid = "BQQniolj9tQ")
    public int mapWithType(@InOut GuestPtr<Long> address, long bytes, int type, int protection, int flags, long offset, long alignment) {
        return answers.encoded(() -> map(address, bytes, type, protection, flags, offset, alignment, ""));
    }

    @HleExport(name = "sceKernelMapNamedDirectMemory", nid = "NcaWUxfMNIQ")
    public int mapNamed(@InOut GuestPtr<Long> address, long bytes, int protection, int flags, long offset, long alignment, GuestString name) {
        return answers.encoded(() -> name.isNull() ? Errno.EFAULT
                : map(address, bytes, KEEP_TYPE, protection, flags, offset, alignment, name.get(AddressSpace.NAME_BYTES)));
    }

    private Errno map(GuestPtr<Long> address, long bytes, int type, int protection, int flags, long offset, long alignment, String name) {
        if (address.isNull()) {
            return Errno.EFAULT;
        }
        address.set(space.mapDirect(new AddressSpace.DirectMap(address.get(), bytes, protection, flags, offset, alignment, type,
                type != KEEP_TYPE, name)));
        return Errno.OK;
    }
}
