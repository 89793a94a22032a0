package org.lierne.lib.kernel;

import org.lierne.hle.At;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.hle.StructLayout;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The pool of direct memory that backs reserved addresses page by page. Documented: system calls, section 1. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class MemoryPoolExports implements HleModule {
    private static final int COMMIT = 1;
    private static final int DECOMMIT = 2;
    private static final int PROTECT = 3;
    private static final int PROTECT_AND_TYPE = 4;
    private static final int MOVE = 5;

    /** Pages of the pool by their use. Assumed: kernel.memory.pool. */
    @GuestStruct(size = 0x10)
    public record Statistics(@At(0x00) int freeFlushed, @At(0x04) int freeCached, @At(0x08) int usedFlushed, @At(0x0C) int usedCached) {}

    /** One operation of a batch. Assumed: kernel.memory.pool. */
    @GuestStruct(size = 0x20)
    public record Entry(@At(0x00) int operation, @At(0x04) int flags, @At(0x08) long address, @At(0x10) long bytes,
            @At(0x18) byte protection, @At(0x19) byte type) {}

    private final Answers answers;
    private final AddressSpace space;

    @Activate
    public MemoryPoolExports(@Reference Answers answers, @Reference AddressSpace space) {
        this.answers = answers;
        this.space = space;
    }

    @HleExport(name = "sceKernelMemoryPoolExpand", nid = "qCSfqDILlns")
    public int expand(long start, long end, long bytes, long alignment, @Out GuestPtr<Long> offset) {
        return answers.encoded(() -> {
            if (offset.isNull()) {
                return Errno.EINVAL;
            }
            offset.set(space.expandPool(start, end, bytes, alignment));
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelMemoryPoolReserve", nid = "pU-QydtGcGY")
    public int reserve(long hint, long bytes, long alignment, int flags, @Out GuestPtr<Long> address) {
        return answers.encoded(() -> {
            if (address.isNull()) {
                return Errno.EINVAL;
            }
            address.set(space.reservePool(hint, bytes, alignment, flags));
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelMemoryPoolCommit", nid = "Vzl66WmfLvk")
    public int commit(long address, long bytes, int type, int protection, int flags) {
        return answers.encoded(() -> {
            space.commitPool(address, bytes, type, protection);
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelMemoryPoolDecommit", nid = "LXo1tpFqJGs")
    public int decommit(long address, long bytes, int flags) {
        return answers.encoded(() -> {
            space.decommitPool(address, bytes);
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelMemoryPoolGetBlockStats", nid = "bvD+95Q6asU")
    public int statistics(@Out GuestPtr<Statistics> statistics, long bytes) {
        if (statistics.isNull() || bytes != StructLayout.of(Statistics.class).bytes()) {
            return Errno.EINVAL.encoded();
        }
        AddressSpace.PoolPages pages = space.poolPages();
        statistics.set(new Statistics((int) pages.free(), 0, (int) pages.used(), 0));
        return Errno.OK.encoded();
    }

    /** Stops at the first operation that fails. */
    @HleExport(name = "sceKernelMemoryPoolBatch", nid = "YN878uKRBbE")
    public int batch(@SizedBy("count") GuestArray<Entry> entries, int count, @Out @OrNull GuestPtr<Integer> done, int flags) {
        return answers.encoded(() -> {
            Errno end = entries.isNull() ? Errno.EINVAL : Errno.OK;
            int completed = 0;
            while (end == Errno.OK && completed < count) {
                end = apply(entries.at(completed).get());
                completed += end == Errno.OK ? 1 : 0;
            }
            if (!done.isNull()) {
                done.set(completed);
            }
            return end;
        });
    }

    private Errno apply(Entry e) {
        int protection = Byte.toUnsignedInt(e.protection());
        try {
            switch (e.operation()) {
                case COMMIT -> space.commitPool(e.address(), e.bytes(), e.type(), protection);
                case DECOMMIT -> space.decommitPool(e.address(), e.bytes());
                case PROTECT -> space.protect(e.address(), e.bytes(), protection);
                case PROTECT_AND_TYPE -> space.protectAndType(e.address(), e.bytes(), e.type(), protection);
                case MOVE -> throw new HleRefusal("moving pool memory in a batch is not implemented");
                default -> {
                    return Errno.EINVAL;
                }
            }
            return Errno.OK;
        } catch (GuestErrno failure) {
            return failure.errno();
        }
    }
}
