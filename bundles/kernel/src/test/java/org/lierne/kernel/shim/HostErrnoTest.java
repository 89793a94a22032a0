package org.lierne.kernel.shim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.error.Errno;
import org.lierne.testing.Rule;

/** The host's error numbers never reach a guest: Linux's and FreeBSD's differ from 35 up, and at 11. */
class HostErrnoTest {
    @Test
    @Rule("M8")
    void becomesTheGuestsNumberOfTheSameError() {
        Map<Integer, Errno> sameError = new TreeMap<>(Map.of(11, Errno.EAGAIN, 35, Errno.EDEADLK, 36, Errno.ENAMETOOLONG, 38, Errno.ENOSYS,
                39, Errno.ENOTEMPTY, 40, Errno.ELOOP, 75, Errno.EOVERFLOW, 95, Errno.EOPNOTSUPP, 122, Errno.ENOSPC, 2, Errno.ENOENT));
        sameError.putAll(Map.of(1, Errno.EPERM, 13, Errno.EACCES, 14, Errno.EFAULT, 27, Errno.EFBIG, 28, Errno.ENOSPC, 30, Errno.EROFS,
                37, Errno.ENOLCK, 133, Errno.EIO, 41, Errno.EIO));
        Map<Integer, Errno> ours = new TreeMap<>();
        sameError.keySet().forEach(host -> ours.put(host, HostFiles.errno(host)));

        assertEquals(sameError, ours);
    }
}
