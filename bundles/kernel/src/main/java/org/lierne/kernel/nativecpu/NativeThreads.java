package org.lierne.kernel.nativecpu;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.thread.SignalHandler;
import org.lierne.kernel.thread.SignalMask;
import org.lierne.kernel.thread.ThreadSpec;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Makes guest threads. The Java stack of one is for host code only; how deep the guest recurses costs nothing there. */
@Component(service = {GuestThreads.class, NativeThreads.class})
public final class NativeThreads implements GuestThreads {
    /** Unmapped bytes below every guest stack that we allocate. */
    static final long GUARD_BYTES = 0x4000;
    private static final long MIN_STACK_BYTES = 0x4000;
    private static final long HOST_STACK_BYTES = 2 << 20;
    private static final int RW = AddressSpace.READ | AddressSpace.WRITE;
    private static final int NAME_CHARACTERS = 24;
    /** A signal that found its thread between two states is sent again after this time. */
    private static final long PROD_NS = 1_000_000;

    private final AddressSpace space;
    private final GuestMemory memory;
    private final ModuleMap places;
    private final TlsLayout tls;
    private final ThreadEnds ends;
    private final CallCounts counts = new CallCounts();
    private final SecureRandom random = new SecureRandom();
    private final Map<Integer, NativeThread> live = new ConcurrentSkipListMap<>();
    private final StopReports reports;
    private volatile IntFunction<Optional<SignalHandler>> handlers = signal -> Optional.empty();
    private int lastId;

    @Activate
    public NativeThreads(@Reference AddressSpace space, @Reference GuestMemory memory, @Reference ModuleMap places,
            @Reference TlsLayout tls, @Reference ThreadEnds ends, @Reference NativeCpu cpu) {
        this.space = space;
        this.memory = memory;
        this.places = places;
        this.tls = tls;
        this.ends = ends;
        this.reports = new StopReports(memory, places, cpu::boundTarget);
        cpu.attach(reports, this::calls);
    }

    GuestMemory memory() {
        return memory;
    }

    ModuleMap moduleMap() {
        return places;
    }

    StopReports reports() {
        return reports;
    }

    @Override
    public GuestThread start(ThreadSpec spec, Consumer<GuestThread> beforeStart, LongConsumer atEnd) {
        NativeThread thread = make(spec);
        beforeStart.accept(thread);
        launch(thread, self -> atEnd.accept(runToEnd(self, spec)));
        return thread;
    }

    private static long runToEnd(NativeThread thread, ThreadSpec spec) {
        try {
            return thread.call(spec.entry(), spec.argument());
        } catch (Unwinding.ThreadExit e) {
            return e.value();
        }
    }

    /** Starts a thread whose body is host code that may call guest code: the main thread. */
    public void startBody(ThreadSpec spec, Consumer<GuestThread> body) {
        launch(make(spec), body::accept);
    }

    private NativeThread make(ThreadSpec spec) {
        long low = spec.stackLow();
        long bytes = Math.max(spec.stackBytes(), MIN_STACK_BYTES);
        List<NativeThread.Region> regions = new ArrayList<>();
        if (low == 0) {
            bytes = bytes + AddressSpace.PAGE_BYTES - 1 & -AddressSpace.PAGE_BYTES;
            long region = space.mapPrivate(0, bytes + GUARD_BYTES, RW, AddressSpace.STACK, "stack:" + shortName(spec.name()));
            space.protect(region, GUARD_BYTES, 0);
            low = region + GUARD_BYTES;
            regions.add(new NativeThread.Region(region, bytes + GUARD_BYTES));
        }
        long below = tls.bytes() + AddressSpace.PAGE_BYTES - 1 & -AddressSpace.PAGE_BYTES;
        long area = space.mapPrivate(0, below + ThreadBlock.BYTES, RW, 0, "thread:" + shortName(spec.name()));
        regions.add(new NativeThread.Region(area, below + ThreadBlock.BYTES));
        ThreadBlock block = new ThreadBlock(area + below);
        block.initialise(random.nextLong() & ~0xffL, counts.open());
        int id;
        synchronized (this) {
            id = ++lastId;
            for (TlsLayout.Block part : tls.blocks()) {
                TlsLayout.fill(block, part);
            }
            NativeThread thread = new NativeThread(id, spec.name(), this, block, low, low + bytes, regions);
            live.put(id, thread);
            return thread;
        }
    }

