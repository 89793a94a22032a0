package org.lierne.lib.zlib;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** Requests by number: how each ended, and of whose end nobody was told yet. */
final class Requests {
    /** How a request ended. */
    record Result(int bytes, int status) {}

    private final Map<Long, Result> results = new HashMap<>();
    private final Queue<Long> untold = new ArrayDeque<>();
    private long last;

    /** @return the request's number, from 1 */
    synchronized long add(Result result) {
        results.put(++last, result);
        untold.add(last);
        notifyAll();
        return last;
    }

    synchronized Optional<Result> result(long request) {
        return Optional.ofNullable(results.get(request));
    }

    /** Waits for one that nobody was told of; empty when the time is over. Empty time: without end. */
    synchronized OptionalLong await(OptionalLong milliseconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds.orElse(0));
        while (untold.isEmpty()) {
            if (milliseconds.isEmpty()) {
                wait();
                continue;
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                return OptionalLong.empty();
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return OptionalLong.of(untold.remove());
    }
}
