package org.lierne.lib.kernel;

import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The POSIX memory calls: private memory, and private copies of files. Documented: system calls, section 1. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class PosixMemoryExports implements HleModule {
    private static final int SHARED = 0x1;
    private static final int ANONYMOUS = 0x1000;

    private final Answers answers;
    private final AddressSpace space;
    private final GuestFiles files;
    private final GuestMemory memory;

    @Activate
    public PosixMemoryExports(@Reference Answers answers, @Reference AddressSpace space, @Reference GuestFiles files,
            @Reference GuestMemory memory) {
        this.answers = answers;
        this.space = space;
        this.files = files;
        this.memory = memory;
    }

    @HleExport(name = "mmap", nid = "BPE9s9vQQXo")
    public long map(long address, long bytes, int protection, int flags, int descriptor, long offset) {
        return answers.posixValue(() -> {
            if (bytes <= 0) {
                throw new GuestErrno(Errno.EINVAL, "length " + bytes);
            }
            long whole = bytes + AddressSpace.PAGE_BYTES - 1 & -AddressSpace.PAGE_BYTES;
            if ((flags & ANONYMOUS) != 0) {
                return space.mapPrivate(address, whole, protection, flags & (AddressSpace.FIXED | AddressSpace.STACK), "");
            }
            return copyFile(address, whole, protection, flags, files.file(descriptor), offset);
        });
    }

    /** A private mapping of a file shows what the file held when it was made. */
    private long copyFile(long address, long bytes, int protection, int flags, OpenFile file, long offset) {
        if ((flags & SHARED) != 0 && (protection & AddressSpace.WRITE) != 0) {
            throw new HleRefusal("writing to " + file.path() + " through a shared mapping is not implemented");
        }
        long mapped = space.mapPrivate(address, bytes, AddressSpace.READ | AddressSpace.WRITE, flags & AddressSpace.FIXED, "");
        file.read(memory.view(mapped, bytes, Access.WRITE).asByteBuffer(), offset);
        space.protect(mapped, bytes, protection);
        return mapped;
    }

    @HleExport(name = "munmap", nid = "UqDGjXA5yUM")
    public int unmap(long address, long bytes) {
        return answers.posix(() -> {
            space.unmap(address, bytes);
            return Errno.OK;
        });
    }

    @HleExport(name = "mprotect", nid = "YQOfxL4QfeU")
    public int protect(long address, long bytes, int protection) {
        return answers.posix(() -> {
            space.protect(address, bytes, protection);
            return Errno.OK;
        });
    }

    @HleExport(name = "getpagesize", nid = "k+AXqu2-eBc")
    public int pageBytes() {
        return (int) AddressSpace.PAGE_BYTES;
    }
}
