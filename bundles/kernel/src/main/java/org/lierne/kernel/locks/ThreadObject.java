package org.lierne.kernel.locks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.PosixThreads.Attributes;
import org.lierne.kernel.sync.PosixThreads.PosixThread;
import org.lierne.kernel.shim.HostFiles;
import org.lierne.kernel.thread.GuestThread;

/** One guest thread's object: what join, detach and specific data need. */
final class ThreadObject implements PosixThread {
    /** Bytes of the guest's block; the error number lies in its second half. */
    static final long BYTES = 0x80;
    private static final long ERRNO_OFFSET = 0x40;
    private static final long PROD_NS = 1_000_000;

    private final long address;
    private final AtomicLongArray specific = new AtomicLongArray(PosixThreads.KEYS);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String name;
    private volatile Attributes attributes;
    private volatile @Nullable GuestThread guest;
    private volatile @Nullable Thread host;
    private volatile long value;
    private final Deque<Cleanup> cleanups = new ArrayDeque<>();
    private boolean detached;
    private boolean joined;
    private boolean isCancelled;
    private boolean isCancelEnabled = true;
    private boolean isAtPoint;

    private record Cleanup(long function, long argument) {}

    ThreadObject(long address, String name, Attributes attributes) {
        this.address = address;
        this.name = name;
        this.attributes = attributes;
        this.detached = attributes.detached();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void rename(String newName) {
        name = newName;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long errnoAddress() {
        return address + ERRNO_OFFSET;
    }

    @Override
    public int id() {
        GuestThread running = guest;
        return running == null ? 0 : running.id();
    }

    @Override
    public Attributes attributes() {
        return attributes;
    }

    @Override
    public void setAttributes(Attributes newAttributes) {
        attributes = newAttributes;
    }

    @Override
    public synchronized boolean isDetached() {
        return detached;
    }

    @Override
    public synchronized Errno detach() {
        if (detached) {
            return Errno.EINVAL;
        }
        detached = true;
        return Errno.OK;
    }

    @Override
    public Optional<GuestThread> guest() {
        return Optional.ofNullable(guest);
    }

    @Override
    public Optional<Thread> host() {
        return Optional.ofNullable(host);
    }

    synchronized void bind(GuestThread running) {
        guest = running;
        tellFronts();
    }

    void runsOn(Thread thread) {
        if (host != thread) {
            host = thread;
        }
    }

    @Override
    public synchronized void cancel() {
        isCancelled = true;
        tellFronts();
        if (isAtPoint) {
            Thread.ofPlatform().daemon().name("cancellation of " + name).start(() -> {
                while (prod()) {
                    LockSupport.parkNanos(PROD_NS);
                }
            });
        }
    }

    /**
     * Ends the thread's wait if it waits. One that is busy is left alone: the host's interrupt would close a file that it reads.
     *
     * @return false if it is at no cancellation point any more: it looks by itself at the next one
     */
    private synchronized boolean prod() {
        Thread running = host;
        if (!isAtPoint || !isCancelled || !isCancelEnabled || running == null) {
            return false;
        }
        if (running.getState() == Thread.State.WAITING || running.getState() == Thread.State.TIMED_WAITING) {
            running.interrupt();
        }
        return true;
    }

    @Override
    public synchronized boolean setCancelEnabled(boolean isEnabled) {
        boolean before = isCancelEnabled;
        isCancelEnabled = isEnabled;
        return before;
    }

    /** On the thread itself. @return true if it is to end here */
    synchronized boolean enterPoint() {
        boolean ends = isCancelled && isCancelEnabled;
        isAtPoint = !ends;
        return ends;
    }

    /** On the thread itself; the interrupt that came with the request has done its work. @return true if it is to end here */
    synchronized boolean leavePoint() {
        isAtPoint = false;
        boolean ends = isCancelled && isCancelEnabled;
        if (ends) {
            Thread.interrupted();
        }
        return ends;
    }

    /** A thread is cancelled once: its cleanup functions wait like others. */
    synchronized void stopCancelling() {
        isCancelled = false;
        isCancelEnabled = false;
        tellFronts();
    }

    private void tellFronts() {
        GuestThread running = guest;
        if (running != null && running.threadBlock() != 0) {
            HostFiles.setCancelled(running.threadBlock(), isCancelled);
        }
    }

    @Override
    public void pushCleanup(long function, long argument) {
        cleanups.push(new Cleanup(function, argument));
    }

    @Override
    public void popCleanup(boolean runs) {
        Cleanup last = cleanups.poll();
        GuestThread running = guest;
        if (last != null && runs && running != null) {
            running.call(last.function, last.argument);
        }
    }

    void runCleanups() {
        while (!cleanups.isEmpty()) {
            popCleanup(true);
        }
    }

    @Override
    public long specific(int key) {
        return key < 0 || key >= PosixThreads.KEYS ? 0 : specific.get(key);
    }

    @Override
    public void setSpecific(int key, long newValue) {
        specific.set(key, newValue);
    }

    /** {@code EINVAL} if detached, {@code EOPNOTSUPP} if another thread joins already. */
    synchronized Errno claimJoin() {
        if (detached) {
            return Errno.EINVAL;
        }
        if (joined) {
            return Errno.ENOTSUP;
        }
        joined = true;
        return Errno.OK;
    }

    /** Waits for the end; an interrupted caller no longer joins. */
    long awaitEnd() throws InterruptedException {
        try {
            ended.await();
        } catch (InterruptedException e) {
            synchronized (this) {
                joined = false;
            }
            throw e;
        }
        return value;
    }

    void end(long result) {
        value = result;
        ended.countDown();
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }
}
