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
import org.lierne.kernel.sync.GuestCondition;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Condition variables and their attributes in both families: the POSIX wait ends at an absolute time, the guest's own after a time. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class ConditionExports implements HleModule {
    private final Answers answers;
    private final Conditions conditions;
    private final Clocks clocks = new Clocks(0);

    @Activate
    public ConditionExports(@Reference Answers answers, @Reference SyncObjects objects, @Reference PosixThreads threads) {
        this.answers = answers;
        this.conditions = new Conditions(objects, threads);
    }

    @HleExport(name = "scePthreadCondInit", nid = "2Tb92quprl0")
    public int init(@Out GuestPtr<Long> condition, @OrNull GuestPtr<Long> attribute, @OrNull GuestString name) {
        return conditions.init(condition, attribute, Names.of(name)).encoded();
    }

    @HleExport(name = "pthread_cond_init", nid = "0TyVk4MSLt0")
    public int initBare(@Out GuestPtr<Long> condition, @OrNull GuestPtr<Long> attribute) {
        return conditions.init(condition, attribute, "").number();
    }

    @HleExport(name = "scePthreadCondDestroy", nid = "g+PZd2hiacg")
    public int destroy(@InOut GuestPtr<Long> condition) {
        return conditions.destroy(condition).encoded();
    }

    @HleExport(name = "pthread_cond_destroy", nid = "RXXqi4CtF8w")
    public int destroyBare(@InOut GuestPtr<Long> condition) {
        return conditions.destroy(condition).number();
    }

    @HleExport(name = "scePthreadCondWait", nid = "WKAXJ4XBPQ4")
    public int await(@InOut GuestPtr<Long> condition, @InOut GuestPtr<Long> mutex) {
        return answers.encoded(answers.point(() -> conditions.await(condition, mutex, Microseconds.FOREVER)));
    }

    @HleExport(name = "pthread_cond_wait", nid = "Op8TBGY5KHg")
    public int awaitBare(@InOut GuestPtr<Long> condition, @InOut GuestPtr<Long> mutex) {
        return answers.bare(answers.point(() -> conditions.await(condition, mutex, Microseconds.FOREVER)));
    }

    @HleExport(name = "scePthreadCondTimedwait", nid = "BmMjYxmew1w")
    public int timedAwait(@InOut GuestPtr<Long> condition, @InOut GuestPtr<Long> mutex, int microseconds) {
        return answers.encoded(answers.point(() -> conditions.await(condition, mutex, Microseconds.toNs(microseconds))));
    }

    @HleExport(name = "pthread_cond_timedwait", nid = "27bAgiJmOh0")
    public int timedAwaitBare(@InOut GuestPtr<Long> condition, @InOut GuestPtr<Long> mutex, GuestPtr<Timespec> until) {
        return answers.bare(answers.point(() -> {
            GuestCondition known = conditions.at(condition);
            if (known == null || until.isNull()) {
                return Errno.EINVAL;
            }
            return conditions.await(condition, mutex, clocks.leftNs(known.clock(), until.get()));
        }));
    }

    @HleExport(name = "scePthreadCondSignal", nid = "kDh-NfxgMtE")
    public int signal(@InOut GuestPtr<Long> condition) {
        return conditions.signal(condition).encoded();
    }

    @HleExport(name = "pthread_cond_signal", nid = "2MOy+rUfuhQ")
    public int signalBare(@InOut GuestPtr<Long> condition) {
        return conditions.signal(condition).number();
    }

    @HleExport(name = "scePthreadCondSignalto", nid = "o69RpYO-Mu0")
    public int signalTo(@InOut GuestPtr<Long> condition, long thread) {
        return conditions.signalTo(condition, thread).encoded();
    }

    @HleExport(name = "scePthreadCondBroadcast", nid = "JGgj7Uvrl+A")
    public int signalAll(@InOut GuestPtr<Long> condition) {
        return conditions.signalAll(condition).encoded();
    }

    @HleExport(name = "pthread_cond_broadcast", nid = "mkx2fVhNMsg")
    public int signalAllBare(@InOut GuestPtr<Long> condition) {
        return conditions.signalAll(condition).number();
    }

    @HleExport(name = "scePthreadCondattrInit", nid = "m5-2bsNfv7s")
    public int initAttributes(@Out GuestPtr<Long> attribute) {
        return conditions.initAttributes(attribute).encoded();
    }

    @HleExport(name = "pthread_condattr_init", nid = "mKoTx03HRWA")
    public int initAttributesBare(@Out GuestPtr<Long> attribute) {
        return conditions.initAttributes(attribute).number();
    }

    @HleExport(name = "scePthreadCondattrDestroy", nid = "waPcxYiR3WA")
    public int destroyAttributes(@InOut GuestPtr<Long> attribute) {
        return conditions.destroyAttributes(attribute).encoded();
    }

    @HleExport(name = "pthread_condattr_destroy", nid = "dJcuQVn6-Iw")
    public int destroyAttributesBare(@InOut GuestPtr<Long> attribute) {
        return conditions.destroyAttributes(attribute).number();
    }

    @HleExport(name = "scePthreadCondattrSetclock", nid = "c-bxj027czs")
    public int setClock(GuestPtr<Long> attribute, int clock) {
        return conditions.setClock(attribute, clock).encoded();
    }

    @HleExport(name = "pthread_condattr_setclock", nid = "EjllaAqAPZo")
    public int setClockBare(GuestPtr<Long> attribute, int clock) {
        return conditions.setClock(attribute, clock).number();
    }

    @HleExport(name = "scePthreadCondattrGetclock", nid = "6qM3kO5S3Oo")
    public int clock(GuestPtr<Long> attribute, @Out GuestPtr<Integer> clock) {
        return readClock(attribute, clock).encoded();
    }

    @HleExport(name = "pthread_condattr_getclock", nid = "cTDYxTUNPhM")
    public int clockBare(GuestPtr<Long> attribute, @Out GuestPtr<Integer> clock) {
        return readClock(attribute, clock).number();
    }

    private Errno readClock(GuestPtr<Long> attribute, GuestPtr<Integer> clock) {
        Conditions.Attributes attributes = conditions.attributes(attribute);
        if (attributes == null || clock.isNull()) {
            return Errno.EINVAL;
        }
        clock.set(attributes.clock);
        return Errno.OK;
    }

    /** Only process-private (0) is legal. */
    @HleExport(name = "scePthreadCondattrSetpshared", nid = "6xMew9+rZwI")
    public int setShared(GuestPtr<Long> attribute, int shared) {
        return isPrivate(attribute, shared).encoded();
    }

    @HleExport(name = "pthread_condattr_setpshared", nid = "3BpP850hBT4")
    public int setSharedBare(GuestPtr<Long> attribute, int shared) {
        return isPrivate(attribute, shared).number();
    }

    private Errno isPrivate(GuestPtr<Long> attribute, int shared) {
        return conditions.attributes(attribute) == null || shared != 0 ? Errno.EINVAL : Errno.OK;
    }

    @HleExport(name = "scePthreadCondattrGetpshared", nid = "Dn-DRWi9t54")
    public int shared(GuestPtr<Long> attribute, @Out GuestPtr<Integer> shared) {
        return readShared(attribute, shared).encoded();
    }

    @HleExport(name = "pthread_condattr_getpshared", nid = "h0qUqSuOmC8")
    public int sharedBare(GuestPtr<Long> attribute, @Out GuestPtr<Integer> shared) {
        return readShared(attribute, shared).number();
    }

    private Errno readShared(GuestPtr<Long> attribute, GuestPtr<Integer> shared) {
        if (conditions.attributes(attribute) == null || shared.isNull()) {
            return Errno.EINVAL;
        }
        shared.set(0);
        return Errno.OK;
    }
}
