package org.lierne.kernel.file;

import java.nio.ByteBuffer;
import java.util.List;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.osgi.annotation.versioning.ProviderType;

/**
 * An open file, folder or device. Failures are {@link org.lierne.kernel.error.GuestErrno}: {@code EBADF} for the wrong access mode,
 * {@code EISDIR} for data of a folder. Buffers may be views of guest memory.
 */
@ProviderType
public interface OpenFile {
    /** The guest path it was opened by. */
    String path();

    int flags();

    /** Changes {@link OpenFlags#APPEND} and {@link OpenFlags#NON_BLOCK} to what they are in these flags; other bits stay. */
    void setStatus(int flags);

    /** True if a read would not wait: there are bytes, or the end, or an error. */
    default boolean isReadable() {
        return true;
    }

    /** True if a write would not wait. */
    default boolean isWritable() {
        return true;
    }

    /** True if nobody is at the other end any more. */
    default boolean isHungUp() {
        return false;
    }

    /** Bytes that a read would give at once; {@code ENOTTY} where there is no such number. */
    default int readableBytes() {
        throw new GuestErrno(Errno.ENOTTY, path());
    }

    /** Reads at the position and moves it. Gives 0 at the end. */
    int read(ByteBuffer target);

    /** Reads at an offset; the position stays. */
    int read(ByteBuffer target, long offset);

    int write(ByteBuffer source);

    int write(ByteBuffer source, long offset);

    /**
     * Moves the position.
     *
     * @param whence 0 start, 1 position, 2 end; else {@code EINVAL}
     */
    long seek(long offset, int whence);

    FileAttributes attributes();

    void truncate(long length);

    /** Returns when the host has the data on its disk. */
    void sync();

    /**
     * Locks the whole file against other open files of it, or changes this one's lock. {@code EOPNOTSUPP} for what is no regular file.
     *
     * @param mayWait false: {@code EAGAIN} instead of waiting
     */
    default void lock(boolean isExclusive, boolean mayWait) throws InterruptedException {
        throw new GuestErrno(Errno.EOPNOTSUPP, path());
    }

    /** Gives the lock up, if there is one; the last close does so as well. */
    default void unlock() {
        throw new GuestErrno(Errno.EOPNOTSUPP, path());
    }

    /** The names of a folder as they were when it was opened; {@code ENOTDIR} otherwise. */
    List<DirectoryEntry> entries();
}
