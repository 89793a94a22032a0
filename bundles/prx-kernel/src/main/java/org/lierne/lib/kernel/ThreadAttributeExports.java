package org.lierne.lib.kernel;

import java.util.Optional;
import java.util.function.Function;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.PosixThreads.PosixThread;
import org.lierne.kernel.sync.SyncObjects;
import org.lierne.kernel.thread.GuestThread;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Thread attributes in both families: encoded results and bare error numbers. The priority record is its one number. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class ThreadAttributeExports implements HleModule {
    private final SyncObjects objects;
    private final PosixThreads threads;

    @Activate
    public ThreadAttributeExports(@Reference SyncObjects objects, @Reference PosixThreads threads) {
        this.objects = objects;
        this.threads = threads;
    }

    @HleExport(name = "scePthreadAttrSetdetachstate", nid = "-Wreprtu0Qs")
    public int setDetached(GuestPtr<Long> attribute, int state) {
        return change(attribute, a -> a.setDetached(state)).encoded();
    }

    @HleExport(name = "pthread_attr_setdetachstate", nid = "E+tyo3lp5Lw")
    public int setDetachedBare(GuestPtr<Long> attribute, int state) {
        return change(attribute, a -> a.setDetached(state)).number();
    }

    @HleExport(name = "scePthreadAttrGetdetachstate", nid = "JaRMy+QcpeU")
    public int detached(GuestPtr<Long> attribute, @Out GuestPtr<Integer> state) {
        return read(attribute, state, a -> a.detached() ? 1 : 0).encoded();
    }

    @HleExport(name = "pthread_attr_getdetachstate", nid = "VUT1ZSrHT0I")
    public int detachedBare(GuestPtr<Long> attribute, @Out GuestPtr<Integer> state) {
        return read(attribute, state, a -> a.detached() ? 1 : 0).number();
    }

    @HleExport(name = "scePthreadAttrSetstacksize", nid = "UTXzJbWhhTE")
    public int setStackBytes(GuestPtr<Long> attribute, long bytes) {
        return change(attribute, a -> a.setStackBytes(bytes)).encoded();
    }

    @HleExport(name = "pthread_attr_setstacksize", nid = "2Q0z6rnBrTE")
    public int setStackBytesBare(GuestPtr<Long> attribute, long bytes) {
        return change(attribute, a -> a.setStackBytes(bytes)).number();
    }

    @HleExport(name = "scePthreadAttrGetstacksize", nid = "-fA+7ZlGDQs")
    public int stackBytes(GuestPtr<Long> attribute, @Out GuestPtr<Long> bytes) {
        return read(attribute, bytes, a -> a.stackBytes()).encoded();
    }

    @HleExport(name = "pthread_attr_getstacksize", nid = "0qOtCR-ZHck")
    public int stackBytesBare(GuestPtr<Long> attribute, @Out GuestPtr<Long> bytes) {
        return read(attribute, bytes, a -> a.stackBytes()).number();
    }

    @HleExport(name = "scePthreadAttrSetstackaddr", nid = "F+yfmduIBB8")
    public int setStackLow(GuestPtr<Long> attribute, long low) {
        return change(attribute, a -> a.setStackLow(low)).encoded();
    }

    @HleExport(name = "scePthreadAttrGetstackaddr", nid = "Ru36fiTtJzA")
    public int stackLow(GuestPtr<Long> attribute, @Out GuestPtr<Long> low) {
        return read(attribute, low, a -> a.stackLow()).encoded();
    }

    @HleExport(name = "scePthreadAttrSetguardsize", nid = "El+cQ20DynU")
    public int setGuardBytes(GuestPtr<Long> attribute, long bytes) {
        return change(attribute, a -> a.setGuardBytes(bytes)).encoded();
    }

    @HleExport(name = "pthread_attr_setguardsize", nid = "JKyG3SWyA10")
    public int setGuardBytesBare(GuestPtr<Long> attribute, long bytes) {
        return change(attribute, a -> a.setGuardBytes(bytes)).number();
    }

    @HleExport(name = "scePthreadAttrGetguardsize", nid = "txHtngJ+eyc")
    public int guardBytes(GuestPtr<Long> attribute, @Out GuestPtr<Long> bytes) {
        return read(attribute, bytes, a -> a.guardBytes()).encoded();
    }

    @HleExport(name = "pthread_attr_getguardsize", nid = "JNkVVsVDmOk")
    public int guardBytesBare(GuestPtr<Long> attribute, @Out GuestPtr<Long> bytes) {
        return read(attribute, bytes, a -> a.guardBytes()).number();
    }

    @HleExport(name = "scePthreadAttrSetinheritsched", nid = "eXbUSpEaTsA")
    public int setInherit(GuestPtr<Long> attribute, int inherit) {
        return change(attribute, a -> a.setInherit(inherit)).encoded();
    }

    @HleExport(name = "pthread_attr_setinheritsched", nid = "7ZlAakEf0Qg")
    public int setInheritBare(GuestPtr<Long> attribute, int inherit) {
        return change(attribute, a -> a.setInherit(inherit)).number();
    }

    @HleExport(name = "scePthreadAttrGetinheritsched", nid = "lpMP8HhkBbg")
    public int inherit(GuestPtr<Long> attribute, @Out GuestPtr<Integer> inherit) {
        return read(attribute, inherit, a -> a.inherit() ? ThreadAttributes.INHERIT : 0).encoded();
    }

    @HleExport(name = "scePthreadAttrSetschedpolicy", nid = "4+h9EzwKF4I")
    public int setPolicy(GuestPtr<Long> attribute, int policy) {
        return change(attribute, a -> a.setPolicy(policy)).encoded();
    }

    @HleExport(name = "pthread_attr_setschedpolicy", nid = "JarMIy8kKEY")
    public int setPolicyBare(GuestPtr<Long> attribute, int policy) {
        return change(attribute, a -> a.setPolicy(policy)).number();
    }

    @HleExport(name = "scePthreadAttrGetschedpolicy", nid = "NMyIQ9WgWbU")
    public int policy(GuestPtr<Long> attribute, @Out GuestPtr<Integer> policy) {
        return read(attribute, policy, a -> a.policy()).encoded();
    }

    @HleExport(name = "pthread_attr_getschedpolicy", nid = "RtLRV-pBTTY")
    public int policyBare(GuestPtr<Long> attribute, @Out GuestPtr<Integer> policy) {
        return read(attribute, policy, a -> a.policy()).number();
    }

    @HleExport(name = "scePthreadAttrGetschedparam", nid = "FXPWHNk8Of0")
    public int priority(GuestPtr<Long> attribute, @Out GuestPtr<Integer> priority) {
        return read(attribute, priority, a -> a.priority()).encoded();
    }

    @HleExport(name = "pthread_attr_getschedparam", nid = "qlk9pSLsUmM")
    public int priorityBare(GuestPtr<Long> attribute, @Out GuestPtr<Integer> priority) {
        return read(attribute, priority, a -> a.priority()).number();
    }

    @HleExport(name = "scePthreadAttrSetaffinity", nid = "3qxgM4ezETA")
    public int setAffinity(GuestPtr<Long> attribute, long mask) {
        return change(attribute, a -> a.setAffinity(mask)).encoded();
    }

    @HleExport(name = "scePthreadAttrGetaffinity", nid = "8+s5BzZjxSg")
    public int affinity(GuestPtr<Long> attribute, @Out GuestPtr<Long> mask) {
        return read(attribute, mask, a -> a.affinity()).encoded();
    }

    @HleExport(name = "scePthreadAttrSetsolosched", nid = "Dk6FC-TI+7Q")
    public int setSolo(GuestPtr<Long> attribute, int solo) {
        return change(attribute, a -> a.setSolo(solo)).encoded();
    }

    @HleExport(name = "pthread_attr_setsolosched_np", nid = "2+pVfgiEd7A")
    public int setSoloBare(GuestPtr<Long> attribute, int solo) {
        return change(attribute, a -> a.setSolo(solo)).number();
    }

    @HleExport(name = "scePthreadAttrGetsolosched", nid = "9RnL-m0+diQ")
    public int solo(GuestPtr<Long> attribute, @Out GuestPtr<Integer> solo) {
        return read(attribute, solo, a -> a.solo()).encoded();
    }

    @HleExport(name = "scePthreadAttrSetschedparam", nid = "DzES9hQF4f4")
    public int setPriority(GuestPtr<Long> attribute, GuestPtr<Integer> priority) {
        return changePriority(attribute, priority).encoded();
    }

    @HleExport(name = "pthread_attr_setschedparam", nid = "euKRgm0Vn2M")
    public int setPriorityBare(GuestPtr<Long> attribute, GuestPtr<Integer> priority) {
        return changePriority(attribute, priority).number();
    }

    @HleExport(name = "scePthreadAttrSetstack", nid = "Bvn74vj6oLo")
    public int setStack(GuestPtr<Long> attribute, long low, long bytes) {
        return change(attribute, a -> a.setStack(low, bytes)).encoded();
    }

    @HleExport(name = "pthread_attr_setstack", nid = "-SrbXpGR1f0")
    public int setStackBare(GuestPtr<Long> attribute, long low, long bytes) {
        return change(attribute, a -> a.setStack(low, bytes)).number();
    }

    @HleExport(name = "scePthreadAttrGetstack", nid = "-quPa4SEJUw")
    public int stack(GuestPtr<Long> attribute, @Out GuestPtr<Long> low, @Out GuestPtr<Long> bytes) {
        return readStack(attribute, low, bytes).encoded();
    }

    @HleExport(name = "pthread_attr_getstack", nid = "vQm4fDEsWi8")
    public int stackBare(GuestPtr<Long> attribute, @Out GuestPtr<Long> low, @Out GuestPtr<Long> bytes) {
        return readStack(attribute, low, bytes).number();
    }

    @HleExport(name = "scePthreadAttrInit", nid = "nsYoNRywwNg")
    public int init(@Out GuestPtr<Long> attribute) {
        return make(attribute).encoded();
    }

    @HleExport(name = "pthread_attr_init", nid = "wtkt-teR1so")
    public int initBare(@Out GuestPtr<Long> attribute) {
        return make(attribute).number();
    }

    @HleExport(name = "scePthreadAttrDestroy", nid = "62KCwEMmzcM")
    public int destroy(@InOut GuestPtr<Long> attribute) {
        return end(attribute).encoded();
    }

    @HleExport(name = "pthread_attr_destroy", nid = "zHchY8ft5pk")
    public int destroyBare(@InOut GuestPtr<Long> attribute) {
        return end(attribute).number();
    }

    @HleExport(name = "scePthreadAttrGet", nid = "x1X76arYMxU")
    public int of(long thread, GuestPtr<Long> attribute) {
        return copy(thread, attribute).encoded();
    }

    @HleExport(name = "pthread_attr_get_np", nid = "Ucsu-OK+els")
    public int ofBare(long thread, GuestPtr<Long> attribute) {
        return copy(thread, attribute).number();
    }

    private Errno make(GuestPtr<Long> variable) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        variable.set(objects.add(new ThreadAttributes()));
        return Errno.OK;
    }

    private Errno end(GuestPtr<Long> variable) {
        if (variable.isNull() || objects.at(variable.get(), ThreadAttributes.class) == null) {
            return Errno.EINVAL;
        }
        objects.remove(variable.get());
        variable.set(0L);
        return Errno.OK;
    }

    private Errno change(GuestPtr<Long> variable, Function<ThreadAttributes, Errno> change) {
        ThreadAttributes known = variable.isNull() ? null : objects.at(variable.get(), ThreadAttributes.class);
        return known == null ? Errno.EINVAL : change.apply(known);
    }

    private <T> Errno read(GuestPtr<Long> variable, GuestPtr<T> out, Function<PosixThreads.Attributes, T> value) {
        ThreadAttributes known = variable.isNull() ? null : objects.at(variable.get(), ThreadAttributes.class);
        if (known == null || out.isNull()) {
            return Errno.EINVAL;
        }
        out.set(value.apply(known.value()));
        return Errno.OK;
    }

    private Errno changePriority(GuestPtr<Long> variable, GuestPtr<Integer> priority) {
        return change(variable, a -> priority.isNull() ? Errno.ENOTSUP : a.setPriority(priority.get()));
    }

    private Errno readStack(GuestPtr<Long> variable, GuestPtr<Long> low, GuestPtr<Long> bytes) {
        ThreadAttributes known = variable.isNull() ? null : objects.at(variable.get(), ThreadAttributes.class);
        if (known == null || low.isNull() || bytes.isNull()) {
            return Errno.EINVAL;
        }
        low.set(known.value().stackLow());
        bytes.set(known.value().stackBytes());
        return Errno.OK;
    }

    /** Copies a thread's values, with the stack it really has. */
    private Errno copy(long thread, GuestPtr<Long> variable) {
        Optional<PosixThread> running = threads.at(thread);
        if (running.isEmpty()) {
            return Errno.ESRCH;
        }
        PosixThreads.Attributes a = running.get().attributes();
        long low = running.get().guest().map(GuestThread::stackLow).orElse(a.stackLow());
        long high = running.get().guest().map(GuestThread::stackHigh).orElse(a.stackLow() + a.stackBytes());
        boolean isDetached = running.get().isDetached();
        return change(variable, known -> {
            known.copy(new PosixThreads.Attributes(isDetached, low, high - low, a.guardBytes(), a.inherit(), a.policy(), a.priority(),
                    a.affinity(), a.solo()));
            return Errno.OK;
        });
    }
}
