package org.lierne.lib.net;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Waiting on descriptors. Documented: system calls, section 16; decisions, S-006. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.net", library = "libSceNet")
public final class EventPollExports implements HleModule, TitleListener {
    private static final int ADD = 1;
    private static final int REMOVE = 3;
    private static final long MICROSECOND_NS = 1000;

    private final NetErrors errors;
    private final Map<Integer, EventPoll> polls = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger(1);

    @Activate
    public EventPollExports(@Reference NetErrors errors) {
        this.errors = errors;
    }

    @Override
    public void titleStarting(Title title) {
        polls.clear();
    }

    @HleExport(name = "sceNetEpollCreate", nid = "SF47kB2MNTo")
    public GuestValue create(@OrNull GuestString name, int flags) {
        if (flags != 0) {
            return errors.failed(Errno.EINVAL);
        }
        int id = next.getAndIncrement();
        polls.put(id, new EventPoll());
        return GuestValue.of(id);
    }

    /** There are no sockets, so no id can be added, changed or removed. */
    @HleExport(name = "sceNetEpollControl", nid = "ZVw46bsasAk")
    public GuestValue control(int poll, int operation, int descriptor, @OrNull GuestPtr<Integer> event) {
        if (!polls.containsKey(poll)) {
            return errors.failed(Errno.EBADF);
        }
        boolean isOperation = operation >= ADD && operation <= REMOVE;
        return errors.failed(!isOperation || operation != REMOVE && event.isNull() ? Errno.EINVAL : Errno.EBADF);
    }

    /** Gives the number of events: 0 at the time-out. */
    @HleExport(name = "sceNetEpollWait", nid = "drjIbDbA7UQ")
    public GuestValue await(int poll, GuestPtr<Integer> events, int most, int microseconds) {
        EventPoll known = polls.get(poll);
        if (known == null) {
            return errors.failed(Errno.EBADF);
        }
        if (events.isNull() || most < 1) {
            return errors.failed(Errno.EINVAL);
        }
        try {
            Errno end = known.await(microseconds < 0 ? -1 : microseconds * MICROSECOND_NS);
            return end == Errno.OK ? GuestValue.of(0) : errors.failed(end);
        } catch (InterruptedException e) {
            throw errors.interrupted();
        }
    }

    @HleExport(name = "sceNetEpollAbort", nid = "w21YgGGNtBk")
    public GuestValue abort(int poll, int flags) {
        EventPoll known = polls.get(poll);
        if (known == null) {
            return errors.failed(Errno.EBADF);
        }
        known.abort();
        return GuestValue.of(0);
    }

    @HleExport(name = "sceNetEpollDestroy", nid = "Inp1lfL+Jdw")
    public GuestValue destroy(int poll) {
        EventPoll known = polls.remove(poll);
        if (known == null) {
            return errors.failed(Errno.EBADF);
        }
        known.destroy();
        return GuestValue.of(0);
    }
}
