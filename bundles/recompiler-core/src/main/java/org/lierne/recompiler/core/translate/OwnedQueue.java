package org.lierne.recompiler.core.translate;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import org.lierne.recompiler.program.CompileQueue;

/** One owner's part of the shared threads. */
final class OwnedQueue implements CompileQueue {
    private static final AtomicLong STARTED = new AtomicLong();

    private final String owner;
    private final ThreadPoolExecutor threads;
    private final Set<Work<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    OwnedQueue(String owner, ThreadPoolExecutor threads) {
        this.owner = owner;
        this.threads = threads;
    }

    /** A piece of work that tells when no thread is in it any more, cancelled or not. */
    final class Work<T> extends FutureTask<T> implements Pending<T>, Comparable<Work<?>> {
        private final String what;
        private final boolean isNext;
        private final long number = STARTED.getAndIncrement();
        private final CountDownLatch left = new CountDownLatch(1);

        Work(String what, boolean isNext, Callable<T> work) {
            super(work);
            this.what = what;
            this.isNext = isNext;
        }

        /** Whoever is to be next comes first; else who came first. */
        @Override
        public int compareTo(Work<?> other) {
            return isNext == other.isNext ? Long.compare(number, other.number) : isNext ? -1 : 1;
        }

        @Override
        public void run() {
            try {
                super.run();
            } finally {
                // An interruption that was meant for this work does not reach the thread's next.
                Thread.interrupted();
                left.countDown();
                open.remove(this);
            }
        }

        @Override
        public T get() {
            try {
                return super.get();
            } catch (InterruptedException e) {
                cancel(true);
                Thread.currentThread().interrupt();
                throw cancelled(e);
            } catch (CancellationException e) {
                throw cancelled(e);
            } catch (ExecutionException e) {
                throw failure(e);
            }
        }

        private CancellationException cancelled(Exception cause) {
            CancellationException told = new CancellationException("compiling %s for %s was cancelled".formatted(what, owner));
            told.initCause(cause);
            return told;
        }

        private RuntimeException failure(ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof CancellationException) {
                return cancelled(e);
            }
            if (cause instanceof RuntimeException told && !isOurMistake(told)) {
                return told;
            }
            return new IllegalStateException("compiling %s for %s failed: %s".formatted(what, owner, cause), cause);
        }

        private static boolean isOurMistake(RuntimeException e) {
            return e.getClass().getName().startsWith("java.");
        }

        /** No thread will come to the work. */
        void drop() {
            cancel(false);
            left.countDown();
            open.remove(this);
        }

        /** Waits until no thread is in the work. */
        void awaitEnd() {
            boolean isInterrupted = false;
            for (boolean isOver = false; !isOver; ) {
                try {
                    left.await();
                    isOver = true;
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public <T> Pending<T> start(String what, Callable<T> work) {
        return start(new Work<>(what, false, work));
    }

    @Override
    public <T> Pending<T> startNext(String what, Callable<T> work) {
        return start(new Work<>(what, true, work));
    }

    private <T> Pending<T> start(Work<T> started) {
        open.add(started);
        if (isClosed) {
            started.drop();
            return started;
        }
        try {
            threads.execute(started);
        } catch (RejectedExecutionException e) {
            started.drop();
        }
        return started;
    }

    @Override
    public void close() {
        isClosed = true;
        for (Work<?> work : open) {
            if (threads.remove(work)) {
                work.drop();
            } else {
                work.cancel(true);
            }
        }
        open.forEach(Work::awaitEnd);
    }
}
