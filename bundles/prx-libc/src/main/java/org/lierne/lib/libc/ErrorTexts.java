package org.lierne.lib.libc;

import java.util.Map;
import org.lierne.kernel.error.Errno;

/** Texts of error numbers. */
final class ErrorTexts {
    private static final Map<Errno, String> TEXTS = Map.ofEntries(
            Map.entry(Errno.OK, "No error"),
            Map.entry(Errno.EPERM, "Operation not permitted"),
            Map.entry(Errno.ENOENT, "No such file or directory"),
            Map.entry(Errno.ESRCH, "No such process"),
            Map.entry(Errno.EINTR, "Interrupted system call"),
            Map.entry(Errno.EIO, "Input/output error"),
            Map.entry(Errno.EBADF, "Bad file descriptor"),
            Map.entry(Errno.EDEADLK, "Resource deadlock avoided"),
            Map.entry(Errno.ENOMEM, "Cannot allocate memory"),
            Map.entry(Errno.EACCES, "Permission denied"),
            Map.entry(Errno.EFAULT, "Bad address"),
            Map.entry(Errno.EBUSY, "Device busy"),
            Map.entry(Errno.EEXIST, "File exists"),
            Map.entry(Errno.ENOTDIR, "Not a directory"),
            Map.entry(Errno.EISDIR, "Is a directory"),
            Map.entry(Errno.EINVAL, "Invalid argument"),
            Map.entry(Errno.EMFILE, "Too many open files"),
            Map.entry(Errno.EFBIG, "File too large"),
            Map.entry(Errno.ENOSPC, "No space left on device"),
            Map.entry(Errno.ESPIPE, "Illegal seek"),
            Map.entry(Errno.EROFS, "Read-only file system"),
            Map.entry(Errno.EDOM, "Numerical argument out of domain"),
            Map.entry(Errno.ERANGE, "Result too large"),
            Map.entry(Errno.EAGAIN, "Resource temporarily unavailable"),
            Map.entry(Errno.ETIMEDOUT, "Operation timed out"),
            Map.entry(Errno.ENAMETOOLONG, "File name too long"),
            Map.entry(Errno.ENOTEMPTY, "Directory not empty"),
            Map.entry(Errno.ENOSYS, "Function not implemented"));

    private ErrorTexts() {}

    static String of(int number) {
        for (Errno errno : Errno.values()) {
            if (errno.number() == number) {
                return TEXTS.getOrDefault(errno, errno.name());
            }
        }
        return "Unknown error: " + number;
    }
}
