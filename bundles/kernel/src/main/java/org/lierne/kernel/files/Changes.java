package org.lierne.kernel.files;

/** Counts the moments in which a pipe or socket became readable, writable or hung up, for those who wait on several. */
public final class Changes {
    private long count;

    public synchronized void changed() {
        count++;
        notifyAll();
    }

    public synchronized long count() {
        return count;
    }

    /** @param timeoutNs negative waits for ever */
    public synchronized void await(long seen, long timeoutNs) throws InterruptedException {
        long end = System.nanoTime() + timeoutNs;
        while (count == seen) {
            long left = end - System.nanoTime();
            if (timeoutNs < 0) {
                wait();
            } else if (left > 0) {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            } else {
                return;
            }
        }
    }
}