    /** A thread's name as part of a mapping's, which holds 31 bytes. */
    private static String shortName(String name) {
        String plain = name.replaceAll("[^ -~]", "?");
        return plain.length() > NAME_CHARACTERS ? plain.substring(0, NAME_CHARACTERS) : plain;
    }

    private void launch(NativeThread thread, Consumer<NativeThread> body) {
        Thread.ofPlatform().name("guest " + thread.name()).stackSize(HOST_STACK_BYTES).daemon().start(() -> {
            try {
                thread.run(body);
            } catch (Unwinding e) {
                // Ends as asked for; the title's state knows why.
            } catch (GuestStop stop) {
                ends.stopped(stop, thread);
            } catch (Throwable e) {
                ends.stopped(new GuestStop(GuestStop.Reason.EXPORT, "failed: thread %s: %s".formatted(thread.name(), e), "host",
                        Map.of(), List.of(), List.of(), e), thread);
            } finally {
                end(thread);
            }
        });
    }

    /** Under the lock, so that nobody looks into a thread's block while its memory goes. */
    private synchronized void end(NativeThread thread) {
        live.remove(thread.id());
        thread.markEnded();
        counts.close(thread.block());
        for (NativeThread.Region region : thread.regions()) {
            space.unmap(region.start(), region.bytes());
        }
        notifyAll();
    }

    /** Each living thread and the caller of the export it is in, for reports. */
    public synchronized List<String> places() {
        return live.values().stream().map(t -> t + " in " + t.caller()).toList();
    }

    /** Gives every thread its copy of a module that was loaded while threads run. */
    public synchronized void addTls(TlsLayout.Block part) {
        for (NativeThread thread : live.values()) {
            TlsLayout.fill(thread.block(), part);
        }
    }

    /** Interrupts every thread until all have ended. @return the threads that would not end in the time given */
    public synchronized List<GuestThread> endAll(long timeoutMillis) throws InterruptedException {
        long deadline = System.nanoTime() + timeoutMillis * 1_000_000;
        while (!live.isEmpty() && System.nanoTime() < deadline) {
            for (NativeThread thread : live.values()) {
                thread.interrupt();
            }
            wait(5);
        }
        return all();
    }

    /** Forgets counters and ids; no guest thread may be left. */
    public synchronized void clear() {
        lastId = 0;
        counts.clear();
    }

    /** Calls of every slot by all threads, living and ended. */
    synchronized long calls(int slot) {
        return counts.sum(slot, live.values());
    }

    @Override
    public GuestThread current() {
        NativeThread thread = NativeThread.currentOrNull();
        if (thread == null) {
            throw new IllegalStateException("not a guest thread: " + Thread.currentThread().getName());
        }
        return thread;
    }

    @Override
    public RuntimeException exitCurrent(long value) {
        return new Unwinding.ThreadExit(value);
    }

    @Override
    public boolean isGuestThread() {
        return NativeThread.currentOrNull() != null;
    }

    @Override
    public RuntimeException interrupted() {
        return isEnding() ? new Unwinding.TitleEnd() : new Unwinding.Restart();
    }

    @Override
    public boolean isEnding() {
        NativeThread thread = NativeThread.currentOrNull();
        return thread == null || thread.isInterrupted();
    }

    @Override
    public void setSignalHandlers(IntFunction<Optional<SignalHandler>> known) {
        handlers = known;
    }

    Optional<SignalHandler> handler(int signal) {
        return handlers.apply(signal);
    }

    @Override
    public SignalMask signalMask() {
        return ((NativeThread) current()).signalMask();
    }

    @Override
    public void setSignalMask(SignalMask mask) {
        ((NativeThread) current()).setSignalMask(mask);
    }

    @Override
    public void raise(GuestThread thread, int signal) {
        NativeThread target = (NativeThread) thread;
        target.raise(signal);
        if (target != NativeThread.currentOrNull()) {
            Thread.ofPlatform().daemon().name("signal " + signal + " to " + target.name()).start(() -> {
                while (target.prod()) {
                    LockSupport.parkNanos(PROD_NS);
                }
            });
        }
    }

    @Override
    public List<GuestThread> all() {
        return List.copyOf(live.values());
    }
}
