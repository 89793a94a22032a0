package org.lierne.lib.kernel;

import org.lierne.hle.GuestString;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** Names of guest objects: 32 bytes with their zero byte. */
final class Names {
    private static final int BYTES = 32;

    private Names() {}

    /** A name for reports, cut at 31 bytes; empty for none. */
    static String of(GuestString name) {
        return name.isNull() ? "" : name.get(BYTES - 1);
    }

    /** A name that the call checks: {@code EINVAL} for null, {@code ENAMETOOLONG} from this many bytes on. */
    static String checked(GuestString name, int firstTooLong) {
        if (name.isNull()) {
            throw new GuestErrno(Errno.EINVAL, "no name");
        }
        String text = name.get(firstTooLong);
        if (text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length >= firstTooLong) {
            throw new GuestErrno(Errno.ENAMETOOLONG, text);
        }
        return text;
    }
}
