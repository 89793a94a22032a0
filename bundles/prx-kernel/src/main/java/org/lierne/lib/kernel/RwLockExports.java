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
import org.lierne.kernel.sync.GuestRwLock;
import org.lierne.kernel.sync.SyncObject;
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Read-write locks and their attributes in both families. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class RwLockExports implements HleModule {
    private static final long STATIC = 0;
    private static final long DESTROYED = 1;
    private static final int LAST_TYPE = 2;

    /** Attributes of a lock to be made; the type is kept and has no effect, since all of them lend the lock alike. */
    static final class Attributes implements SyncObject {
        volatile int type;

        @Override
        public String name() {
            return "";
        }
    }

    /** One call on a lock. */
    private interface Use {
        Errno run(GuestRwLock lock) throws InterruptedException;
    }

    private final Answers answers;
    private final SyncObjects objects;
    private final Clocks clocks = new Clocks(0);

    @Activate
    public RwLockExports(@Reference Answers answers, @Reference SyncObjects objects) {
        this.answers = answers;
        this.objects = objects;
    }

    @HleExport(name = "scePthreadRwlockInit", nid = "6ULAa0fq4jA")
    public int init(@Out GuestPtr<Long> lock, @OrNull GuestPtr<Long> attribute, @OrNull GuestString name) {
        return make(lock, attribute, Names.of(name)).encoded();
    }

    @HleExport(name = "pthread_rwlock_init", nid = "ytQULN-nhL4")
    public int initBare(@Out GuestPtr<Long> lock, @OrNull GuestPtr<Long> attribute) {
        return make(lock, attribute, "").number();
    }

    private Errno make(GuestPtr<Long> variable, GuestPtr<Long> attribute, String name) {
        if (variable.isNull() || !attribute.isNull() && objects.at(attribute.get(), Attributes.class) == null) {
            return Errno.EINVAL;
        }
        variable.set(objects.add(objects.newRwLock(name)));
        return Errno.OK;
    }

    @HleExport(name = "scePthreadRwlockDestroy", nid = "BB+kb08Tl9A")
    public int destroy(@InOut GuestPtr<Long> lock) {
        return end(lock).encoded();
    }

    @HleExport(name = "pthread_rwlock_destroy", nid = "1471ajPzxh0")
    public int destroyBare(@InOut GuestPtr<Long> lock) {
        return end(lock).number();
    }

    private Errno end(GuestPtr<Long> variable) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        long value = variable.get();
        if (value != STATIC) {
            GuestRwLock lock = objects.at(value, GuestRwLock.class);
            if (lock == null) {
                return Errno.EINVAL;
            }
            if (lock.isLocked()) {
                return Errno.EBUSY;
            }
            objects.remove(value);
        }
        variable.set(DESTROYED);
        return Errno.OK;
    }

    @HleExport(name = "scePthreadRwlockRdlock", nid = "Ox9i0c7L5w0")
    public int read(@InOut GuestPtr<Long> lock) {
        return answers.encoded(() -> use(lock, l -> l.lockRead(Microseconds.FOREVER)));
    }

    @HleExport(name = "pthread_rwlock_rdlock", nid = "iGjsr1WAtI0")
    public int readBare(@InOut GuestPtr<Long> lock) {
        return answers.bare(() -> use(lock, l -> l.lockRead(Microseconds.FOREVER)));
    }

    @HleExport(name = "scePthreadRwlockWrlock", nid = "mqdNorrB+gI")
    public int write(@InOut GuestPtr<Long> lock) {
        return answers.encoded(() -> use(lock, l -> l.lockWrite(Microseconds.FOREVER)));
    }

    @HleExport(name = "pthread_rwlock_wrlock", nid = "sIlRvQqsN2Y")
    public int writeBare(@InOut GuestPtr<Long> lock) {
        return answers.bare(() -> use(lock, l -> l.lockWrite(Microseconds.FOREVER)));
    }

    @HleExport(name = "scePthreadRwlockTryrdlock", nid = "XD3mDeybCnk")
    public int tryRead(@InOut GuestPtr<Long> lock) {
        return answers.encoded(() -> use(lock, l -> l.lockRead(0)));
    }

    @HleExport(name = "pthread_rwlock_tryrdlock", nid = "SFxTMOfuCkE")
    public int tryReadBare(@InOut GuestPtr<Long> lock) {
        return answers.bare(() -> use(lock, l -> l.lockRead(0)));
    }

    @HleExport(name = "scePthreadRwlockTrywrlock", nid = "bIHoZCTomsI")
    public int tryWrite(@InOut GuestPtr<Long> lock) {
        return answers.encoded(() -> use(lock, l -> l.lockWrite(0)));
    }

    @HleExport(name = "pthread_rwlock_trywrlock", nid = "XhWHn6P5R7U")
    public int tryWriteBare(@InOut GuestPtr<Long> lock) {
        return answers.bare(() -> use(lock, l -> l.lockWrite(0)));
    }

    @HleExport(name = "scePthreadRwlockTimedrdlock", nid = "iPtZRWICjrM")
    public int timedRead(@InOut GuestPtr<Long> lock, int microseconds) {
        return answers.encoded(() -> use(lock, l -> timed(l.lockRead(Microseconds.toNs(microseconds)))));
    }

    @HleExport(name = "pthread_rwlock_reltimedrdlock_np", nid = "dYv-+If2GPk")
    public int timedReadBare(@InOut GuestPtr<Long> lock, int microseconds) {
        return answers.bare(() -> use(lock, l -> timed(l.lockRead(Microseconds.toNs(microseconds)))));
    }

    @HleExport(name = "pthread_rwlock_timedrdlock", nid = "lb8lnYo-o7k")
    public int readUntilBare(@InOut GuestPtr<Long> lock, GuestPtr<Timespec> until) {
        return answers.bare(() -> use(lock, l -> timed(l.lockRead(clocks.leftNs(Clocks.REALTIME, until.get())))));
    }

    @HleExport(name = "scePthreadRwlockTimedwrlock", nid = "adh--6nIqTk")
    public int timedWrite(@InOut GuestPtr<Long> lock, int microseconds) {
        return answers.encoded(() -> use(lock, l -> timed(l.lockWrite(Microseconds.toNs(microseconds)))));
    }

    @HleExport(name = "pthread_rwlock_reltimedwrlock_np", nid = "RRnSj8h8VR4")
    public int timedWriteBare(@InOut GuestPtr<Long> lock, int microseconds) {
        return answers.bare(() -> use(lock, l -> timed(l.lockWrite(Microseconds.toNs(microseconds)))));
    }

    @HleExport(name = "pthread_rwlock_timedwrlock", nid = "9zklzAl9CGM")
    public int writeUntilBare(@InOut GuestPtr<Long> lock, GuestPtr<Timespec> until) {
        return answers.bare(() -> use(lock, l -> timed(l.lockWrite(clocks.leftNs(Clocks.REALTIME, until.get())))));
    }

    @HleExport(name = "scePthreadRwlockUnlock", nid = "+L98PIbGttk")
    public int unlock(@InOut GuestPtr<Long> lock) {
        return answers.encoded(() -> use(lock, GuestRwLock::unlock));
    }

    @HleExport(name = "pthread_rwlock_unlock", nid = "EgmLo6EWgso")
    public int unlockBare(@InOut GuestPtr<Long> lock) {
        return answers.bare(() -> use(lock, GuestRwLock::unlock));
    }

    /** A timed call whose time is zero tries once; its failure is still the time-out. */
    private static Errno timed(Errno errno) {
        return errno == Errno.EBUSY ? Errno.ETIMEDOUT : errno;
    }

    private Errno use(GuestPtr<Long> variable, Use use) throws InterruptedException {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        if (variable.get() == STATIC) {
            makeStatic(variable);
        }
        GuestRwLock lock = objects.at(variable.get(), GuestRwLock.class);
        return lock == null ? Errno.EINVAL : use.run(lock);
    }

    private void makeStatic(GuestPtr<Long> variable) {
        synchronized (objects) {
            if (variable.get() == STATIC) {
                variable.set(objects.add(objects.newRwLock("")));
            }
        }
    }

    @HleExport(name = "scePthreadRwlockattrInit", nid = "yOfGg-I1ZII")
    public int initAttributes(@Out GuestPtr<Long> attribute) {
        return makeAttributes(attribute).encoded();
    }

    @HleExport(name = "pthread_rwlockattr_init", nid = "xFebsA4YsFI")
    public int initAttributesBare(@Out GuestPtr<Long> attribute) {
        return makeAttributes(attribute).number();
    }

    private Errno makeAttributes(GuestPtr<Long> variable) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        variable.set(objects.add(new Attributes()));
        return Errno.OK;
    }

    @HleExport(name = "scePthreadRwlockattrDestroy", nid = "i2ifZ3fS2fo")
    public int destroyAttributes(@InOut GuestPtr<Long> attribute) {
        return endAttributes(attribute).encoded();
    }

    @HleExport(name = "pthread_rwlockattr_destroy", nid = "qsdmgXjqSgk")
    public int destroyAttributesBare(@InOut GuestPtr<Long> attribute) {
        return endAttributes(attribute).number();
    }

    private Errno endAttributes(GuestPtr<Long> variable) {
        if (variable.isNull() || objects.at(variable.get(), Attributes.class) == null) {
            return Errno.EINVAL;
        }
        objects.remove(variable.get());
        variable.set(0L);
        return Errno.OK;
    }

    @HleExport(name = "scePthreadRwlockattrSettype", nid = "h-OifiouBd8")
    public int setType(GuestPtr<Long> attribute, int type) {
        Attributes attributes = attribute.isNull() ? null : objects.at(attribute.get(), Attributes.class);
        if (attributes == null || type < 0 || type > LAST_TYPE) {
            return Errno.EINVAL.encoded();
        }
        attributes.type = type;
        return Errno.OK.encoded();
    }

    @HleExport(name = "scePthreadRwlockattrGettype", nid = "Kyls1ChFyrc")
    public int type(GuestPtr<Long> attribute, @Out GuestPtr<Integer> type) {
        Attributes attributes = attribute.isNull() ? null : objects.at(attribute.get(), Attributes.class);
        if (attributes == null || type.isNull()) {
            return Errno.EINVAL.encoded();
        }
        type.set(attributes.type);
        return Errno.OK.encoded();
    }
}
