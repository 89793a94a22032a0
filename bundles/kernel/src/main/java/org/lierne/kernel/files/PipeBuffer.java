package org.lierne.kernel.files;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** What is on its way through a pipe. POSIX: writes of up to {@link #ATOMIC_BYTES} are not torn; a pipe without readers is broken. */
final class PipeBuffer {
    static final int ATOMIC_BYTES = 512;
    private static final int BYTES = 0x10000;

    private final byte[] ring = new byte[BYTES];
    private final Changes changes;
    private final Supplier<RuntimeException> interrupted;
    private int start;
    private int count;
    private boolean hasReader = true;
    private boolean hasWriter = true;

    PipeBuffer(Changes changes, Supplier<RuntimeException> interrupted) {
        this.changes = changes;
        this.interrupted = interrupted;
    }

    private void changed() {
        notifyAll();
        changes.changed();
    }

    private void await(boolean isNonBlocking) {
        if (isNonBlocking) {
            throw new GuestErrno(Errno.EAGAIN, "pipe");
        }
        try {
            wait();
        } catch (InterruptedException e) {
            throw interrupted.get();
        }
    }

    /** Takes what is there; waits for the first byte. Gives 0 when nobody writes any more. */
    synchronized int read(ByteBuffer target, boolean isNonBlocking) {
        while (count == 0 && hasWriter && target.hasRemaining()) {
            await(isNonBlocking);
        }
        int moved = Math.min(count, target.remaining());
        int first = Math.min(moved, BYTES - start);
        target.put(ring, start, first).put(ring, 0, moved - first);
        start = (start + moved) % BYTES;
        count -= moved;
        if (moved > 0) {
            changed();
        }
        return moved;
    }

    /** Puts everything, waiting for room; without waiting, as much as there is room for, but nothing of a small write that has none. */
    synchronized int write(ByteBuffer source, boolean isNonBlocking) {
        int total = source.remaining();
        int whole = total <= ATOMIC_BYTES ? total : 1;
        while (source.hasRemaining()) {
            if (!hasReader) {
                throw new GuestErrno(Errno.EPIPE, "pipe");
            }
            int room = BYTES - count;
            if (room < Math.min(whole, source.remaining())) {
                int moved = total - source.remaining();
                if (isNonBlocking && moved > 0) {
                    return moved;
                }
                await(isNonBlocking);
                continue;
            }
            int moved = Math.min(room, source.remaining());
            int end = (start + count) % BYTES;
            int first = Math.min(moved, BYTES - end);
            source.get(ring, end, first).get(ring, 0, moved - first);
            count += moved;
            changed();
        }
        return total;
    }

    synchronized void closeReader() {
        hasReader = false;
        changed();
    }

    synchronized void closeWriter() {
        hasWriter = false;
        changed();
    }

    synchronized int readableBytes() {
        return count;
    }

    synchronized boolean isReadable() {
        return count > 0 || !hasWriter;
    }

    synchronized boolean isWritable() {
        return BYTES - count >= ATOMIC_BYTES || !hasReader;
    }

    synchronized boolean hasReader() {
        return hasReader;
    }

    synchronized boolean hasWriter() {
        return hasWriter;
    }
}
