package org.lierne.lib.net;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;

/** One set of descriptors to wait on. A descriptor that is closed leaves the set. */
final class EventPoll {
    static final int IN = 0x1;
    static final int OUT = 0x2;
    static final int HANG_UP = 0x10;

    /** What is wanted of a descriptor, and the word that is handed back with it. */
    private record Interest(int events, long data) {}

    /** A descriptor of which something came true. */
    record Ready(int descriptor, int events, long data) {}

    private final GuestFiles files;
    private final Map<Integer, Interest> interests = new LinkedHashMap<>();
    private int aborts;
    private boolean isDestroyed;

    EventPoll(GuestFiles files) {
        this.files = files;
    }

    Errno add(int descriptor, int events, long data) {
        files.file(descriptor);
        synchronized (this) {
            if (interests.putIfAbsent(descriptor, new Interest(events, data)) != null) {
                return Errno.EEXIST;
            }
        }
        files.changed();
        return Errno.OK;
    }

    Errno change(int descriptor, int events, long data) {
        synchronized (this) {
            if (interests.replace(descriptor, new Interest(events, data)) == null) {
                return Errno.EBADF;
            }
        }
        files.changed();
        return Errno.OK;
    }

    synchronized Errno remove(int descriptor) {
        return interests.remove(descriptor) == null ? Errno.EBADF : Errno.OK;
    }

    /**
     * Waits for the first descriptor.
     *
     * @param timeoutNs negative waits for ever
     * @return what is ready; empty at the time-out
     * @throws GuestErrno {@code ECONNABORTED}, or {@code EBADF} once destroyed
     */
    List<Ready> await(int most, long timeoutNs) throws InterruptedException {
        long end = System.nanoTime() + timeoutNs;
        while (true) {
            long seen = files.changes();
            List<Ready> ready = look(most);
            long left = end - System.nanoTime();
            if (!ready.isEmpty() || timeoutNs >= 0 && left <= 0) {
                return ready;
            }
            files.awaitChange(seen, timeoutNs < 0 ? timeoutNs : left);
        }
    }

    private synchronized List<Ready> look(int most) {
        if (isDestroyed) {
            throw new GuestErrno(Errno.EBADF, "the poll was destroyed");
        }
        if (aborts > 0) {
            aborts--;
            throw new GuestErrno(Errno.ECONNABORTED, "the wait was aborted");
        }
        List<Ready> ready = new ArrayList<>();
        for (Iterator<Map.Entry<Integer, Interest>> all = interests.entrySet().iterator(); all.hasNext() && ready.size() < most; ) {
            Map.Entry<Integer, Interest> one = all.next();
            try {
                int found = found(files.file(one.getKey()), one.getValue().events());
                if (found != 0) {
                    ready.add(new Ready(one.getKey(), found, one.getValue().data()));
                }
            } catch (GuestErrno closed) {
                all.remove();
            }
        }
        return ready;
    }

    private static int found(OpenFile file, int wanted) {
        int now = (file.isReadable() ? IN : 0) | (file.isWritable() ? OUT : 0);
        return now & wanted | (file.isHungUp() ? HANG_UP : 0);
    }

    /** Ends one wait: the present one or the next. */
    void abort() {
        synchronized (this) {
            aborts++;
        }
        files.changed();
    }

    void destroy() {
        synchronized (this) {
            isDestroyed = true;
        }
        files.changed();
    }
}
