package org.lierne.lib.kernel;

import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.SyncObject;

/** A guest's thread attribute object: what a thread made with it will be. Documented: system calls, section 2. */
final class ThreadAttributes implements SyncObject {
    static final int FIFO = 1;
    static final int OTHER = 2;
    static final int ROUND_ROBIN = 3;
    static final int INHERIT = 4;
    static final long SMALLEST_STACK = 0x4000;
    static final long ALL_PROCESSORS = 0x1FFF;
    private static final long STACK = 1 << 20;
    private static final int DEFAULT_PRIORITY = 700;
    private static final int DEFAULT_OTHER_PRIORITY = 900;

    private volatile PosixThreads.Attributes value = defaults();

    static PosixThreads.Attributes defaults() {
        return new PosixThreads.Attributes(false, 0, STACK, SMALLEST_STACK, true, FIFO, DEFAULT_PRIORITY, ALL_PROCESSORS, 0);
    }

    @Override
    public String name() {
        return "";
    }

    PosixThreads.Attributes value() {
        return value;
    }

    void copy(PosixThreads.Attributes other) {
        value = other;
    }

    static boolean isPriority(int policy, int priority) {
        return policy == OTHER ? priority >= 768 && priority <= 959 : priority >= 256 && priority <= 767;
    }

    static int lowestPriority(int policy) {
        return policy == OTHER ? 959 : 767;
    }

    static int highestPriority(int policy) {
        return policy == OTHER ? 768 : 256;
    }

    Errno setDetached(int state) {
        if (state != 0 && state != 1) {
            return Errno.EINVAL;
        }
        PosixThreads.Attributes v = value;
        value = new PosixThreads.Attributes(state == 1, v.stackLow(), v.stackBytes(), v.guardBytes(), v.inherit(), v.policy(), v.priority(),
                v.affinity(), v.solo());
        return Errno.OK;
    }

    Errno setStackBytes(long bytes) {
        if (Long.compareUnsigned(bytes, SMALLEST_STACK) < 0) {
            return Errno.EINVAL;
        }
        PosixThreads.Attributes v = value;
        return setStackUnchecked(v.stackLow(), bytes);
    }

    Errno setStack(long low, long bytes) {
        return low == 0 || Long.compareUnsigned(bytes, SMALLEST_STACK) < 0 ? Errno.EINVAL : setStackUnchecked(low, bytes);
    }

    Errno setStackLow(long low) {
        return low == 0 ? Errno.EINVAL : setStackUnchecked(low, value.stackBytes());
    }

    private Errno setStackUnchecked(long low, long bytes) {
        PosixThreads.Attributes v = value;
        value = new PosixThreads.Attributes(v.detached(), low, bytes, v.guardBytes(), v.inherit(), v.policy(), v.priority(), v.affinity(),
                v.solo());
        return Errno.OK;
    }

    Errno setGuardBytes(long bytes) {
        PosixThreads.Attributes v = value;
        value = new PosixThreads.Attributes(v.detached(), v.stackLow(), v.stackBytes(), bytes, v.inherit(), v.policy(), v.priority(),
                v.affinity(), v.solo());
        return Errno.OK;
    }

    Errno setInherit(int inherit) {
        if (inherit != 0 && inherit != INHERIT) {
            return Errno.ENOTSUP;
        }
        PosixThreads.Attributes v = value;
        value = new PosixThreads.Attributes(v.detached(), v.stackLow(), v.stackBytes(), v.guardBytes(), inherit == INHERIT, v.policy(),
                v.priority(), v.affinity(), v.solo());
        return Errno.OK;
    }

    /** A new policy brings its default priority with it where the old priority is outside of its range. */
    Errno setPolicy(int policy) {
        if (policy < FIFO || policy > ROUND_ROBIN) {
            return Errno.ENOTSUP;
        }
        PosixThreads.Attributes v = value;
        int priority = isPriority(policy, v.priority()) ? v.priority() : policy == OTHER ? DEFAULT_OTHER_PRIORITY : DEFAULT_PRIORITY;
        value = new PosixThreads.Attributes(v.detached(), v.stackLow(), v.stackBytes(), v.guardBytes(), v.inherit(), policy, priority,
                v.affinity(), v.solo());
        return Errno.OK;
    }

    Errno setPriority(int priority) {
        PosixThreads.Attributes v = value;
        if (!isPriority(v.policy(), priority)) {
            return Errno.ENOTSUP;
        }
        value = withPriority(v, v.policy(), priority);
        return Errno.OK;
    }

    static PosixThreads.Attributes withPriority(PosixThreads.Attributes v, int policy, int priority) {
        return new PosixThreads.Attributes(v.detached(), v.stackLow(), v.stackBytes(), v.guardBytes(), v.inherit(), policy, priority,
                v.affinity(), v.solo());
    }

    static PosixThreads.Attributes withAffinity(PosixThreads.Attributes v, long affinity) {
        return new PosixThreads.Attributes(v.detached(), v.stackLow(), v.stackBytes(), v.guardBytes(), v.inherit(), v.policy(),
                v.priority(), affinity, v.solo());
    }

    static boolean isAffinity(long mask) {
        return mask != 0 && (mask & ~ALL_PROCESSORS) == 0;
    }

    Errno setAffinity(long mask) {
        if (!isAffinity(mask)) {
            return Errno.EINVAL;
        }
        value = withAffinity(value, mask);
        return Errno.OK;
    }

    Errno setSolo(int solo) {
        PosixThreads.Attributes v = value;
        value = new PosixThreads.Attributes(v.detached(), v.stackLow(), v.stackBytes(), v.guardBytes(), v.inherit(), v.policy(),
                v.priority(), v.affinity(), solo);
        return Errno.OK;
    }
}
