package org.lierne.kernel.events;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.event.EventUpdate;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The queues of the title that runs, and the one host thread behind their timers. */
@Component(service = {EventQueues.class, TitleListener.class})
public final class TitleEventQueues implements EventQueues, TitleListener {
    private static final EventUpdate EXPIRY = (before, pending) -> before.withData(before.data() + 1);

    private final Map<Long, EventQueue> queues = new ConcurrentHashMap<>();
    private final AtomicLong nextHandle = new AtomicLong(1);
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("event timers").factory());

    private final GuestFiles files;

    @Activate
    public TitleEventQueues(@Reference GuestFiles files) {
        this.files = files;
    }

    @Deactivate
    void close() {
        titleStopped(null);
        timers.shutdownNow();
    }

    @Override
    public void titleStopped(@Nullable Title title) {
        queues.values().forEach(EventQueue::delete);
        queues.clear();
    }

    @Override
    public long create(String name) {
        long handle = nextHandle.getAndIncrement();
        queues.put(handle, new EventQueue(name, files));
        return handle;
    }

    @Override
    public Errno delete(long queue) {
        EventQueue gone = queues.remove(queue);
        if (gone == null) {
            return Errno.EBADF;
        }
        gone.delete();
        return Errno.OK;
    }

    @Override
    public boolean exists(long queue) {
        return queues.containsKey(queue);
    }

    @Override
    public Errno register(long queue, long ident, int filter, int flags, long userData) {
        EventQueue q = queues.get(queue);
        if (q == null) {
            return Errno.EBADF;
        }
        q.register(new Event(ident, filter, flags & (EventFlags.CLEAR | EventFlags.ONE_SHOT | EventFlags.EACH), 0, 0, userData));
        return Errno.OK;
    }

    @Override
    public Errno registerTimer(long queue, long ident, int filter, int flags, long periodNs, long userData) {
        Errno registered = register(queue, ident, filter, flags, userData);
        EventQueue q = queues.get(queue);
        if (registered != Errno.OK || q == null) {
            return Errno.EBADF;
        }
        Runnable expiry = () -> q.trigger(ident, filter, EXPIRY);
        Future<?> timer = (flags & EventFlags.ONE_SHOT) != 0
                ? timers.schedule(expiry, periodNs, TimeUnit.NANOSECONDS)
                : timers.scheduleAtFixedRate(expiry, periodNs, Math.max(1, periodNs), TimeUnit.NANOSECONDS);
        q.attachTimer(ident, filter, timer);
        return Errno.OK;
    }

    @Override
    public Errno watch(long queue, int descriptor, int filter, int flags, long userData) {
        EventQueue q = queues.get(queue);
        if (q == null) {
            return Errno.EBADF;
        }
        files.file(descriptor);
        q.watch(new Event(descriptor, filter, flags & (EventFlags.CLEAR | EventFlags.ONE_SHOT), 0, 0, userData),
                new Watch(files, descriptor, filter));
        return Errno.OK;
    }

    @Override
    public Errno unregister(long queue, long ident, int filter) {
        EventQueue q = queues.get(queue);
        return q == null ? Errno.EBADF : q.unregister(ident, filter) ? Errno.OK : Errno.ENOENT;
    }

    @Override
    public boolean isRegistered(long queue, long ident, int filter) {
        EventQueue q = queues.get(queue);
        return q != null && q.isRegistered(ident, filter);
    }

    @Override
    public int trigger(long ident, int filter, EventUpdate update) {
        int count = 0;
        for (EventQueue q : queues.values()) {
            if (q.trigger(ident, filter, update)) {
                count++;
            }
        }
        return count;
    }

    @Override
    public Errno trigger(long queue, long ident, int filter, EventUpdate update) {
        EventQueue q = queues.get(queue);
        return q == null ? Errno.EBADF : q.trigger(ident, filter, update) ? Errno.OK : Errno.ENOENT;
    }

    @Override
    public List<Event> await(long queue, int max, long timeoutNs) throws InterruptedException {
        EventQueue q = queues.get(queue);
        if (q == null) {
            throw new GuestErrno(Errno.EBADF, "no event queue " + queue);
        }
        return q.await(max, timeoutNs);
    }
}
