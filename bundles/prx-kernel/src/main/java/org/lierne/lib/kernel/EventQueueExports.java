package org.lierne.lib.kernel;

import java.util.List;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.event.EventQueues;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Event queues: making them, waiting on them, and the events that a title itself triggers. Documented: system calls, section 5. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class EventQueueExports implements HleModule {
    /** Names of this many bytes are too long. */
    private static final int NAME_LIMIT = 33;

    private final Answers answers;
    private final EventQueues queues;

    @Activate
    public EventQueueExports(@Reference Answers answers, @Reference EventQueues queues) {
        this.answers = answers;
        this.queues = queues;
    }

    @HleExport(name = "sceKernelCreateEqueue", nid = "D0OdFMjp46I")
    public int create(@Out GuestPtr<Long> queue, GuestString name) {
        return answers.encoded(() -> {
            if (queue.isNull()) {
                return Errno.EINVAL;
            }
            queue.set(queues.create(Names.checked(name, NAME_LIMIT)));
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelDeleteEqueue", nid = "jpFjmgAC5AE")
    public int delete(long queue) {
        return queues.delete(queue).encoded();
    }

    /** The time-out word is not changed; {@code out} is the number of events, 0 whenever none is written. */
    @HleExport(name = "sceKernelWaitEqueue", nid = "fzyMKs9kim0")
    public int await(long queue, @Out GuestPtr<GuestEvent> events, int capacity, @Out @OrNull GuestPtr<Integer> out,
            @OrNull GuestPtr<Integer> microseconds) {
        return answers.encoded(() -> {
            if (!queues.exists(queue)) {
                return Errno.EBADF;
            }
            if (events.isNull()) {
                return Errno.EFAULT;
            }
            write(out, 0);
            if (capacity < 1) {
                return Errno.EINVAL;
            }
            List<Event> taken = queues.await(queue, capacity, Microseconds.toNs(microseconds));
            for (int i = 0; i < taken.size(); i++) {
                events.plus(i).set(GuestEvent.of(taken.get(i)));
            }
            write(out, taken.size());
            return taken.isEmpty() ? Errno.ETIMEDOUT : Errno.OK;
        });
    }

    private static void write(GuestPtr<Integer> out, int value) {
        if (!out.isNull()) {
            out.set(value);
        }
    }

    /** Stays triggered until it is deleted. */
    @HleExport(name = "sceKernelAddUserEvent", nid = "4R6-OvI2cEA")
    public int addUserEvent(long queue, int id) {
        return queues.register(queue, id, EventFilter.USER, 0, 0).encoded();
    }

    /** Delivered once for each run of triggers. */
    @HleExport(name = "sceKernelAddUserEventEdge", nid = "WDszmSbWuDk")
    public int addUserEventEdge(long queue, int id) {
        return queues.register(queue, id, EventFilter.USER, EventFlags.CLEAR, 0).encoded();
    }

    @HleExport(name = "sceKernelTriggerUserEvent", nid = "F6e0kwo4cnk")
    public int triggerUserEvent(long queue, int id, long data) {
        return queues.trigger(queue, id, EventFilter.USER, (before, pending) ->
                before.withData(data).withUserData(data).withFilterFlags(before.filterFlags() + 1)).encoded();
    }

    @HleExport(name = "sceKernelDeleteUserEvent", nid = "LJDwdSNTnDg")
    public int deleteUserEvent(long queue, int id) {
        return queues.unregister(queue, id, EventFilter.USER).encoded();
    }

    @HleExport(name = "sceKernelAddTimerEvent", nid = "57ZK+ODEXWY")
    public int addTimerEvent(long queue, int id, int microseconds, long userData) {
        return queues.registerTimer(queue, id, EventFilter.TIMER, EventFlags.CLEAR, Microseconds.toNs(microseconds), userData).encoded();
    }

    @HleExport(name = "sceKernelDeleteTimerEvent", nid = "YWQFUyXIVdU")
    public int deleteTimerEvent(long queue, int id) {
        return queues.unregister(queue, id, EventFilter.TIMER).encoded();
    }

    @HleExport(name = "sceKernelAddHRTimerEvent", nid = "R74tt43xP6k")
    public int addHighResolutionTimerEvent(long queue, int id, GuestPtr<Timespec> time, long userData) {
        return answers.encoded(() -> {
            if (!queues.exists(queue)) {
                return Errno.EBADF;
            }
            if (time.isNull()) {
                return Errno.EFAULT;
            }
            long ns = time.get().toNanoseconds();
            if (ns < 0) {
                return Errno.EINVAL;
            }
            return queues.registerTimer(queue, id, EventFilter.HIGH_RESOLUTION_TIMER, EventFlags.ONE_SHOT, ns, userData);
        });
    }

    @HleExport(name = "sceKernelDeleteHRTimerEvent", nid = "J+LF6LwObXU")
    public int deleteHighResolutionTimerEvent(long queue, int id) {
        return queues.unregister(queue, id, EventFilter.HIGH_RESOLUTION_TIMER).encoded();
    }

    @HleExport(name = "sceKernelGetEventId", nid = "mJ7aghmgvfc")
    public long eventId(GuestPtr<GuestEvent> event) {
        return event.get().ident();
    }

    @HleExport(name = "sceKernelGetEventFilter", nid = "23CPPI1tyBY")
    public int eventFilter(GuestPtr<GuestEvent> event) {
        return event.get().filter();
    }

    @HleExport(name = "sceKernelGetEventData", nid = "kwGyyjohI50")
    public long eventData(GuestPtr<GuestEvent> event) {
        return event.get().data();
    }

    @HleExport(name = "sceKernelGetEventFflags", nid = "Q0qr9AyqJSk")
    public long eventFilterFlags(GuestPtr<GuestEvent> event) {
        return Integer.toUnsignedLong(event.get().filterFlags());
    }

    @HleExport(name = "sceKernelGetEventUserData", nid = "vz+pg2zdopI")
    public long eventUserData(GuestPtr<GuestEvent> event) {
        return event.get().userData();
    }

    @HleExport(name = "sceKernelGetEventError", nid = "Uu-iDFC9aUc")
    public int eventError(GuestPtr<GuestEvent> event) {
        GuestEvent e = event.get();
        return (e.flags() & EventFlags.ERROR) != 0 ? (int) e.data() : 0;
    }
}
