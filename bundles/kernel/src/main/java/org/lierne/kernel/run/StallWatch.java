package org.lierne.kernel.run;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Looks on while a title runs: one that has shown frames and then shows none for long is told of, once until it goes on. It changes nothing. */
final class StallWatch implements AutoCloseable {
    private static final long LOOK_MS = 1000;

    private final LongSupplier frames;
    private final long patienceNs;
    private final LongConsumer told;
    private final Thread thread;
    private long seen;
    private long sinceNs;
    private boolean isTold;

    /**
     * @param frames     shown so far
     * @param patienceNs without a frame
     * @param told       is told the number of the last frame
     */
    StallWatch(LongSupplier frames, long patienceNs, LongConsumer told) {
        this.frames = frames;
        this.patienceNs = patienceNs;
        this.told = told;
        this.thread = Thread.ofPlatform().daemon().name("stall-watch").unstarted(this::watch);
    }

    StallWatch start() {
        thread.start();
        return this;
    }

    private void watch() {
        try {
            while (true) {
                look(System.nanoTime());
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException _) {
            // the title has ended
        }
    }

    /** Looks once. */
    void look(long nowNs) {
        long now = frames.getAsLong();
        if (now != seen) {
            seen = now;
            sinceNs = nowNs;
            isTold = false;
        } else if (now > 0 && !isTold && nowNs - sinceNs >= patienceNs) {
            isTold = true;
            told.accept(now);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
