package org.lierne.kernel.nativecpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.shim.Shim;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.SignalHandler;
import org.lierne.kernel.thread.SignalMask;

/** A platform thread with a guest stack and a guest thread block. */
final class NativeThread implements GuestThread {
    private static final ThreadLocal<NativeThread> CURRENT = new ThreadLocal<>();
    /** Gap below the guest stack pointer of a call before a callback's frames begin: more than the 128-byte red zone. */
    private static final int CALLBACK_GAP = 256;
    private static final int REGISTER_ARGUMENTS = 6;
    private static final long RESUME = Shim.resumeAddress();
    private static final int CONTEXT_RAX = 72;
    private static final int CONTEXT_XMM0 = 80;

    private static final int CONTEXT_STACK = 8;
    /** Reasons why guest code was left, as in src/main/native/shim.h. */
    private static final int FAULTED = 2;
    private static final int SIGNALLED = 4;

    /** An export's call that is made again. */
    private record Call(long entry, Object[] arguments) {}

    /** Memory that goes with the thread. */
    record Region(long start, long bytes) {}

    private final int id;
    private final String name;
    private final NativeThreads threads;
    private final ThreadBlock block;
    private final long stackLow;
    private final long stackHigh;
    private final List<Region> regions;
    private int depth;
    private volatile int hostThread;
    private volatile boolean isInterrupted;
    /** Its memory is gone. */
    private volatile boolean isEnded;
    private volatile long guestObject;
    private volatile @Nullable Thread javaThread;
    private @Nullable Throwable pending;
    private final Queue<Integer> signals = new ConcurrentLinkedQueue<>();
    private volatile SignalMask mask = SignalMask.NONE;
    private @Nullable Call restart;

    NativeThread(int id, String name, NativeThreads threads, ThreadBlock block, long stackLow, long stackHigh,
            List<Region> regions) {
        this.id = id;
        this.name = name;
        this.threads = threads;
        this.block = block;
        this.stackLow = stackLow;
        this.stackHigh = stackHigh;
        this.regions = List.copyOf(regions);
    }

    static @Nullable NativeThread currentOrNull() {
        return CURRENT.get();
    }

    /** Runs a body that may call guest code, on the calling host thread. */
    void run(Consumer<NativeThread> body) {
        javaThread = Thread.currentThread();
        hostThread = Shim.bindThread(block.base());
        CURRENT.set(this);
        try {
            body.accept(this);
        } finally {
            synchronized (this) {
                hostThread = 0;
            }
            CURRENT.remove();
            Shim.unbindThread();
        }
    }

    /** Asks the thread to leave guest code and blocking exports. Repeated until it has ended, since one signal may be missed. */
    synchronized void interrupt() {
        isInterrupted = true;
        if (!isEnded) {
            block.setHasSignals(false);
        }
        Thread thread = javaThread;
        if (hostThread != 0 && thread != null) {
            thread.interrupt();
            Shim.interruptThread(hostThread);
        }
    }

    boolean isInterrupted() {
        return isInterrupted;
    }

    // ---- guest signals

    /** Lets the handler of a signal run on this thread as soon as its guest code can be left. */
    synchronized void raise(int signal) {
        signals.add(signal);
        announce();
    }

    private void announce() {
        if (!isEnded && !isInterrupted && isOneDue()) {
            block.setHasSignals(true);
            if (CURRENT.get() == this) {
                block.setStop(SIGNALLED);
            }
        }
    }

    private boolean isOneDue() {
        return signals.stream().anyMatch(s -> !mask.contains(s));
    }

    SignalMask signalMask() {
        return mask;
    }

    /** On the thread itself: what waited and is let through now is handled when its call returns. */
    synchronized void setSignalMask(SignalMask wanted) {
        mask = wanted;
        announce();
    }

