package org.lierne.lib.kernel;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.sync.GuestEventFlag;
import org.lierne.kernel.sync.GuestEventFlag.Clearing;
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Event flags. Documented: system calls, section 4. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class EventFlagExports implements HleModule {
    private static final int FIFO = 0x01;
    private static final int PRIORITY = 0x02;
    private static final int ONE_WAITER = 0x10;
    private static final int MANY_WAITERS = 0x20;
    private static final int WAIT_ALL = 0x01;
    private static final int WAIT_ANY = 0x02;
    private static final int CLEAR_ALL = 0x10;
    private static final int CLEAR_PATTERN = 0x20;
    private static final int NAME_BYTES = 32;

    private final Answers answers;
    private final SyncObjects objects;

    @Activate
    public EventFlagExports(@Reference Answers answers, @Reference SyncObjects objects) {
        this.answers = answers;
        this.objects = objects;
    }

    @HleExport(name = "sceKernelCreateEventFlag", nid = "BpFoboUJoZU")
    public int create(@Out GuestPtr<Long> flag, GuestString name, int attributes, long initial, @OrNull GuestPtr<Long> option) {
        return answers.encoded(() -> {
            if (flag.isNull() || name.isNull()) {
                return Errno.EINVAL;
            }
            if (!option.isNull() || (attributes & ~(FIFO | PRIORITY | ONE_WAITER | MANY_WAITERS)) != 0) {
                return Errno.EINVAL;
            }
            String text = Names.checked(name, NAME_BYTES);
            if (has(attributes, FIFO | PRIORITY) || has(attributes, ONE_WAITER | MANY_WAITERS)) {
                return Errno.EINVAL;
            }
            flag.set(objects.add(objects.newEventFlag(initial, !has(attributes, MANY_WAITERS), text)));
            return Errno.OK;
        });
    }

    private static boolean has(int word, int bits) {
        return (word & bits) == bits;
    }

    @HleExport(name = "sceKernelDeleteEventFlag", nid = "8mql9OcQnd4")
    public int delete(long flag) {
        return answers.encoded(() -> {
            at(flag).delete();
            objects.remove(flag);
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelSetEventFlag", nid = "IOnSvHzqu6A")
    public int set(long flag, long pattern) {
        return answers.encoded(() -> {
            at(flag).set(pattern);
            return Errno.OK;
        });
    }

    /** Keeps only the bits of the pattern. */
    @HleExport(name = "sceKernelClearEventFlag", nid = "7uhBFWRAS60")
    public int clear(long flag, long pattern) {
        return answers.encoded(() -> {
            at(flag).keep(pattern);
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelCancelEventFlag", nid = "PZku4ZrXJqg")
    public int cancel(long flag, long pattern, @Out @OrNull GuestPtr<Integer> waiters) {
        return answers.encoded(() -> {
            int count = at(flag).cancel(pattern);
            if (!waiters.isNull()) {
                waiters.set(count);
            }
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelWaitEventFlag", nid = "JTvBflhYazQ")
    public int await(long flag, long pattern, int mode, @Out @OrNull GuestPtr<Long> bits,
            @InOut @OrNull GuestPtr<Integer> microseconds) {
        return answers.encoded(() -> {
            GuestEventFlag known = at(flag);
            checkWait(pattern, mode);
            long timeoutNs = Microseconds.toNs(microseconds);
            GuestEventFlag.Result end = known.await(pattern, has(mode, WAIT_ALL), clearing(mode), timeoutNs);
            if (!bits.isNull()) {
                bits.set(end.bits());
            }
            if (!microseconds.isNull()) {
                microseconds.set(Microseconds.ofNs(end.leftNs()));
            }
            return end.errno() == Errno.EBUSY ? Errno.ETIMEDOUT : end.errno();
        });
    }

    @HleExport(name = "sceKernelPollEventFlag", nid = "9lvj5DjHZiA")
    public int poll(long flag, long pattern, int mode, @Out @OrNull GuestPtr<Long> bits) {
        return answers.encoded(() -> {
            GuestEventFlag known = at(flag);
            checkWait(pattern, mode);
            GuestEventFlag.Result end = known.await(pattern, has(mode, WAIT_ALL), clearing(mode), 0);
            if (!bits.isNull()) {
                bits.set(end.bits());
            }
            return end.errno();
        });
    }

    /** Exactly one of all and any, at most one way of clearing, nothing else. */
    private static void checkWait(long pattern, int mode) {
        int how = mode & (WAIT_ALL | WAIT_ANY);
        int clearing = mode & (CLEAR_ALL | CLEAR_PATTERN);
        boolean isMode = (how == WAIT_ALL || how == WAIT_ANY) && clearing != (CLEAR_ALL | CLEAR_PATTERN) && (how | clearing) == mode;
        if (pattern == 0 || !isMode) {
            throw new GuestErrno(Errno.EINVAL, "pattern 0x%x, mode 0x%x".formatted(pattern, mode));
        }
    }

    private static Clearing clearing(int mode) {
        return has(mode, CLEAR_ALL) ? Clearing.ALL : has(mode, CLEAR_PATTERN) ? Clearing.PATTERN : Clearing.NOTHING;
    }

    private GuestEventFlag at(long flag) {
        GuestEventFlag known = objects.at(flag, GuestEventFlag.class);
        if (known == null) {
            throw new GuestErrno(Errno.ESRCH, "no event flag 0x%x".formatted(flag));
        }
        return known;
    }
}
