package org.lierne.kernel.file;

import java.nio.file.Path;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Files by guest path and by descriptor. Each method makes the checks of its call in the order of the documented system calls (section 6)
 * and throws {@link org.lierne.kernel.error.GuestErrno}. A name is matched exactly first, then without regard to ASCII case; two such
 * matches are refused with {@link PathRefused}. Descriptors 0 to 2 are the title's console streams.
 */
@ProviderType
public interface GuestFiles {
    /** Longest path in bytes. */
    int PATH_BYTES = 255;

    /** Opens and gives the lowest free descriptor. */
    int open(String path, int flags);

    /** Opens without a descriptor; the caller closes it with {@link #release}. */
    OpenFile openFile(String path, int flags);

    void release(OpenFile file);

    /** {@code EBADF} for a descriptor that is not open. */
    OpenFile file(int descriptor);

    /** {@code EBADF}, or {@code EPERM} for the console streams. */
    void close(int descriptor);

    /** A second descriptor for the same open file: the lowest free one. */
    default int duplicate(int descriptor) {
        return duplicate(descriptor, 0);
    }

    /** A second descriptor for the same open file: the lowest free one that is not below this. {@code EINVAL} for one that cannot be. */
    int duplicate(int descriptor, int lowest);

    /** Lets a descriptor name another one's open file; what it named is closed. Gives the descriptor. */
    int duplicateTo(int descriptor, int target);

    /** A pipe: what is written to its second descriptor is read from its first. */
    Pipe pipe();

    /** Descriptors of a pipe's ends. */
    record Pipe(int reading, int writing) {}

    /** A number that grows whenever a pipe or socket becomes readable, writable or hung up. */
    long changes();

    /** Lets those who wait for a change look again: something else that they wait for has come. */
    void changed();

    /**
     * Waits until there was a change since the number was asked for, or the time is over.
     *
     * @param timeoutNs negative waits for ever
     */
    void awaitChange(long seen, long timeoutNs) throws InterruptedException;

    FileAttributes attributes(String path);

    void truncate(String path, long length);

    void makeDirectory(String path);

    void removeDirectory(String path);

    void rename(String from, String to);

    void unlink(String path);

    /** A second name in the same mount for a file. */
    void link(String from, String to);

    /** {@code ENAMETOOLONG} or {@code ENOENT} unless there is something. */
    void checkReachable(String path);

    /** The host's path of an existing guest file, free of links; for readers that need a host file. */
    Path hostPath(String path);
}