    /**
     * Asks the thread, if a signal waits for it, to leave guest code or a wait. A thread that does not wait is left alone by the host's
     * interrupt, which would close a file it reads.
     *
     * @return false if no signal waits any more that it lets through
     */
    synchronized boolean prod() {
        if (!isOneDue() || isEnded || isInterrupted) {
            return false;
        }
        Thread thread = javaThread;
        // Without a host thread it has not begun yet, or is about to end.
        if (hostThread != 0 && thread != null) {
            if (thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING) {
                thread.interrupt();
            }
            Shim.interruptThread(hostThread);
        }
        return true;
    }

    /** Lets the export's call in progress be made again once signals are handled. */
    void restart(long entry, Object[] arguments) {
        restart = new Call(entry, arguments);
        block.setStop(SIGNALLED);
    }

    /**
     * Runs handlers after guest code was left.
     *
     * @return true if guest code can go on
     */
    private boolean isHandled(int reason) {
        if (isInterrupted || reason != FAULTED && reason != SIGNALLED) {
            return false;
        }
        int fault = reason == FAULTED ? GuestSignals.ofFault(block.fault(), threads.moduleMap()) : 0;
        if (reason == FAULTED && threads.handler(fault).isEmpty()) {
            return false;
        }
        GuestState state = block.state();
        long address = reason == FAULTED ? block.fault().address() : 0;
        Call call = restart;
        restart = null;
        if (call != null) {
            state.makeAgain(call.entry, call.arguments);
        }
        block.setStop(0);
        // The interrupt that came with the signal has done its work; left behind, it would end the next wait.
        Thread.interrupted();
        if (fault != 0) {
            handle(state, fault, address);
        }
        for (Optional<Integer> signal = nextSignal(); signal.isPresent(); signal = nextSignal()) {
            handle(state, signal.get(), 0);
        }
        synchronized (this) {
            block.setHasSignals(isOneDue());
        }
        block.setState(state);
        return true;
    }

    private Optional<Integer> nextSignal() {
        Optional<Integer> first = signals.stream().filter(s -> !mask.contains(s)).findFirst();
        first.ifPresent(signals::remove);
        return first;
    }

    private void handle(GuestState state, int signal, long faultAddress) {
        Optional<SignalHandler> handler = threads.handler(signal);
        long record = state.below(GuestSignals.BYTES);
        if (handler.isEmpty() || !threads.memory().isMapped(record, GuestSignals.BYTES, Access.WRITE)) {
            throw threads.reports().stop(this, GuestStop.Reason.FAULT, "stopped: signal %d, whose handler cannot run on the stack at 0x%x"
                    .formatted(signal, record), null);
        }
        GuestSignals.write(threads.memory(), record, state, faultAddress);
        long information = record + GuestSignals.RECORD_BYTES;
        GuestSignals.writeInformation(threads.memory(), information, signal, faultAddress);
        SignalMask before = mask;
        mask = mask.or(handler.get().masked());
        enter(handler.get().function(), record, switch (handler.get().form()) {
            case EXCEPTION -> new long[] {signal, record};
            case POSIX -> new long[] {signal, 0, record};
            case POSIX_WITH_INFORMATION -> new long[] {signal, information, record};
        });
        mask = before;
        GuestSignals.read(threads.memory(), record, state);
    }

    void markEnded() {
        isEnded = true;
    }

    List<Region> regions() {
        return regions;
    }

    ThreadBlock block() {
        return block;
    }

