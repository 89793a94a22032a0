package org.lierne.lib.libc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The title's streams by the address of their FILE. A FILE is a block whose first word marks it as ours; the three standard ones lie in
 * exported objects, so they are known by the number in their second word.
 */
@Component(service = {Streams.class, TitleListener.class})
public final class Streams implements TitleListener {
    static final int FILE_BYTES = 0x100;
    private static final long MARK = 0x454C_4946_5F43L;
    private static final int STANDARD = 3;

    private final GuestFiles files;
    private final GuestMemory memory;
    private final GuestHeap heap;
    private final Map<Long, Stream> streams = new ConcurrentHashMap<>();
    private final Stream[] standard = new Stream[STANDARD];

    @Activate
    public Streams(@Reference GuestFiles files, @Reference GuestMemory memory, @Reference GuestHeap heap) {
        this.files = files;
        this.memory = memory;
        this.heap = heap;
    }

    @Override
    public void titleStarting(Title title) {
        streams.clear();
        synchronized (standard) {
            Arrays.fill(standard, null);
        }
    }

    /** The initial bytes of a standard stream's FILE. */
    static byte[] standardFile(int descriptor) {
        return ByteBuffer.allocate(FILE_BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(MARK).putLong(descriptor).array();
    }

    /** A FILE for a standard stream in memory of ours, for the pointer objects. */
    long standardPointer(int descriptor) {
        long address = heap.allocate(FILE_BYTES);
        memory.putBytes(address, standardFile(descriptor));
        return address;
    }

    /** The stream of a FILE. @throws HleRefusal if the pointer is none */
    Stream at(long file) {
        Stream known = streams.get(file);
        if (known != null) {
            return known;
        }
        if (file != 0 && memory.isMapped(file, 2 * Long.BYTES, Access.READ) && memory.getLong(file) == MARK) {
            long number = memory.getLong(file + Long.BYTES);
            if (number >= 0 && number < STANDARD) {
                return standard((int) number);
            }
        }
        throw new HleRefusal("0x%x is no open FILE".formatted(file));
    }

    /** A standard stream; its writes are never held back. */
    Stream standard(int descriptor) {
        synchronized (standard) {
            Stream known = standard[descriptor];
            if (known == null) {
                known = new Stream(files.file(descriptor), descriptor, false);
                standard[descriptor] = known;
            }
            return known;
        }
    }

    /** Opens a file in one of C's modes; {@code EINVAL} for another. Gives the FILE's address. */
    long open(String path, String mode) {
        int descriptor = openDescriptor(path, mode);
        long address = heap.allocate(FILE_BYTES);
        memory.putLong(address, MARK);
        memory.putLong(address + Long.BYTES, descriptor);
        streams.put(address, new Stream(files.file(descriptor), descriptor, true));
        return address;
    }

    /** Lets a FILE be another file's; what it was is closed. Without that file it is closed, too, and the error thrown. */
    long reopen(String path, String mode, long file) {
        Stream before = at(file);
        before.flush();
        if (streams.remove(file) != null) {
            files.close(before.descriptor());
        }
        int descriptor = openDescriptor(path, mode);
        streams.put(file, new Stream(files.file(descriptor), descriptor, true));
        return file;
    }

    private int openDescriptor(String path, String mode) {
        boolean both = mode.contains("+");
        int access = both ? OpenFlags.READ_WRITE : mode.startsWith("r") ? OpenFlags.READ : OpenFlags.WRITE;
        int flags = switch (mode.isEmpty() ? ' ' : mode.charAt(0)) {
            case 'r' -> access;
            case 'w' -> access | OpenFlags.CREATE | OpenFlags.TRUNCATE | (mode.contains("x") ? OpenFlags.EXCLUSIVE : 0);
            case 'a' -> access | OpenFlags.CREATE | OpenFlags.APPEND;
            default -> throw new GuestErrno(Errno.EINVAL, "mode '" + mode + "'");
        };
        return files.open(path, flags);
    }

    void close(long file) {
        Stream stream = at(file);
        stream.flush();
        if (streams.remove(file) != null) {
            files.close(stream.descriptor());
            // A standard stream that became a file's lies in an exported object.
            if (memory.getLong(file + Long.BYTES) >= STANDARD) {
                heap.free(file);
            }
        }
    }

    void flushAll() {
        streams.values().forEach(Stream::flush);
    }
}
