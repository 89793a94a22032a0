package org.lierne.lib.kernel;

import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Thread-specific data, running something once, and the callbacks by which the C library ends a thread's variables. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class ThreadKeyExports implements HleModule {
    private static final int NEVER = 0;
    private static final int DONE = 1;
    private static final int RUNNING = 2;

    private final Answers answers;
    private final PosixThreads threads;
    private final SyncObjects objects;

    @Activate
    public ThreadKeyExports(@Reference Answers answers, @Reference PosixThreads threads, @Reference SyncObjects objects) {
        this.answers = answers;
        this.threads = threads;
        this.objects = objects;
    }

    @HleExport(name = "scePthreadKeyCreate", nid = "geDaqgH9lTg")
    public int create(@Out GuestPtr<Integer> key, long destructor) {
        return make(key, destructor).encoded();
    }

    @HleExport(name = "pthread_key_create", nid = "mqULNdimTn0")
    public int createBare(@Out GuestPtr<Integer> key, long destructor) {
        return make(key, destructor).number();
    }

    private Errno make(GuestPtr<Integer> key, long destructor) {
        if (key.isNull()) {
            return Errno.EINVAL;
        }
        int made = threads.createKey(destructor);
        if (made < 0) {
            return Errno.EAGAIN;
        }
        key.set(made);
        return Errno.OK;
    }

    @HleExport(name = "scePthreadKeyDelete", nid = "PrdHuuDekhY")
    public int delete(int key) {
        return threads.deleteKey(key).encoded();
    }

    @HleExport(name = "pthread_key_delete", nid = "6BpEZuDT7YI")
    public int deleteBare(int key) {
        return threads.deleteKey(key).number();
    }

    @HleExport(name = "scePthreadGetspecific", nid = "eoht7mQOCmo")
    @HleExport(name = "pthread_getspecific", nid = "0-KXaS70xy4")
    public long specific(int key) {
        return threads.isKey(key) ? threads.current().specific(key) : 0;
    }

    @HleExport(name = "scePthreadSetspecific", nid = "+BzXYkqYeLE")
    public int setSpecific(int key, long value) {
        return change(key, value).encoded();
    }

    @HleExport(name = "pthread_setspecific", nid = "WrOLvHU0yQM")
    public int setSpecificBare(int key, long value) {
        return change(key, value).number();
    }

    private Errno change(int key, long value) {
        if (!threads.isKey(key)) {
            return Errno.EINVAL;
        }
        threads.current().setSpecific(key, value);
        return Errno.OK;
    }

    @HleExport(name = "scePthreadOnce", nid = "14bOACANTBo")
    public int once(@InOut GuestPtr<Integer> control, GuestCallback routine) {
        return answers.encoded(() -> runOnce(control, routine));
    }

    @HleExport(name = "pthread_once", nid = "Z4QosVuAsA0")
    public int onceBare(@InOut GuestPtr<Integer> control, GuestCallback routine) {
        return answers.bare(() -> runOnce(control, routine));
    }

    /** Whoever finds the record untouched runs the routine; others sleep on the state word until it is done. */
    private Errno runOnce(GuestPtr<Integer> control, GuestCallback routine) throws InterruptedException {
        if (control.isNull() || routine.isNull()) {
            return Errno.EINVAL;
        }
        while (control.get() != DONE) {
            if (claim(control)) {
                routine.call();
                control.set(DONE);
                objects.addresses().wake(control.address(), Integer.MAX_VALUE);
            } else {
                objects.addresses().await(control.address(), () -> control.get() == RUNNING, Microseconds.FOREVER);
            }
        }
        return Errno.OK;
    }

    private synchronized boolean claim(GuestPtr<Integer> control) {
        if (control.get() != NEVER) {
            return false;
        }
        control.set(RUNNING);
        return true;
    }

    /** Run at the end of every thread, after the destructors of keys. */
    @HleExport(name = "_sceKernelSetThreadDtors", nid = "rNhWz+lvOMU")
    public void setDestructors(long callback) {
        threads.setThreadDestructors(callback);
    }

    /** Asked by the unloading of a module, which we never do while threads may be in it; the pointer is not used. */
    @HleExport(name = "_sceKernelSetThreadAtexitCount", nid = "pB-yGZ2nQ9o")
    @SilentStub("kernel.thread-atexit-callbacks")
    public int setAtexitCount(long callback) {
        return 0;
    }

    @HleExport(name = "_sceKernelSetThreadAtexitReport", nid = "WhCc1w3EhSI")
    @SilentStub("kernel.thread-atexit-callbacks")
    public int setAtexitReport(long callback) {
        return 0;
    }

    @HleExport(name = "_sceKernelRtldThreadAtexitIncrement", nid = "Tz4RNUCBbGI")
    public int incrementAtexit(@InOut GuestPtr<Long> counter) {
        return add(counter, 1);
    }

    @HleExport(name = "_sceKernelRtldThreadAtexitDecrement", nid = "8OnWXlgQlvo")
    public int decrementAtexit(@InOut GuestPtr<Long> counter) {
        return add(counter, -1);
    }

    private synchronized int add(GuestPtr<Long> counter, int difference) {
        if (!counter.isNull()) {
            counter.set(counter.get() + difference);
        }
        return 0;
    }

    /** The address of the calling thread's errno. */
    @HleExport(name = "__error", nid = "9BcDykPmo1I")
    public long errno() {
        return threads.current().errnoAddress();
    }
}
