package org.lierne.lib.net;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
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
    private static final int CHANGE = 2;
    private static final int REMOVE = 3;
    private static final long MICROSECOND_NS = 1000;

    /** What is wanted of a descriptor, or came true. */
    @GuestStruct(size = 0x18)
    public record PollEvent(@At(0x00) int events, @At(0x08) long descriptor, @At(0x10) long data) {}

    private final NetErrors errors;
    private final GuestFiles files;
    private final Map<Integer, EventPoll> polls = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger(1);

    @Activate
    public EventPollExports(@Reference NetErrors errors, @Reference GuestFiles files) {
        this.errors = errors;
        this.files = files;
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
        polls.put(id, new EventPoll(files));
        return GuestValue.of(id);
    }

    @HleExport(name = "sceNetEpollControl", nid = "ZVw46bsasAk")
    public GuestValue control(int poll, int operation, int descriptor, @OrNull GuestPtr<PollEvent> event) {
        return errors.value(() -> {
            EventPoll known = known(poll);
            if (operation < ADD || operation > REMOVE || operation != REMOVE && event.isNull()) {
                throw new GuestErrno(Errno.EINVAL, "operation " + operation);
            }
            Errno errno = switch (operation) {
                case ADD -> known.add(descriptor, event.get().events(), event.get().data());
                case CHANGE -> known.change(descriptor, event.get().events(), event.get().data());
                default -> known.remove(descriptor);
            };
            if (errno != Errno.OK) {
                throw new GuestErrno(errno, "descriptor " + descriptor);
            }
            return 0;
        });
    }

    private EventPoll known(int poll) {
        EventPoll known = polls.get(poll);
        if (known == null) {
            throw new GuestErrno(Errno.EBADF, "poll " + poll);
        }
        return known;
    }

    /** Gives the number of events: 0 at the time-out. */
    @HleExport(name = "sceNetEpollWait", nid = "drjIbDbA7UQ")
    public GuestValue await(int poll, GuestPtr<PollEvent> events, int most, int microseconds) {
        return errors.value(() -> {
            EventPoll known = known(poll);
            if (events.isNull() || most < 1) {
                throw new GuestErrno(Errno.EINVAL, most + " events");
            }
            try {
                List<EventPoll.Ready> ready = known.await(most, microseconds < 0 ? -1 : microseconds * MICROSECOND_NS);
                for (int i = 0; i < ready.size(); i++) {
                    EventPoll.Ready one = ready.get(i);
                    events.plus(i).set(new PollEvent(one.events(), one.descriptor(), one.data()));
                }
                return ready.size();
            } catch (InterruptedException e) {
                throw errors.interrupted();
            }
        });
    }

    @HleExport(name = "sceNetEpollAbort", nid = "w21YgGGNtBk")
    public GuestValue abort(int poll, int flags) {
        return errors.value(() -> {
            known(poll).abort();
            return 0;
        });
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
