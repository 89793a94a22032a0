package org.lierne.kernel.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** The host's failures as guest error numbers. The host library gives some of them only as text. */
final class HostErrors {
    private static final Map<String, Errno> BY_TEXT = Map.of(
            "No space left on device", Errno.ENOSPC,
            "Disk quota exceeded", Errno.ENOSPC,
            "Too many levels of symbolic links", Errno.ELOOP,
            "Is a directory", Errno.EISDIR,
            "Not a directory", Errno.ENOTDIR,
            "Read-only file system", Errno.EROFS,
            "File name too long", Errno.ENAMETOOLONG,
            "Bad address", Errno.EFAULT,
            "Directory not empty", Errno.ENOTEMPTY,
            "File too large", Errno.EFBIG);

    private HostErrors() {}

    static Errno of(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> Errno.ENOENT;
            case FileAlreadyExistsException _ -> Errno.EEXIST;
            case DirectoryNotEmptyException _ -> Errno.ENOTEMPTY;
            case NotDirectoryException _ -> Errno.ENOTDIR;
            case AccessDeniedException _ -> Errno.EACCES;
            case FileSystemLoopException _ -> Errno.ELOOP;
            default -> byText(String.valueOf(e.getMessage()));
        };
    }

    private static Errno byText(String message) {
        return BY_TEXT.entrySet().stream().filter(e -> message.contains(e.getKey())).map(Map.Entry::getValue).findFirst()
                .orElse(Errno.EIO);
    }

    static GuestErrno as(IOException e, String path) {
        return new GuestErrno(of(e), path + ": " + e.getMessage());
    }
}
