package org.lierne.lib.kernel;

import java.nio.ByteBuffer;
import org.lierne.hle.FileRecord;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.FileAttributes;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/** File calls on guest memory, worked out once for the encoded and the POSIX family; failures are {@link GuestErrno}. */
final class FileCalls {
    /** Most bytes of one transfer; the host's buffers are no longer. */
    private static final long MOST_BYTES = 0x7FFF_F000L;
    private static final int MOST_PIECES = 1024;

    private final GuestFiles files;
    private final GuestMemory memory;

    FileCalls(GuestFiles files, GuestMemory memory) {
        this.files = files;
        this.memory = memory;
    }

    static String path(GuestString path) {
        if (path.isNull()) {
            throw new GuestErrno(Errno.EFAULT, "no path");
        }
        return path.get();
    }

    long open(GuestString path, int flags) {
        return files.open(path(path), flags);
    }

    private ByteBuffer buffer(long address, long bytes, Access access) {
        long count = Math.min(bytes, MOST_BYTES);
        if (bytes < 0) {
            throw new GuestErrno(Errno.EINVAL, "length " + bytes);
        }
        if (count == 0) {
            return ByteBuffer.allocate(0);
        }
        if (address == 0 || !memory.isMapped(address, count, access)) {
            throw new GuestErrno(Errno.EFAULT, "0x%x, %d bytes".formatted(address, count));
        }
        return memory.view(address, count, access).asByteBuffer();
    }

    long read(int descriptor, long address, long bytes) {
        OpenFile file = readable(descriptor);
        return file.read(buffer(address, bytes, Access.WRITE));
    }

    long read(int descriptor, long address, long bytes, long offset) {
        OpenFile file = readable(descriptor);
        checkOffset(offset);
        return file.read(buffer(address, bytes, Access.WRITE), offset);
    }

    private OpenFile readable(int descriptor) {
        OpenFile file = files.file(descriptor);
        if (!OpenFlags.reads(file.flags())) {
            throw new GuestErrno(Errno.EBADF, file.path() + " is not open for reading");
        }
        return file;
    }

    private OpenFile writable(int descriptor) {
        OpenFile file = files.file(descriptor);
        if (!OpenFlags.writes(file.flags())) {
            throw new GuestErrno(Errno.EBADF, file.path() + " is not open for writing");
        }
        return file;
    }

    private static void checkOffset(long offset) {
        if (offset < 0) {
            throw new GuestErrno(Errno.EINVAL, "offset " + offset);
        }
    }

    long write(int descriptor, long address, long bytes) {
        OpenFile file = writable(descriptor);
        return file.write(buffer(address, bytes, Access.READ));
    }

    long write(int descriptor, long address, long bytes, long offset) {
        OpenFile file = writable(descriptor);
        checkOffset(offset);
        return file.write(buffer(address, bytes, Access.READ), offset);
    }

    /** One piece's transfer; gives the bytes moved. */
    private interface Transfer {
        long run(long address, long bytes, long done);
    }

    private static long pieces(GuestPtr<Iovec> pieces, int count, Transfer transfer) {
        if (count < 0 || count > MOST_PIECES) {
            throw new GuestErrno(Errno.EINVAL, count + " pieces");
        }
        if (pieces.isNull() && count > 0) {
            throw new GuestErrno(Errno.EFAULT, "no pieces");
        }
        long total = 0;
        for (int i = 0; i < count; i++) {
            Iovec piece = pieces.plus(i).get();
            long moved = transfer.run(piece.address(), piece.bytes(), total);
            total += moved;
            if (moved < piece.bytes()) {
                break;
            }
        }
        return total;
    }

    long readPieces(int descriptor, GuestPtr<Iovec> pieces, int count) {
        readable(descriptor);
        return pieces(pieces, count, (address, bytes, done) -> read(descriptor, address, bytes));
    }

    long readPieces(int descriptor, GuestPtr<Iovec> pieces, int count, long offset) {
        readable(descriptor);
        return pieces(pieces, count, (address, bytes, done) -> read(descriptor, address, bytes, offset + done));
    }

    long writePieces(int descriptor, GuestPtr<Iovec> pieces, int count) {
        writable(descriptor);
        return pieces(pieces, count, (address, bytes, done) -> write(descriptor, address, bytes));
    }

    long writePieces(int descriptor, GuestPtr<Iovec> pieces, int count, long offset) {
        writable(descriptor);
        return pieces(pieces, count, (address, bytes, done) -> write(descriptor, address, bytes, offset + done));
    }

    Errno stat(GuestString path, GuestPtr<FileRecord> record) {
        FileAttributes attributes = files.attributes(path(path));
        return write(record, attributes);
    }

    Errno stat(int descriptor, GuestPtr<FileRecord> record) {
        FileAttributes attributes = files.file(descriptor).attributes();
        return write(record, attributes);
    }

    private static Errno write(GuestPtr<FileRecord> record, FileAttributes attributes) {
        if (record.isNull()) {
            return Errno.EFAULT;
        }
        record.set(FileRecord.of(attributes));
        return Errno.OK;
    }

    /** Whence 3 and 4 (next data, next hole) are known and not described: refused, not answered. */
    long seek(int descriptor, long offset, int whence) {
        OpenFile file = files.file(descriptor);
        if (whence == 3 || whence == 4) {
            throw new HleRefusal("seeking to data or holes (whence " + whence + ") is not implemented");
        }
        return file.seek(offset, whence);
    }
}
