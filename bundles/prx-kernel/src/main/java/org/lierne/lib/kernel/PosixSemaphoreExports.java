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
import org.lierne.kernel.sync.GuestSemaphore;
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Counting semaphores of the thread functions, encoded and as POSIX calls. A variable holds a pointer to the object. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class PosixSemaphoreExports implements HleModule {
    private static final long DESTROYED = 1;

    /** One call on a semaphore. */
    private interface Use {
        Errno run(GuestSemaphore semaphore) throws InterruptedException;
    }

    private final Answers answers;
    private final SyncObjects objects;
    private final Clocks clocks = new Clocks(0);

    @Activate
    public PosixSemaphoreExports(@Reference Answers answers, @Reference SyncObjects objects) {
        this.answers = answers;
        this.objects = objects;
    }

    @HleExport(name = "scePthreadSemInit", nid = "GEnUkDZoUwY")
    public int init(@Out GuestPtr<Long> semaphore, int flag, int value, @OrNull GuestString name) {
        return make(semaphore, flag, value, Names.of(name)).encoded();
    }

    @HleExport(name = "sem_init", nid = "pDuPEf3m4fI")
    public int initPosix(@Out GuestPtr<Long> semaphore, int shared, int value) {
        return answers.posix(() -> make(semaphore, shared, value, ""));
    }

    /** A value above the greatest int is negative here. */
    private Errno make(GuestPtr<Long> variable, int flag, int value, String name) {
        if (variable.isNull() || flag != 0 || value < 0) {
            return Errno.EINVAL;
        }
        variable.set(objects.add(objects.newSemaphore(value, Integer.MAX_VALUE, name)));
        return Errno.OK;
    }

    @HleExport(name = "scePthreadSemDestroy", nid = "Vwc+L05e6oE")
    public int destroy(@InOut GuestPtr<Long> semaphore) {
        return end(semaphore).encoded();
    }

    @HleExport(name = "sem_destroy", nid = "cDW233RAwWo")
    public int destroyPosix(@InOut GuestPtr<Long> semaphore) {
        return answers.posix(() -> end(semaphore));
    }

    private Errno end(GuestPtr<Long> variable) {
        GuestSemaphore known = variable.isNull() ? null : objects.at(variable.get(), GuestSemaphore.class);
        if (known == null) {
            return Errno.EINVAL;
        }
        if (known.waiters() > 0) {
            return Errno.EBUSY;
        }
        objects.remove(variable.get());
        variable.set(DESTROYED);
        return Errno.OK;
    }

    @HleExport(name = "scePthreadSemWait", nid = "C36iRE0F5sE")
    public int take(@InOut GuestPtr<Long> semaphore) {
        return answers.encoded(answers.point(() -> use(semaphore, s -> s.take(1, Microseconds.FOREVER))));
    }

    @HleExport(name = "sem_wait", nid = "YCV5dGGBcCo")
    public int takePosix(@InOut GuestPtr<Long> semaphore) {
        return answers.posix(answers.point(() -> use(semaphore, s -> s.take(1, Microseconds.FOREVER))));
    }

    @HleExport(name = "scePthreadSemTrywait", nid = "H2a+IN9TP0E")
    public int tryTake(@InOut GuestPtr<Long> semaphore) {
        return answers.encoded(() -> use(semaphore, s -> unmet(s.take(1, 0), Errno.EAGAIN)));
    }

    @HleExport(name = "sem_trywait", nid = "WBWzsRifCEA")
    public int tryTakePosix(@InOut GuestPtr<Long> semaphore) {
        return answers.posix(() -> use(semaphore, s -> unmet(s.take(1, 0), Errno.EAGAIN)));
    }

    @HleExport(name = "scePthreadSemTimedwait", nid = "fjN6NQHhK8k")
    public int timedTake(@InOut GuestPtr<Long> semaphore, int microseconds) {
        return answers.encoded(() -> use(semaphore, s -> unmet(s.take(1, Microseconds.toNs(microseconds)), Errno.ETIMEDOUT)));
    }

    @HleExport(name = "sem_reltimedwait_np", nid = "4SbrhCozqQU")
    public int timedTakePosix(@InOut GuestPtr<Long> semaphore, int microseconds) {
        return answers.posix(() -> use(semaphore, s -> unmet(s.take(1, Microseconds.toNs(microseconds)), Errno.ETIMEDOUT)));
    }

    @HleExport(name = "sem_timedwait", nid = "w5IHyvahg-o")
    public int takeUntilPosix(@InOut GuestPtr<Long> semaphore, GuestPtr<Timespec> until) {
        return answers.posix(answers.point(() -> use(semaphore, s -> until.isNull() ? Errno.EINVAL
                : unmet(s.take(1, clocks.leftNs(Clocks.REALTIME, until.get())), Errno.ETIMEDOUT))));
    }

    private static Errno unmet(Errno errno, Errno inPlaceOfBusy) {
        return errno == Errno.EBUSY ? inPlaceOfBusy : errno;
    }

    @HleExport(name = "scePthreadSemPost", nid = "aishVAiFaYM")
    public int give(@InOut GuestPtr<Long> semaphore) {
        return answers.encoded(() -> use(semaphore, s -> s.give(1)));
    }

    @HleExport(name = "sem_post", nid = "IKP8typ0QUk")
    public int givePosix(@InOut GuestPtr<Long> semaphore) {
        return answers.posix(() -> use(semaphore, s -> s.give(1)));
    }

    @HleExport(name = "scePthreadSemGetvalue", nid = "DjpBvGlaWbQ")
    public int value(@InOut GuestPtr<Long> semaphore, @Out GuestPtr<Integer> value) {
        return answers.encoded(() -> use(semaphore, s -> read(s, value)));
    }

    @HleExport(name = "sem_getvalue", nid = "Bq+LRV-N6Hk")
    public int valuePosix(@InOut GuestPtr<Long> semaphore, @Out GuestPtr<Integer> value) {
        return answers.posix(() -> use(semaphore, s -> read(s, value)));
    }

    private static Errno read(GuestSemaphore semaphore, GuestPtr<Integer> value) {
        if (value.isNull()) {
            return Errno.EINVAL;
        }
        value.set(semaphore.count());
        return Errno.OK;
    }

    private Errno use(GuestPtr<Long> variable, Use use) throws InterruptedException {
        GuestSemaphore known = variable.isNull() ? null : objects.at(variable.get(), GuestSemaphore.class);
        return known == null ? Errno.EINVAL : use.run(known);
    }
}
