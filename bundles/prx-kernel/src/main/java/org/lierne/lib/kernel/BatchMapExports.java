package org.lierne.lib.kernel;

import org.lierne.hle.At;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.memory.AddressSpace;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Several changes of the address space in one call; stops at the first that fails. Documented: system calls, section 1. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class BatchMapExports implements HleModule {
    private static final int LAST_OPERATION = 4;
    private static final int KEEP_TYPE = -1;

    /** One change. */
    @GuestStruct(size = 0x20)
    public record Entry(@At(0x00) long start, @At(0x08) long offset, @At(0x10) long bytes, @At(0x18) byte protection, @At(0x19) byte type,
            @At(0x1C) int operation) {}

    private final Answers answers;
    private final AddressSpace space;

    @Activate
    public BatchMapExports(@Reference Answers answers, @Reference AddressSpace space) {
        this.answers = answers;
        this.space = space;
    }

    @HleExport(name = "sceKernelBatchMap", nid = "2SKEx6bSq-4")
    public int run(@InOut @SizedBy("count") GuestArray<Entry> entries, int count, @Out @OrNull GuestPtr<Integer> done) {
        return answers.encoded(() -> run(entries, done, AddressSpace.FIXED));
    }

    @HleExport(name = "sceKernelBatchMap2", nid = "kBJzF8x4SyE")
    public int runWithFlags(@InOut @SizedBy("count") GuestArray<Entry> entries, int count, @Out @OrNull GuestPtr<Integer> done,
            int flags) {
        return answers.encoded(() -> run(entries, done, flags));
    }

    private Errno run(GuestArray<Entry> entries, GuestPtr<Integer> done, int flags) {
        int completed = 0;
        Errno end = Errno.OK;
        if (entries.isNull()) {
            end = Errno.EINVAL;
        }
        while (end == Errno.OK && completed < entries.count()) {
            end = apply(entries.at(completed), flags);
            if (end == Errno.OK) {
                completed++;
            }
        }
        if (!done.isNull()) {
            done.set(completed);
        }
        return end;
    }

    private Errno apply(GuestPtr<Entry> pointer, int flags) {
        Entry e = pointer.get();
        if (e.bytes() == 0 || e.operation() < 0 || e.operation() > LAST_OPERATION) {
            return Errno.EINVAL;
        }
        int protection = Byte.toUnsignedInt(e.protection());
        try {
            long address = e.start();
            switch (e.operation()) {
                case 0 -> address = space.mapDirect(new AddressSpace.DirectMap(e.start(), e.bytes(), protection, flags, e.offset(), 0,
                        KEEP_TYPE, false, ""));
                case 1 -> space.unmap(e.start(), e.bytes());
                case 2 -> space.protect(e.start(), e.bytes(), protection);
                case 3 -> address = space.mapFlexible(e.start(), e.bytes(), protection, flags, "");
                default -> space.protectAndType(e.start(), e.bytes(), e.type(), protection);
            }
            if (address != e.start()) {
                pointer.set(new Entry(address, e.offset(), e.bytes(), e.protection(), e.type(), e.operation()));
            }
            return Errno.OK;
        } catch (GuestErrno failure) {
            return failure.errno();
        }
    }
}
