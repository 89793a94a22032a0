package org.lierne.kernel.locks;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.AddressWaits;

/** Sleepers by address, in buckets with a lock each. */
final class Sleepers implements AddressWaits {
    private static final int BUCKETS = 64;

    private static final class Bucket {
        final ReentrantLock lock = new ReentrantLock();
        final Map<Long, Waiters<Long>> byAddress = new HashMap<>();
    }

    private final Bucket[] buckets = new Bucket[BUCKETS];

    Sleepers() {
        for (int i = 0; i < BUCKETS; i++) {
            buckets[i] = new Bucket();
        }
    }

    private Bucket bucket(long address) {
        return buckets[(int) (address >>> 2 ^ address >>> 12) & BUCKETS - 1];
    }

    @Override
    public Errno await(long address, BooleanSupplier same, long timeoutNs) throws InterruptedException {
        Bucket bucket = bucket(address);
        bucket.lock.lockInterruptibly();
        try {
            if (!same.getAsBoolean()) {
                return Errno.OK;
            }
            Waiters<Long> waiters = bucket.byAddress.computeIfAbsent(address, _ -> new Waiters<>(bucket.lock));
            try {
                Errno end = waiters.await(waiters.waiter(address), timeoutNs);
                return end == Errno.ETIMEDOUT && !same.getAsBoolean() ? Errno.OK : end;
            } finally {
                if (waiters.count() == 0) {
                    bucket.byAddress.remove(address, waiters);
                }
            }
        } finally {
            bucket.lock.unlock();
        }
    }

    @Override
    public int wake(long address, int count) {
        Bucket bucket = bucket(address);
        bucket.lock.lock();
        try {
            Waiters<Long> waiters = bucket.byAddress.get(address);
            if (waiters == null) {
                return 0;
            }
            int[] woken = {0};
            waiters.serve(w -> {
                if (woken[0] >= count) {
                    return false;
                }
                woken[0]++;
                w.end(Errno.OK, 0);
                return true;
            });
            return woken[0];
        } finally {
            bucket.lock.unlock();
        }
    }
}
