package org.lierne.kernel.sync;

import java.util.List;
import java.util.Optional;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.thread.GuestThread;
import org.osgi.annotation.versioning.ProviderType;

/** Guest threads as the guest's thread functions see them: objects that are joined, detached, named, and carry specific data. */
@ProviderType
public interface PosixThreads {
    /** What a thread that was cancelled leaves as its value. */
    long CANCELLED = 1;
    /** Number of keys for specific data. */
    int KEYS = 256;

    /** A thread to be made; what the attributes said. */
    record Plan(String name, long entry, long argument, Attributes attributes) {}

    /**
     * A thread's attributes.
     *
     * @param stackLow   lowest address of the caller's own stack, or 0
     * @param inherit    scheduling taken from the creator
     * @param policy     1 FIFO, 2 other, 3 round robin
     */
    record Attributes(boolean detached, long stackLow, long stackBytes, long guardBytes, boolean inherit, int policy, int priority,
            long affinity, int solo) {}

    /** One thread. */
    @ProviderType
    interface PosixThread extends SyncObject {
        /** Address of the guest's thread object. */
        long address();

        /** Address of the thread's error number. */
        long errnoAddress();

        int id();

        Attributes attributes();

        void setAttributes(Attributes attributes);

        void rename(String name);

        boolean isDetached();

        /** {@code EINVAL} if it is detached already. */
        Errno detach();

        Optional<GuestThread> guest();

        /** The host thread that runs it, once it has started. */
        Optional<Thread> host();

        /** Asks the thread to end at its next cancellation point, now if it waits at one. */
        void cancel();

        /** Whether the thread lets itself be cancelled. Gives what it said before. */
        boolean setCancelEnabled(boolean isEnabled);

        /** A guest function {@code void (void* argument)} that runs if the thread ends by itself or is cancelled, the last one first. */
        void pushCleanup(long function, long argument);

        /** Takes the last one back, and runs it if asked to; does nothing without one. Only on the thread itself. */
        void popCleanup(boolean runs);

        long specific(int key);

        void setSpecific(int key, long value);
    }

    /** The join's answer. */
    record Joined(Errno errno, long value) {}

    /** The running thread; makes its object on first use (the main thread). */
    PosixThread current();

    Optional<PosixThread> at(long address);

    /** Starts a thread. {@code published} gets the address of its object before the guest code runs. */
    PosixThread start(Plan plan, java.util.function.LongConsumer published);

    /** {@code EDEADLK} for the caller itself, {@code EINVAL} if detached, {@code ESRCH}, {@code EOPNOTSUPP} if another thread joins it. */
    Joined join(long address) throws InterruptedException;

    /** A wait of the guest. */
    @FunctionalInterface
    interface Wait<T> {
        T run() throws InterruptedException;
    }

    /**
     * Runs a call that is a cancellation point: a thread that is cancelled before, while it waits or by then ends here, after its cleanup
     * functions. What the call did is done.
     */
    <T> T atCancellationPoint(Wait<T> call) throws InterruptedException;

    /**
     * Runs the thread's cleanup functions; what is thrown then runs the thread's end work: key destructors, thread-local destructors. Usage:
     * {@code throw threads.exit(value)}.
     */
    RuntimeException exit(long value);

    /** A new key, or -1 if all are taken. */
    int createKey(long destructor);

    /** {@code EINVAL} for an unknown key. */
    Errno deleteKey(int key);

    boolean isKey(int key);

    /** Called at the end of each thread, after the key destructors; 0 for none. */
    void setThreadDestructors(long callback);

    List<PosixThread> all();
}
