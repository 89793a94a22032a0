package org.lierne.recompiler.program;

import java.util.concurrent.Callable;
import org.osgi.annotation.versioning.ProviderType;

/** What one owner has compiled. Usable from every thread but those that compile. */
@ProviderType
public interface CompileQueue extends AutoCloseable {
    /** Work that was asked for. */
    @ProviderType
    interface Pending<T> {
        /**
         * Waits for the result.
         *
         * @throws TranslationRefused and whatever else the work throws that tells its place by itself
         * @throws IllegalStateException naming the work and its owner when it failed in another way
         * @throws java.util.concurrent.CancellationException when the queue was closed, or the waiting thread interrupted, before the end
         */
        T get();

        boolean isDone();
    }

    /**
     * Starts work.
     *
     * @param what names it, such as a program with its stage
     */
    <T> Pending<T> start(String what, Callable<T> work);

    /** Starts work ahead of all that waits: what draws wait for longest. Without an order of its own, as {@link #start}. */
    default <T> Pending<T> startNext(String what, Callable<T> work) {
        return start(what, work);
    }

    /** Nothing more is started; what has not begun never does, what runs is interrupted, and has ended when this returns. */
    @Override
    void close();
}
