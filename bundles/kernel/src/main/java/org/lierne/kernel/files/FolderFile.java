package org.lierne.kernel.files;

import java.nio.ByteBuffer;
import java.util.List;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.FileAttributes;

/** An open folder: its names as they were, and a position among them that the directory calls move. */
final class FolderFile extends Descriptor {
    private final List<DirectoryEntry> entries;
    private final FileAttributes attributes;
    private long position;

    FolderFile(String path, int flags, List<DirectoryEntry> entries, FileAttributes attributes) {
        super(path, flags);
        this.entries = List.copyOf(entries);
        this.attributes = attributes;
    }

    private GuestErrno isFolder() {
        return new GuestErrno(Errno.EISDIR, path());
    }

    @Override
    public int read(ByteBuffer target) {
        throw isFolder();
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        throw isFolder();
    }

    @Override
    public int write(ByteBuffer source) {
        throw new GuestErrno(Errno.EBADF, path());
    }

    @Override
    public int write(ByteBuffer source, long offset) {
        throw new GuestErrno(Errno.EBADF, path());
    }

    @Override
    public synchronized long seek(long offset, int whence) {
        long base = switch (whence) {
            case 0 -> 0;
            case 1 -> position;
            case 2 -> entries.size();
            default -> throw new GuestErrno(Errno.EINVAL, "whence " + whence);
        };
        if (base + offset < 0) {
            throw new GuestErrno(Errno.EINVAL, path() + ": position " + (base + offset));
        }
        position = base + offset;
        return position;
    }

    @Override
    public FileAttributes attributes() {
        return attributes;
    }

    @Override
    public void truncate(long length) {
        throw new GuestErrno(Errno.EISDIR, path());
    }

    @Override
    public void sync() {}

    @Override
    public List<DirectoryEntry> entries() {
        return entries;
    }

    @Override
    protected void closeHost() {}
}
