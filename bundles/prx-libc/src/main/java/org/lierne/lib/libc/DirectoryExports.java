package org.lierne.lib.libc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reading folders name by name, and a path's plain form. A folder shows what was in it when it was opened. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.libc", library = "libc", aliases = "libSceLibcInternal")
public final class DirectoryExports implements HleModule, TitleListener {
    private static final int FOLDER = 4;
    private static final int FILE = 8;
    private static final int NAME_BYTES = 256;
    private static final int LONGEST_PATH = 1024;

    /** One name of a folder. Documented: system calls, section 6. */
    @GuestStruct(size = 0x108)
    public record Entry(@At(0x00) int number, @At(0x04) short bytes, @At(0x06) byte type, @At(0x07) byte nameBytes,
            @At(value = 0x08, length = NAME_BYTES) byte[] name) {
        static final int BYTES = 0x108;

        static Entry of(DirectoryEntry entry) {
            byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
            return new Entry((int) entry.inode(), (short) BYTES, (byte) (entry.isDirectory() ? FOLDER : FILE), (byte) name.length,
                    Arrays.copyOf(name, NAME_BYTES));
        }
    }

    /** An open folder: what is in it, and the next to be told. */
    private static final class Listing {
        private final List<DirectoryEntry> entries;
        private int next;

        Listing(List<DirectoryEntry> entries) {
            this.entries = entries;
        }
    }

    private final GuestMemory memory;
    private final GuestHeap heap;
    private final GuestFiles files;
    private final CErrors errors;
    /** By the address that the guest holds, behind which the last name lies. */
    private final Map<Long, Listing> open = new ConcurrentHashMap<>();

    @Activate
    public DirectoryExports(@Reference GuestMemory memory, @Reference GuestHeap heap, @Reference GuestFiles files,
            @Reference CErrors errors) {
        this.memory = memory;
        this.heap = heap;
        this.files = files;
        this.errors = errors;
    }

    @Override
    public void titleStarting(Title title) {
        open.clear();
    }

    @HleExport(name = "opendir", nid = "ay3uROQAc5A")
    public long open(GuestString path) {
        return errors.orElse(0, () -> {
            OpenFile folder = files.openFile(path.get(), OpenFlags.READ | OpenFlags.DIRECTORY);
            try {
                long address = heap.allocate(Entry.BYTES);
                open.put(address, new Listing(folder.entries()));
                return address;
            } finally {
                files.release(folder);
            }
        });
    }

    /** The address of the next name, or null at the end; it is overwritten by the next call. */
    @HleExport(name = "readdir", nid = "lybyyKtP54c")
    public long next(long folder) {
        Listing listing = open.get(folder);
        if (listing == null) {
            throw new HleRefusal("0x%x is no open folder".formatted(folder));
        }
        synchronized (listing) {
            if (listing.next == listing.entries.size()) {
                return 0;
            }
            new GuestPtr<>(memory, folder, Entry.class).set(Entry.of(listing.entries.get(listing.next++)));
            return folder;
        }
    }

    @HleExport(name = "closedir", nid = "XepdqehVYe4")
    public int close(long folder) {
        return (int) errors.orElse(-1, () -> {
            if (open.remove(folder) == null) {
                throw new GuestErrno(Errno.EBADF, "0x%x is no open folder".formatted(folder));
            }
            heap.free(folder);
            return 0;
        });
    }

    /** An existing path without dots and doubled slashes. There are no links for a title to see. */
    @HleExport(name = "realpath", nid = "vhtcIgZG-Lk")
    public long plain(GuestString path, @Out @OrNull GuestPtr<Byte> out) {
        if (out.isNull()) {
            throw new HleRefusal("a path in memory that the title frees is not implemented");
        }
        return errors.orElse(0, () -> {
            files.attributes(path.get());
            byte[] bytes = (Paths.plain(path.get()) + "\0").getBytes(StandardCharsets.UTF_8);
            if (bytes.length > LONGEST_PATH) {
                throw new GuestErrno(Errno.ENAMETOOLONG, path.get());
            }
            memory.putBytes(out.address(), bytes);
            return out.address();
        });
    }
}
