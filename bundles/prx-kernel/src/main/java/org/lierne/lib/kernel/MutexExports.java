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
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Mutexes and their attributes in both families. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class MutexExports implements HleModule {
    private final Answers answers;
    private final Mutexes mutexes;
    private final Clocks clocks = new Clocks(0);

    @Activate
    public MutexExports(@Reference Answers answers, @Reference SyncObjects objects) {
        this.answers = answers;
        this.mutexes = new Mutexes(objects);
    }

    @HleExport(name = "scePthreadMutexInit", nid = "cmo1RIYva9o")
    public int init(@Out GuestPtr<Long> mutex, @OrNull GuestPtr<Long> attribute, @OrNull GuestString name) {
        return answers.encoded(() -> mutexes.init(mutex, attribute, Names.of(name)));
    }

    @HleExport(name = "pthread_mutex_init", nid = "ttHNfU+qDBU")
    public int initBare(@Out GuestPtr<Long> mutex, @OrNull GuestPtr<Long> attribute) {
        return answers.bare(() -> mutexes.init(mutex, attribute, ""));
    }

    @HleExport(name = "scePthreadMutexDestroy", nid = "2Of0f+3mhhE")
    public int destroy(@InOut GuestPtr<Long> mutex) {
        return mutexes.destroy(mutex).encoded();
    }

    @HleExport(name = "pthread_mutex_destroy", nid = "ltCfaGr2JGE")
    public int destroyBare(@InOut GuestPtr<Long> mutex) {
        return mutexes.destroy(mutex).number();
    }

    @HleExport(name = "scePthreadMutexLock", nid = "9UK1vLZQft4")
    public int lock(@InOut GuestPtr<Long> mutex) {
        return answers.encoded(() -> mutexes.lock(mutex));
    }

    @HleExport(name = "pthread_mutex_lock", nid = "7H0iTOciTLo")
    public int lockBare(@InOut GuestPtr<Long> mutex) {
        return answers.bare(() -> mutexes.lock(mutex));
    }

    @HleExport(name = "scePthreadMutexTrylock", nid = "upoVrzMHFeE")
    public int tryLock(@InOut GuestPtr<Long> mutex) {
        return mutexes.tryLock(mutex).encoded();
    }

    @HleExport(name = "pthread_mutex_trylock", nid = "K-jXhbt2gn4")
    public int tryLockBare(@InOut GuestPtr<Long> mutex) {
        return mutexes.tryLock(mutex).number();
    }

    @HleExport(name = "scePthreadMutexTimedlock", nid = "IafI2PxcPnQ")
    public int timedLock(@InOut GuestPtr<Long> mutex, int microseconds) {
        return answers.encoded(() -> mutexes.lock(mutex, Microseconds.toNs(microseconds)));
    }

    @HleExport(name = "pthread_mutex_timedlock", nid = "Io9+nTKXZtA")
    public int timedLockBare(@InOut GuestPtr<Long> mutex, GuestPtr<Timespec> until) {
        return answers.bare(() -> until.isNull() ? Errno.EINVAL
                : mutexes.lock(mutex, clocks.leftNs(Clocks.REALTIME, until.get())));
    }

    @HleExport(name = "scePthreadMutexUnlock", nid = "tn3VlD0hG60")
    public int unlock(@InOut GuestPtr<Long> mutex) {
        return mutexes.unlock(mutex).encoded();
    }

    @HleExport(name = "pthread_mutex_unlock", nid = "2Z+PpY6CaJg")
    public int unlockBare(@InOut GuestPtr<Long> mutex) {
        return mutexes.unlock(mutex).number();
    }

    @HleExport(name = "scePthreadMutexattrInit", nid = "F8bUHwAG284")
    public int initAttributes(@Out GuestPtr<Long> attribute) {
        return mutexes.initAttributes(attribute).encoded();
    }

    @HleExport(name = "pthread_mutexattr_init", nid = "dQHWEsJtoE4")
    public int initAttributesBare(@Out GuestPtr<Long> attribute) {
        return mutexes.initAttributes(attribute).number();
    }

    @HleExport(name = "scePthreadMutexattrDestroy", nid = "smWEktiyyG0")
    public int destroyAttributes(@InOut GuestPtr<Long> attribute) {
        return mutexes.destroyAttributes(attribute).encoded();
    }

    @HleExport(name = "pthread_mutexattr_destroy", nid = "HF7lK46xzjY")
    public int destroyAttributesBare(@InOut GuestPtr<Long> attribute) {
        return mutexes.destroyAttributes(attribute).number();
    }

    @HleExport(name = "scePthreadMutexattrSettype", nid = "iMp8QpE+XO4")
    public int setType(GuestPtr<Long> attribute, int type) {
        return mutexes.setType(attribute, type).encoded();
    }

    @HleExport(name = "pthread_mutexattr_settype", nid = "mDmgMOGVUqg")
    public int setTypeBare(GuestPtr<Long> attribute, int type) {
        return mutexes.setType(attribute, type).number();
    }

    @HleExport(name = "scePthreadMutexattrGettype", nid = "gquEhBrS2iw")
    public int type(GuestPtr<Long> attribute, @Out GuestPtr<Integer> type) {
        Mutexes.Attributes attributes = mutexes.attributes(attribute);
        if (attributes == null || type.isNull()) {
            return Errno.EINVAL.encoded();
        }
        type.set(attributes.type);
        return Errno.OK.encoded();
    }

    @HleExport(name = "scePthreadMutexattrSetprotocol", nid = "1FGvU0i9saQ")
    public int setProtocol(GuestPtr<Long> attribute, int protocol) {
        return mutexes.setProtocol(attribute, protocol).encoded();
    }

    @HleExport(name = "pthread_mutexattr_setprotocol", nid = "5txKfcMUAok")
    public int setProtocolBare(GuestPtr<Long> attribute, int protocol) {
        return mutexes.setProtocol(attribute, protocol).number();
    }

    /** Only process-private (0) is legal. */
    @HleExport(name = "scePthreadMutexattrSetpshared", nid = "mxKx9bxXF2I")
    public int setShared(GuestPtr<Long> attribute, int shared) {
        return (mutexes.attributes(attribute) == null || shared != 0 ? Errno.EINVAL : Errno.OK).encoded();
    }
}
