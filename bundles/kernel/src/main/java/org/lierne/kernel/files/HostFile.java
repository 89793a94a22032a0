package org.lierne.kernel.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.function.Supplier;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.FileAttributes;
import org.lierne.kernel.file.OpenFlags;

/** A regular host file. Position moves are under the object's lock; reads and writes at an offset need none. */
final class HostFile extends Descriptor {
    private final FileChannel channel;
    private final Supplier<FileAttributes> attributes;

    HostFile(String path, int flags, FileChannel channel, Supplier<FileAttributes> attributes) {
        super(path, flags);
        this.channel = channel;
        this.attributes = attributes;
    }

    /**
     * The channel, which the host would close for good under a thread that was interrupted. What interrupts a guest thread does so again
     * until it is heeded, so nothing is lost here.
     */
    private FileChannel channel() {
        Thread.interrupted();
        return channel;
    }

    private void needs(boolean allowed) {
        if (!allowed) {
            throw new GuestErrno(Errno.EBADF, path() + " is not open for this");
        }
    }

    @Override
    public synchronized int read(ByteBuffer target) {
        needs(OpenFlags.reads(flags()));
        try {
            int read = read(target, channel().position());
            channel().position(channel().position() + read);
            return read;
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        needs(OpenFlags.reads(flags()));
        try {
            int total = 0;
            while (target.hasRemaining()) {
                int read = channel().read(target, offset + total);
                if (read <= 0) {
                    break;
                }
                total += read;
            }
            return total;
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    @Override
    public synchronized int write(ByteBuffer source) {
        needs(OpenFlags.writes(flags()));
        try {
            long at = (flags() & OpenFlags.APPEND) != 0 ? channel().size() : channel().position();
            int written = write(source, at);
            channel().position(at + written);
            return written;
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    @Override
    public int write(ByteBuffer source, long offset) {
        needs(OpenFlags.writes(flags()));
        try {
            int total = 0;
            while (source.hasRemaining()) {
                total += channel().write(source, offset + total);
            }
            return total;
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    @Override
    public synchronized long seek(long offset, int whence) {
        try {
            long base = switch (whence) {
                case 0 -> 0;
                case 1 -> channel().position();
                case 2 -> channel().size();
                default -> throw new GuestErrno(Errno.EINVAL, "whence " + whence);
            };
            long position = base + offset;
            if (position < 0) {
                throw new GuestErrno(Errno.EINVAL, path() + ": position " + position);
            }
            channel().position(position);
            return position;
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    @Override
    public FileAttributes attributes() {
        try {
            FileAttributes known = attributes.get();
            return new FileAttributes(known.device(), known.inode(), known.mode(), channel().size(), known.accessed(), known.modified(),
                    known.changed(), known.created());
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    @Override
    public synchronized void truncate(long length) {
        if (length < 0) {
            throw new GuestErrno(Errno.EINVAL, "length " + length);
        }
        if (!OpenFlags.writes(flags())) {
            throw new GuestErrno(Errno.EACCES, path() + " is not open for writing");
        }
        try {
            resize(channel(), length);
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    /** Cuts a file, or lengthens it with zeros. */
    static void resize(FileChannel channel, long length) throws IOException {
        if (length <= channel.size()) {
            channel.truncate(length);
        } else {
            channel.write(ByteBuffer.allocate(1), length - 1);
        }
    }

    @Override
    public void sync() {
        try {
            channel().force(true);
        } catch (IOException e) {
            throw HostErrors.as(e, path());
        }
    }

    @Override
    public List<DirectoryEntry> entries() {
        throw new GuestErrno(Errno.ENOTDIR, path());
    }

    @Override
    protected void closeHost() throws IOException {
        channel().close();
    }
}
