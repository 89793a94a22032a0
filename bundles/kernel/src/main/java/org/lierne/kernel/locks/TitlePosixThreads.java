package org.lierne.kernel.locks;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.thread.ThreadSpec;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The thread objects of the running title over the threads that run. */
@Component(service = {PosixThreads.class, TitleListener.class})
public final class TitlePosixThreads implements PosixThreads, TitleListener {
    /** Rounds in which destructors may set values again. */
    private static final int DESTRUCTOR_ROUNDS = 4;
    private static final Attributes MAIN = new Attributes(false, 0, 2 << 20, 0x4000, false, 1, 700, 0x1FFF, 0);

    private final GuestThreads threads;
    private final GuestHeap heap;
    private final GuestMemory memory;
    private final ThreadKeys keys = new ThreadKeys();
    private final Map<Long, ThreadObject> objects = new ConcurrentHashMap<>();
    private volatile long threadDestructors;

    @Activate
    public TitlePosixThreads(@Reference GuestThreads threads, @Reference GuestHeap heap, @Reference GuestMemory memory) {
        this.threads = threads;
        this.heap = heap;
        this.memory = memory;
    }

    @Override
    public void titleStarting(Title title) {
        objects.clear();
        keys.clear();
        threadDestructors = 0;
    }

    @Override
    public ThreadObject current() {
        GuestThread running = threads.current();
        ThreadObject object = objects.get(running.guestObject());
        if (object == null) {
            object = make(running.name(), MAIN);
            object.bind(running);
            running.setGuestObject(object.address());
        }
        object.runsOn(Thread.currentThread());
        return object;
    }

    private ThreadObject make(String name, Attributes attributes) {
        ThreadObject object = new ThreadObject(heap.allocate(ThreadObject.BYTES), name, attributes);
        objects.put(object.address(), object);
        return object;
    }

    @Override
    public Optional<PosixThread> at(long address) {
        return Optional.ofNullable(objects.get(address));
    }

    @Override
    public PosixThread start(Plan plan, LongConsumer published) {
        ThreadObject object = make(plan.name(), plan.attributes());
        Attributes a = plan.attributes();
        ThreadSpec spec = new ThreadSpec(plan.name(), plan.entry(), plan.argument(), a.stackBytes(), a.stackLow(), a.priority(),
                a.affinity());
        try {
            threads.start(spec, running -> {
                object.bind(running);
                running.setGuestObject(object.address());
                memory.putInt(object.address(), running.id());
                published.accept(object.address());
            }, value -> end(object, value));
        } catch (RuntimeException e) {
            forget(object);
            throw e;
        }
        return object;
    }

    /** On the thread itself, after its guest code: destructors first, then whoever joins may go on. */
    private void end(ThreadObject object, long value) {
        object.runsOn(Thread.currentThread());
        try {
            object.guest().ifPresent(running -> destroyValues(object, running));
        } finally {
            object.end(value);
            if (object.isDetached()) {
                forget(object);
            }
        }
    }

    private void destroyValues(ThreadObject object, GuestThread running) {
        boolean found = true;
        for (int round = 0; round < DESTRUCTOR_ROUNDS && found; round++) {
            found = false;
            for (int key = 0; key < KEYS; key++) {
                long value = object.specific(key);
                if (value == 0 || !keys.isTaken(key)) {
                    continue;
                }
                object.setSpecific(key, 0);
                long destructor = keys.destructor(key);
                if (destructor != 0) {
                    found = true;
                    running.call(destructor, value);
                }
            }
        }
        if (threadDestructors != 0) {
            running.call(threadDestructors);
        }
    }

    private void forget(ThreadObject object) {
        if (objects.remove(object.address(), object)) {
            heap.free(object.address());
        }
    }

    @Override
    public Joined join(long address) throws InterruptedException {
        ThreadObject object = objects.get(address);
        if (object == null) {
            return new Joined(Errno.ESRCH, 0);
        }
        if (object == current()) {
            return new Joined(Errno.EDEADLK, 0);
        }
        Errno claimed = object.claimJoin();
        if (claimed != Errno.OK) {
            return new Joined(claimed, 0);
        }
        long value = object.awaitEnd();
        forget(object);
        return new Joined(Errno.OK, value);
    }

    @Override
    public <T> T atCancellationPoint(Wait<T> call) throws InterruptedException {
        ThreadObject object = current();
        boolean ends = object.enterPoint();
        try {
            if (!ends) {
                return call.run();
            }
        } finally {
            // The title's end goes before: its threads end without cleanup.
            if (object.leavePoint() && !threads.isEnding()) {
                throw exit(CANCELLED);
            }
        }
        throw exit(CANCELLED);
    }

    @Override
    public RuntimeException exit(long value) {
        ThreadObject object = current();
        object.stopCancelling();
        object.runCleanups();
        return threads.exitCurrent(value);
    }

    @Override
    public int createKey(long destructor) {
        int key = keys.create(destructor);
        if (key >= 0) {
            objects.values().forEach(o -> o.setSpecific(key, 0));
        }
        return key;
    }

    @Override
    public Errno deleteKey(int key) {
        return keys.delete(key) ? Errno.OK : Errno.EINVAL;
    }

    @Override
    public boolean isKey(int key) {
        return keys.isTaken(key);
    }

    @Override
    public void setThreadDestructors(long callback) {
        threadDestructors = callback;
    }

    @Override
    public List<PosixThread> all() {
        return List.copyOf(objects.values());
    }
}
