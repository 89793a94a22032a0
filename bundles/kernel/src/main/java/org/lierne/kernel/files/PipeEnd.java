package org.lierne.kernel.files;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.FileAttributes;
import org.lierne.kernel.file.OpenFlags;

/** One end of a pipe. */
final class PipeEnd extends Descriptor {
    private static final int FIFO = 0x1000;

    private final PipeBuffer buffer;

    PipeEnd(PipeBuffer buffer, int flags) {
        super("pipe", flags);
        this.buffer = buffer;
    }

    private boolean isNonBlocking() {
        return (flags() & OpenFlags.NON_BLOCK) != 0;
    }

    private boolean reads() {
        return OpenFlags.reads(flags());
    }

    @Override
    public int read(ByteBuffer target) {
        return buffer.read(target, isNonBlocking());
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        throw new GuestErrno(Errno.ESPIPE, path());
    }

    @Override
    public int write(ByteBuffer source) {
        return buffer.write(source, isNonBlocking());
    }

    @Override
    public int write(ByteBuffer source, long offset) {
        throw new GuestErrno(Errno.ESPIPE, path());
    }

    @Override
    public long seek(long offset, int whence) {
        throw new GuestErrno(Errno.ESPIPE, path());
    }

    @Override
    public int readableBytes() {
        return reads() ? buffer.readableBytes() : 0;
    }

    @Override
    public boolean isReadable() {
        return reads() && buffer.isReadable();
    }

    @Override
    public boolean isWritable() {
        return !reads() && buffer.isWritable();
    }

    @Override
    public boolean isHungUp() {
        return reads() ? !buffer.hasWriter() : !buffer.hasReader();
    }

    @Override
    public FileAttributes attributes() {
        return new FileAttributes(0, 0, FIFO | 0600, 0, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
    }

    @Override
    public void truncate(long length) {
        throw new GuestErrno(Errno.EINVAL, path());
    }

    @Override
    public void sync() {
        throw new GuestErrno(Errno.EINVAL, path());
    }

    @Override
    public List<DirectoryEntry> entries() {
        throw new GuestErrno(Errno.ENOTDIR, path());
    }

    @Override
    protected void closeHost() {
        if (reads()) {
            buffer.closeReader();
        } else {
            buffer.closeWriter();
        }
    }
}
