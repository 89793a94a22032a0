package org.lierne.lib.kernel;

import org.jspecify.annotations.Nullable;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.GuestMutex;
import org.lierne.kernel.sync.MutexKind;
import org.lierne.kernel.sync.SyncObject;
import org.lierne.kernel.sync.SyncObjects;

/**
 * The guest's mutex variables: a variable holds a pointer to an object, 0 or 1 for one that is made at first use, or 2 after the end.
 * Documented: system calls, sections 2 and 3.
 */
final class Mutexes {
    static final long STATIC_DEFAULT = 0;
    static final long STATIC_ADAPTIVE = 1;
    static final long DESTROYED = 2;

    /** Attributes of a mutex to be made. */
    static final class Attributes implements SyncObject {
        volatile int type = MutexKind.ERROR_CHECK.ordinal() + 1;
        volatile int protocol;

        @Override
        public String name() {
            return "";
        }
    }

    private final SyncObjects objects;

    Mutexes(SyncObjects objects) {
        this.objects = objects;
    }

    static boolean isType(int type) {
        return type >= 1 && type <= MutexKind.values().length;
    }

    Errno init(GuestPtr<Long> variable, GuestPtr<Long> attribute, String name) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        MutexKind kind = MutexKind.ERROR_CHECK;
        if (!attribute.isNull()) {
            Attributes attributes = objects.at(attribute.get(), Attributes.class);
            if (attributes == null) {
                return Errno.EINVAL;
            }
            kind = MutexKind.values()[attributes.type - 1];
        }
        variable.set(objects.add(objects.newMutex(kind, name)));
        return Errno.OK;
    }

    /** The mutex of a variable, made now if it is a static one; null for one that is destroyed or none. */
    @Nullable GuestMutex at(GuestPtr<Long> variable) {
        long value = variable.get();
        if (value == STATIC_DEFAULT || value == STATIC_ADAPTIVE) {
            return make(variable);
        }
        return value == DESTROYED ? null : objects.at(value, GuestMutex.class);
    }

    /** Two threads may come here for one variable: the second finds what the first made. */
    private @Nullable GuestMutex make(GuestPtr<Long> variable) {
        synchronized (objects) {
            long value = variable.get();
            if (value != STATIC_DEFAULT && value != STATIC_ADAPTIVE) {
                return objects.at(value, GuestMutex.class);
            }
            GuestMutex made = objects.newMutex(value == STATIC_ADAPTIVE ? MutexKind.ADAPTIVE : MutexKind.ERROR_CHECK, "");
            variable.set(objects.add(made));
            return made;
        }
    }

    Errno destroy(GuestPtr<Long> variable) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        long value = variable.get();
        if (value == STATIC_DEFAULT || value == STATIC_ADAPTIVE) {
            variable.set(DESTROYED);
            return Errno.OK;
        }
        GuestMutex mutex = value == DESTROYED ? null : objects.at(value, GuestMutex.class);
        if (mutex == null) {
            return Errno.EINVAL;
        }
        if (mutex.isLocked()) {
            return Errno.EBUSY;
        }
        objects.remove(value);
        variable.set(DESTROYED);
        return Errno.OK;
    }

    Errno lock(GuestPtr<Long> variable) throws InterruptedException {
        GuestMutex mutex = variable.isNull() ? null : at(variable);
        return mutex == null ? Errno.EINVAL : mutex.lock();
    }

    Errno tryLock(GuestPtr<Long> variable) {
        GuestMutex mutex = variable.isNull() ? null : at(variable);
        return mutex == null ? Errno.EINVAL : mutex.tryLock();
    }

    Errno lock(GuestPtr<Long> variable, long timeoutNs) throws InterruptedException {
        GuestMutex mutex = variable.isNull() ? null : at(variable);
        return mutex == null ? Errno.EINVAL : mutex.lock(timeoutNs);
    }

    Errno unlock(GuestPtr<Long> variable) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        long value = variable.get();
        if (value == STATIC_DEFAULT || value == STATIC_ADAPTIVE) {
            return Errno.EPERM;
        }
        GuestMutex mutex = value == DESTROYED ? null : objects.at(value, GuestMutex.class);
        return mutex == null ? Errno.EINVAL : mutex.unlock();
    }

    /** Makes attributes with defaults. */
    Errno initAttributes(GuestPtr<Long> variable) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        variable.set(objects.add(new Attributes()));
        return Errno.OK;
    }

    Errno destroyAttributes(GuestPtr<Long> variable) {
        if (attributes(variable) == null) {
            return Errno.EINVAL;
        }
        objects.remove(variable.get());
        variable.set(0L);
        return Errno.OK;
    }

    @Nullable Attributes attributes(GuestPtr<Long> variable) {
        return variable.isNull() ? null : objects.at(variable.get(), Attributes.class);
    }

    Errno setType(GuestPtr<Long> variable, int type) {
        Attributes attributes = attributes(variable);
        if (attributes == null || !isType(type)) {
            return Errno.EINVAL;
        }
        attributes.type = type;
        return Errno.OK;
    }

    Errno setProtocol(GuestPtr<Long> variable, int protocol) {
        Attributes attributes = attributes(variable);
        if (attributes == null || protocol < 0 || protocol > 2) {
            return Errno.EINVAL;
        }
        attributes.protocol = protocol;
        return Errno.OK;
    }
}
