package org.lierne.kernel.files;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** Advisory locks of whole files: shared by any number of open files, or held by one alone. Documented: POSIX-style flock of the BSDs. */
final class FileLocks {
    /** A file of the host, whatever its name is. */
    record Identity(long device, long inode) {}

    private static final class Held {
        private final Set<HostFile> holders = new HashSet<>();
        private boolean isExclusive;
    }

    private final Map<Identity, Held> locks = new HashMap<>();

    /**
     * Takes a lock, or changes the one that is held: what was held is given up first.
     *
     * @param mayWait false: {@code EAGAIN} instead of waiting
     */
    synchronized void take(HostFile holder, Identity file, boolean isExclusive, boolean mayWait) throws InterruptedException {
        giveUp(holder);
        while (true) {
            Held held = locks.computeIfAbsent(file, _ -> new Held());
            if (held.holders.isEmpty() || !isExclusive && !held.isExclusive) {
                held.holders.add(holder);
                held.isExclusive = isExclusive;
                return;
            }
            if (!mayWait) {
                throw new GuestErrno(Errno.EAGAIN, holder.path() + " is locked");
            }
            wait();
        }
    }

    /** Without effect for who holds none. */
    synchronized void giveUp(HostFile holder) {
        for (Held held : locks.values()) {
            if (held.holders.remove(holder)) {
                locks.values().removeIf(each -> each.holders.isEmpty());
                notifyAll();
                return;
            }
        }
    }
}
