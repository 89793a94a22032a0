package org.lierne.kernel.thread;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.osgi.annotation.versioning.ProviderType;

/** Makes guest threads and tells which one is running. */
@ProviderType
public interface GuestThreads {
    /**
     * Starts a thread.
     *
     * @param beforeStart runs on the caller before the guest code starts (write the thread's handle here)
     * @param atEnd       runs on the new thread after its guest code has ended, with the value it returned
     */
    GuestThread start(ThreadSpec spec, Consumer<GuestThread> beforeStart, LongConsumer atEnd);

    /** The guest thread that is running. @throws IllegalStateException on a host thread */
    GuestThread current();

    /** Ends the current thread's guest code with this value: unwinds to its start. Does not return. */
    RuntimeException exitCurrent(long value);

    /** True on a guest thread, inside or outside of an export call. */
    boolean isGuestThread();

    /**
     * What a blocking export throws when its wait was interrupted: unwinds this thread's guest code because the title ends, or lets the call
     * be made again once a signal's handler has run. Usage: {@code catch (InterruptedException e) { throw threads.interrupted(); }}; nothing
     * of the call's work may have been done.
     */
    RuntimeException interrupted();

    /** True on a guest thread that ends with its title: what was interrupted there must not be taken up again. */
    boolean isEnding();

    /** Who knows the guest's handlers of signals. */
    void setSignalHandlers(IntFunction<Optional<SignalHandler>> handlers);

    /** Signals that wait until the current thread lets them through. */
    SignalMask signalMask();

    void setSignalMask(SignalMask mask);

    /** Lets a signal's handler run on a thread, in the middle of its guest code, at the return of its call, or during its wait. */
    void raise(GuestThread thread, int signal);

    /** Threads that have not ended, in order of their ids; the main thread has id 1. */
    List<GuestThread> all();
}
