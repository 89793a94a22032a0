package org.lierne.lib.kernel;

import java.util.ArrayList;
import java.util.List;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.event.EventQueues;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Events of descriptors, and the POSIX form of queues. Documented: system calls, section 5; the change record is the delivered one. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class DescriptorEventExports implements HleModule {
    private static final int ENABLE = 0x04;
    private static final int RECEIPT = 0x40;
    private static final int KNOWN = EventFlags.ADD | EventFlags.DELETE | ENABLE | EventFlags.ONE_SHOT | EventFlags.CLEAR | RECEIPT;
    /** Filter flag of a user event that triggers it. */
    private static final int TRIGGER = 0x0100_0000;
    private static final long MILLISECOND_NS = 1_000_000;
    private static final int MOST_CHANGES = 4096;

    private final Answers answers;
    private final EventQueues queues;

    @Activate
    public DescriptorEventExports(@Reference Answers answers, @Reference EventQueues queues) {
        this.answers = answers;
        this.queues = queues;
    }

    @HleExport(name = "sceKernelAddReadEvent", nid = "VHCS3rCd0PM")
    public int addReadEvent(long queue, int descriptor, long bytes, long userData) {
        return answers.encoded(() -> watch(queue, descriptor, EventFilter.READ, bytes, userData));
    }

    @HleExport(name = "sceKernelAddWriteEvent", nid = "R-tyYMpYaxY")
    public int addWriteEvent(long queue, int descriptor, long bytes, long userData) {
        return answers.encoded(() -> watch(queue, descriptor, EventFilter.WRITE, bytes, userData));
    }

    /** How many bytes have to be ready is not described but for the first. */
    private Errno watch(long queue, int descriptor, int filter, long bytes, long userData) {
        if (Long.compareUnsigned(bytes, 1) > 0) {
            throw new HleRefusal("an event for " + bytes + " bytes of descriptor " + descriptor + " is not described");
        }
        return queues.watch(queue, descriptor, filter, 0, userData);
    }

    @HleExport(name = "sceKernelDeleteReadEvent", nid = "JxJ4tfgKlXA")
    public int deleteReadEvent(long queue, int descriptor) {
        return queues.unregister(queue, descriptor, EventFilter.READ).encoded();
    }

    @HleExport(name = "sceKernelDeleteWriteEvent", nid = "cBGTk8S92XM")
    public int deleteWriteEvent(long queue, int descriptor) {
        return queues.unregister(queue, descriptor, EventFilter.WRITE).encoded();
    }

    /** Makes the changes, then waits. A change that fails is an event with the error flag if there is room for one. */
    @HleExport(name = "kevent", nid = "RW-GEfpnsqg")
    public long changeAndAwait(int queue, @OrNull GuestPtr<GuestEvent> changes, int changeCount, @Out @OrNull GuestPtr<GuestEvent> events,
            int capacity, @OrNull GuestPtr<Timespec> timeout) {
        return answers.posixValue(answers.valuePoint(() -> {
            if (!queues.exists(queue)) {
                throw new GuestErrno(Errno.EBADF, "queue " + queue);
            }
            long timeoutNs = timeout.isNull() ? -1 : timeout.get().toNanoseconds();
            if (changeCount < 0 || changeCount > MOST_CHANGES || capacity < 0 || !timeout.isNull() && timeoutNs < 0) {
                throw new GuestErrno(Errno.EINVAL, changeCount + " changes, " + capacity + " events");
            }
            if (changes.isNull() && changeCount > 0 || events.isNull() && capacity > 0) {
                throw new GuestErrno(Errno.EFAULT, "no events");
            }
            List<GuestEvent> answered = change(queue, changes, changeCount, capacity);
            if (answered.isEmpty() && capacity > 0) {
                queues.await(queue, capacity, timeoutNs).forEach(e -> answered.add(GuestEvent.of(e)));
            }
            for (int i = 0; i < answered.size(); i++) {
                events.plus(i).set(answered.get(i));
            }
            return (long) answered.size();
        }));
    }

    /** @return the changes that failed or asked for a receipt, as events */
    private List<GuestEvent> change(long queue, GuestPtr<GuestEvent> changes, int count, int capacity) {
        List<GuestEvent> answered = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            GuestEvent change = changes.plus(i).get();
            Errno errno = change(queue, change);
            if (errno == Errno.OK && (change.flags() & RECEIPT) == 0) {
                continue;
            }
            if (answered.size() == capacity) {
                throw new GuestErrno(errno, "change " + i);
            }
            answered.add(new GuestEvent(change.ident(), change.filter(), (short) (change.flags() | EventFlags.ERROR), change.filterFlags(),
                    errno.number(), change.userData()));
        }
        return answered;
    }

    private Errno change(long queue, GuestEvent change) {
        int unknown = change.flags() & ~KNOWN;
        if (unknown != 0) {
            throw new HleRefusal("flags 0x%x of a change of an event queue are not implemented".formatted(unknown));
        }
        int filter = change.filter();
        if ((change.flags() & EventFlags.DELETE) != 0) {
            return queues.unregister(queue, change.ident(), filter);
        }
        boolean isNew = (change.flags() & EventFlags.ADD) != 0;
        if (!isNew && !queues.isRegistered(queue, change.ident(), filter)) {
            return Errno.ENOENT;
        }
        return switch (filter) {
            case EventFilter.READ, EventFilter.WRITE -> addWatch(queue, change);
            case EventFilter.TIMER -> queues.registerTimer(queue, change.ident(), filter, change.flags() | EventFlags.CLEAR,
                    Math.max(0, change.data()) * MILLISECOND_NS, change.userData());
            case EventFilter.USER -> changeUserEvent(queue, change, isNew);
            default -> Errno.EINVAL;
        };
    }

    private Errno addWatch(long queue, GuestEvent change) {
        try {
            return queues.watch(queue, (int) change.ident(), change.filter(), change.flags(), change.userData());
        } catch (GuestErrno e) {
            return e.errno();
        }
    }

    /** The one change that both makes an event and triggers it. */
    private Errno changeUserEvent(long queue, GuestEvent change, boolean isNew) {
        if (isNew && !queues.isRegistered(queue, change.ident(), EventFilter.USER)) {
            queues.register(queue, change.ident(), EventFilter.USER, change.flags(), change.userData());
        }
        return (change.filterFlags() & TRIGGER) == 0 ? Errno.OK
                : queues.trigger(queue, change.ident(), EventFilter.USER, (Event before, int pending) -> before.withData(change.data()));
    }
}