    /** Lets the call of an import in progress end in a throwable instead of returning to the guest. */
    void pend(Throwable throwable) {
        pending = throwable;
        block.setStop(1);
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long call(long guestFunction, long... arguments) {
        return Shim.MEMORY.get(JAVA_LONG, enter(guestFunction, arguments) + CONTEXT_RAX);
    }

    @Override
    public long callForXmm0(long guestFunction, long... arguments) {
        return Shim.MEMORY.get(JAVA_LONG, enter(guestFunction, arguments) + CONTEXT_XMM0);
    }

    /** Runs guest code until it returns. @return the context, which holds the results */
    private long enter(long function, long[] arguments) {
        return enter(function, depth == 0 ? stackHigh - 64 : block.guestStackPointer() - CALLBACK_GAP & -16L, arguments);
    }

    private long enter(long function, long top, long[] arguments) {
        if (CURRENT.get() != this) {
            throw new IllegalStateException("guest thread " + name + " was called from another thread");
        }
        if (depth == ThreadBlock.MAX_DEPTH) {
            throw new IllegalStateException("guest callbacks nest deeper than " + ThreadBlock.MAX_DEPTH);
        }
        if (isInterrupted) {
            throw new Unwinding.TitleEnd();
        }
        int words = Math.max(0, arguments.length - REGISTER_ARGUMENTS);
        long stack = top - (8L * words + 15 & -16L);
        for (int i = 0; i < words; i++) {
            threads.memory().putLong(stack + 8L * i, arguments[REGISTER_ARGUMENTS + i]);
        }
        long context = block.context(depth);
        Shim.MEMORY.set(JAVA_LONG, context, function);
        Shim.MEMORY.set(JAVA_LONG, context + 8, stack);
        Shim.MEMORY.set(JAVA_LONG, context + 16, block.base());
        for (int i = 0; i < REGISTER_ARGUMENTS; i++) {
            Shim.MEMORY.set(JAVA_LONG, context + 24 + 8L * i, i < arguments.length ? arguments[i] : 0);
        }
        if (depth == 0) {
            block.setStop(0);
        }
        int reason;
        depth++;
        try {
            reason = enter(context);
            while (isHandled(reason)) {
                Shim.MEMORY.set(JAVA_LONG, context, RESUME);
                Shim.MEMORY.set(JAVA_LONG, context + CONTEXT_STACK, block.state().below(0));
                reason = enter(context);
            }
        } finally {
            depth--;
        }
        if (reason != 0) {
            block.setStop(0);
            throw stop(reason);
        }
        long returned = Shim.MEMORY.get(JAVA_LONG, context + CONTEXT_STACK);
        if (returned != stack) {
            throw threads.reports().stop(this, GuestStop.Reason.EXPORT, ("refused: guest code left a callback by a jump or an exception past "
                    + "a host frame: it returned with its stack at 0x%x instead of 0x%x").formatted(returned, stack), null);
        }
        return context;
    }

    private static int enter(long context) {
        try {
            return (int) Shim.ENTER.invokeExact(context);
        } catch (Throwable e) {
            throw new AssertionError("entering guest code threw", e);
        }
    }

    private RuntimeException stop(int reason) {
        switch (reason) {
            case 1 -> {
                Throwable thrown = pending;
                pending = null;
                if (thrown instanceof RuntimeException e) {
                    return e;
                }
                return new IllegalStateException("guest code was left by an export without a reason", thrown);
            }
            case 2 -> {
                return threads.reports().fault(this);
            }
            case 3 -> {
                return isInterrupted ? new Unwinding.TitleEnd() : threads.reports().stop(this, GuestStop.Reason.INTERRUPTED,
                        "interrupted from outside", null);
            }
            default -> throw new AssertionError("guest code was left for reason " + reason);
        }
    }

    @Override
    public String caller() {
        long address = callerAddress();
        return address == 0 ? "host" : threads.moduleMap().place(address);
    }

    @Override
    public long callerAddress() {
        if (isEnded || !block.isInGuest()) {
            return 0;
        }
        long stack = block.guestStackPointer();
        return threads.memory().isMapped(stack, 8, Access.READ) ? threads.memory().getLong(stack) : 0;
    }

    @Override
    public long threadBlock() {
        return block.base();
    }

    @Override
    public long guestObject() {
        return guestObject;
    }

    @Override
    public void setGuestObject(long address) {
        guestObject = address;
        if (!isEnded) {
            block.setGuestObject(address);
        }
    }

    @Override
    public long stackLow() {
        return stackLow;
    }

    @Override
    public long stackHigh() {
        return stackHigh;
    }

    @Override
    public String toString() {
        return name + " (" + id + ")";
    }
}
