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
import org.lierne.kernel.sync.GuestSemaphore;
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The kernel's semaphore objects, from which several units are taken at once. Documented: system calls, section 4. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class SemaphoreExports implements HleModule {
    private static final int LAST_ATTRIBUTE = 2;

    private final Answers answers;
    private final SyncObjects objects;

    @Activate
    public SemaphoreExports(@Reference Answers answers, @Reference SyncObjects objects) {
        this.answers = answers;
        this.objects = objects;
    }

    @HleExport(name = "sceKernelCreateSema", nid = "188x57JYp0g")
    public int create(@Out GuestPtr<Long> semaphore, GuestString name, int attributes, int initial, int maximum,
            @OrNull GuestPtr<Long> option) {
        if (semaphore.isNull() || name.isNull() || Integer.compareUnsigned(attributes, LAST_ATTRIBUTE) > 0 || initial < 0
                || maximum <= 0 || initial > maximum) {
            return Errno.EINVAL.encoded();
        }
        semaphore.set(objects.add(objects.newSemaphore(initial, maximum, Names.of(name))));
        return Errno.OK.encoded();
    }

    @HleExport(name = "sceKernelDeleteSema", nid = "R1Jvn8bSCW8")
    public int delete(long semaphore) {
        return answers.encoded(() -> {
            at(semaphore).delete();
            objects.remove(semaphore);
            return Errno.OK;
        });
    }

    @HleExport(name = "sceKernelWaitSema", nid = "Zxa0VhQVTsk")
    public int take(long semaphore, int units, @InOut @OrNull GuestPtr<Integer> microseconds) {
        return answers.encoded(() -> {
            GuestSemaphore known = at(semaphore);
            if (units < 1 || units > known.maximum()) {
                return Errno.EINVAL;
            }
            long timeoutNs = Microseconds.toNs(microseconds);
            long start = System.nanoTime();
            Errno end = known.take(units, timeoutNs);
            if (!microseconds.isNull()) {
                microseconds.set(Microseconds.ofNs(Math.max(0, timeoutNs - (System.nanoTime() - start))));
            }
            return end == Errno.EBUSY ? Errno.ETIMEDOUT : end;
        });
    }

    @HleExport(name = "sceKernelPollSema", nid = "12wOHk8ywb0")
    public int tryTake(long semaphore, int units) {
        return answers.encoded(() -> {
            GuestSemaphore known = at(semaphore);
            return units < 1 || units > known.maximum() ? Errno.EINVAL : known.take(units, 0);
        });
    }

    @HleExport(name = "sceKernelSignalSema", nid = "4czppHBiriw")
    public int give(long semaphore, int units) {
        return answers.encoded(() -> {
            GuestSemaphore known = at(semaphore);
            return units < 1 || known.give(units) != Errno.OK ? Errno.EINVAL : Errno.OK;
        });
    }

    @HleExport(name = "sceKernelCancelSema", nid = "4DM06U2BNEY")
    public int cancel(long semaphore, int count, @Out @OrNull GuestPtr<Integer> waiters) {
        return answers.encoded(() -> {
            GuestSemaphore known = at(semaphore);
            if (count > known.maximum()) {
                return Errno.EINVAL;
            }
            int ended = known.cancel(count);
            if (!waiters.isNull()) {
                waiters.set(ended);
            }
            return Errno.OK;
        });
    }

    private GuestSemaphore at(long semaphore) {
        GuestSemaphore known = objects.at(semaphore, GuestSemaphore.class);
        if (known == null) {
            throw new GuestErrno(Errno.ESRCH, "no semaphore 0x%x".formatted(semaphore));
        }
        return known;
    }
}
