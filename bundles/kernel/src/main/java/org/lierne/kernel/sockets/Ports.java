package org.lierne.kernel.sockets;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** Who holds which port of one transport. */
final class Ports<S extends Socket> {
    /** Ports that are given out: the dynamic ones. */
    private static final int FIRST = 49_152;
    private static final int LAST = 65_535;

    private final Map<Integer, S> holders = new HashMap<>();
    private int next = FIRST;

    /** @param port 0 takes a free one. @return the port */
    int take(int port, S holder) {
        int taken = port == 0 ? free() : port;
        if (holders.putIfAbsent(taken, holder) != null) {
            throw new GuestErrno(Errno.EADDRINUSE, "port " + taken);
        }
        return taken;
    }

    private int free() {
        for (int tried = FIRST; tried <= LAST; tried++) {
            int candidate = next;
            next = next == LAST ? FIRST : next + 1;
            if (!holders.containsKey(candidate)) {
                return candidate;
            }
        }
        throw new GuestErrno(Errno.EADDRNOTAVAIL, "every port is taken");
    }

    @Nullable S at(int port) {
        return holders.get(port);
    }

    void release(int port, S holder) {
        holders.remove(port, holder);
    }
}
