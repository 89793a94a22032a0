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
import org.lierne.kernel.sync.GuestBarrier;
import org.lierne.kernel.sync.SyncObject;
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Barriers. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class BarrierExports implements HleModule {
    /** What one thread of each round gets. Documented: FreeBSD, PTHREAD_BARRIER_SERIAL_THREAD. */
    private static final long SERIAL_THREAD = -1;

    private record Attributes(String name) implements SyncObject {}

    private final Answers answers;
    private final SyncObjects objects;

    @Activate
    public BarrierExports(@Reference Answers answers, @Reference SyncObjects objects) {
        this.answers = answers;
        this.objects = objects;
    }

    @HleExport(name = "scePthreadBarrierInit", nid = "5dgOEPsEGqw")
    public int init(@Out GuestPtr<Long> barrier, @OrNull GuestPtr<Long> attribute, int count, @OrNull GuestString name) {
        if (barrier.isNull() || count <= 0) {
            return Errno.EINVAL.encoded();
        }
        barrier.set(objects.add(objects.newBarrier(count, Names.of(name))));
        return Errno.OK.encoded();
    }

    @HleExport(name = "scePthreadBarrierWait", nid = "t9vVyTglqHQ")
    public int await(GuestPtr<Long> barrier) {
        return (int) answers.encodedValue(() -> {
            GuestBarrier known = at(barrier);
            return known.await() ? SERIAL_THREAD : 0;
        });
    }

    private GuestBarrier at(GuestPtr<Long> barrier) {
        GuestBarrier known = barrier.isNull() ? null : objects.at(barrier.get(), GuestBarrier.class);
        if (known == null) {
            throw new GuestErrno(Errno.EINVAL, "no barrier");
        }
        return known;
    }

    @HleExport(name = "scePthreadBarrierDestroy", nid = "HudB2Jv2MPY")
    public int destroy(@InOut GuestPtr<Long> barrier) {
        return answers.encoded(() -> {
            if (at(barrier).hasWaiters()) {
                return Errno.EBUSY;
            }
            objects.remove(barrier.get());
            barrier.set(0L);
            return Errno.OK;
        });
    }

    @HleExport(name = "scePthreadBarrierattrInit", nid = "SDkV9xhINKI")
    public int initAttributes(@Out GuestPtr<Long> attribute) {
        if (attribute.isNull()) {
            return Errno.EINVAL.encoded();
        }
        attribute.set(objects.add(new Attributes("")));
        return Errno.OK.encoded();
    }

    @HleExport(name = "scePthreadBarrierattrDestroy", nid = "oT-j4DqJHY8")
    public int destroyAttributes(@InOut GuestPtr<Long> attribute) {
        if (attribute.isNull() || objects.at(attribute.get(), Attributes.class) == null) {
            return Errno.EINVAL.encoded();
        }
        objects.remove(attribute.get());
        attribute.set(0L);
        return Errno.OK.encoded();
    }

    /** Only process-private (0) is legal. */
    @HleExport(name = "scePthreadBarrierattrSetpshared", nid = "NpfpcLf5PYM")
    public int setShared(GuestPtr<Long> attribute, int shared) {
        boolean isKnown = !attribute.isNull() && objects.at(attribute.get(), Attributes.class) != null;
        return (isKnown && shared == 0 ? Errno.OK : Errno.EINVAL).encoded();
    }
}
