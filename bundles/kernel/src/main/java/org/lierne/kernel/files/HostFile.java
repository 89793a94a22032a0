package org.lierne.kernel.files;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.FileAttributes;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.shim.HostFiles;

/** A regular host file. The host keeps its position, so calls need no lock; a call under way keeps it open. */
final class HostFile extends Descriptor {
    private final int host;
    private final int mode;
    private final Runnable statusChanged;
    private final FileLocks locks;
    private int calls;
    private boolean isClosed;

    /**
     * @param host          the host's descriptor, closed with this
     * @param mode          the guest's mode word
     * @param locks         of all files
     * @param statusChanged told when what fronts may do has changed
     */
    HostFile(String path, int flags, int host, int mode, FileLocks locks, Runnable statusChanged) {
        super(path, flags);
        this.host = host;
        this.mode = mode;
        this.locks = locks;
        this.statusChanged = statusChanged;
    }

    int host() {
        return host;
    }

    /** What fronts may do with it. */
    int frontAccess() {
        int access = OpenFlags.reads(flags()) ? HostFiles.FRONT_READ : 0;
        if (OpenFlags.writes(flags())) {
            access |= HostFiles.FRONT_WRITE | (appends() ? 0 : HostFiles.FRONT_WRITE_ON);
        }
        return access;
    }

    private boolean appends() {
        return (flags() & OpenFlags.APPEND) != 0;
    }

    @Override
    public void setStatus(int wanted) {
        super.setStatus(wanted);
        statusChanged.run();
    }

    private synchronized void enter() {
        if (isClosed) {
            throw new GuestErrno(Errno.EBADF, path() + " is closed");
        }
        calls++;
    }

    private synchronized void leave() {
        calls--;
        closeIfUnused();
    }

    /** A call under way may still take a lock, so locks go with the host's descriptor. */
    private synchronized void closeIfUnused() {
        if (isClosed && calls == 0) {
            locks.giveUp(this);
            HostFiles.close(host);
        }
    }

    private <T> T call(Supplier<T> call) {
        enter();
        try {
            return call.get();
        } finally {
            leave();
        }
    }

    private void needs(boolean allowed) {
        if (!allowed) {
            throw new GuestErrno(Errno.EBADF, path() + " is not open for this");
        }
    }

    @Override
    public int read(ByteBuffer target) {
        needs(OpenFlags.reads(flags()));
        return call(() -> HostFiles.read(host, target));
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        needs(OpenFlags.reads(flags()));
        return call(() -> HostFiles.read(host, target, offset));
    }

    @Override
    public int write(ByteBuffer source) {
        needs(OpenFlags.writes(flags()));
        return call(() -> appends() ? HostFiles.append(host, source) : HostFiles.write(host, source));
    }

    @Override
    public int write(ByteBuffer source, long offset) {
        needs(OpenFlags.writes(flags()));
        return call(() -> HostFiles.write(host, source, offset));
    }

    @Override
    public long seek(long offset, int whence) {
        if (whence < 0 || whence > 2) {
            throw new GuestErrno(Errno.EINVAL, "whence " + whence);
        }
        return call(() -> HostFiles.seek(host, offset, whence));
    }

    @Override
    public FileAttributes attributes() {
        HostFiles.Facts facts = call(() -> HostFiles.facts(host));
        Instant modified = Instant.ofEpochSecond(facts.modified(), facts.modifiedNs());
        return new FileAttributes(TitleFiles.DEVICE, facts.inode(), mode, facts.bytes(),
                Instant.ofEpochSecond(facts.accessed(), facts.accessedNs()), modified, modified,
                Instant.ofEpochSecond(facts.created(), facts.createdNs()));
    }

    @Override
    public void truncate(long length) {
        if (length < 0) {
            throw new GuestErrno(Errno.EINVAL, "length " + length);
        }
        if (!OpenFlags.writes(flags())) {
            throw new GuestErrno(Errno.EACCES, path() + " is not open for writing");
        }
        run(() -> HostFiles.truncate(host, length));
    }

    @Override
    public void sync() {
        run(() -> HostFiles.sync(host));
    }

    @Override
    public void lock(boolean isExclusive, boolean mayWait) throws InterruptedException {
        enter();
        try {
            HostFiles.Facts facts = HostFiles.facts(host);
            locks.take(this, new FileLocks.Identity(facts.device(), facts.inode()), isExclusive, mayWait);
        } finally {
            leave();
        }
    }

    @Override
    public void unlock() {
        locks.giveUp(this);
    }

    private void run(Runnable call) {
        enter();
        try {
            call.run();
        } finally {
            leave();
        }
    }

    @Override
    public List<DirectoryEntry> entries() {
        throw new GuestErrno(Errno.ENOTDIR, path());
    }

    @Override
    protected synchronized void closeHost() {
        isClosed = true;
        closeIfUnused();
    }
}
