package org.lierne.lib.kernel;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.PosixThreads.PosixThread;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Threads that end other threads, and what these run first. A thread ends at its next cancellation point: where it waits, or asks. Assumed:
 * kernel.cancellation.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class CancelExports implements HleModule, TitleListener {
    private static final int ENABLED = 0;
    private static final int DISABLED = 1;
    private static final int DEFERRED = 0;
    private static final int AT_ONCE = 2;

    private final Answers answers;
    private final PosixThreads threads;
    /** By the address of the thread's object; a thread that never said anything is not in it. */
    private final Map<Long, Integer> types = new ConcurrentHashMap<>();

    @Activate
    public CancelExports(@Reference Answers answers, @Reference PosixThreads threads) {
        this.answers = answers;
        this.threads = threads;
    }

    @Override
    public void titleStarting(Title title) {
        types.clear();
    }

    private Errno setState(int state, GuestPtr<Integer> old) {
        if (state != ENABLED && state != DISABLED) {
            return Errno.EINVAL;
        }
        boolean before = threads.current().setCancelEnabled(state == ENABLED);
        return write(old, before ? ENABLED : DISABLED);
    }

    private static Errno write(GuestPtr<Integer> old, int value) {
        if (!old.isNull()) {
            old.set(value);
        }
        return Errno.OK;
    }

    @HleExport(name = "scePthreadSetcancelstate", nid = "OAmWq+OHSjw")
    public int state(int state, @Out @OrNull GuestPtr<Integer> old) {
        return setState(state, old).encoded();
    }

    @HleExport(name = "pthread_setcancelstate", nid = "lZzFeSxPl08")
    public int stateBare(int state, @Out @OrNull GuestPtr<Integer> old) {
        return setState(state, old).number();
    }

    private Errno setType(int type, GuestPtr<Integer> old) {
        if (type != DEFERRED && type != AT_ONCE) {
            return Errno.EINVAL;
        }
        Integer before = types.put(threads.current().address(), type);
        return write(old, before == null ? DEFERRED : before);
    }

    @HleExport(name = "scePthreadSetcanceltype", nid = "sCJd99Phct0")
    public int type(int type, @Out @OrNull GuestPtr<Integer> old) {
        return setType(type, old).encoded();
    }

    @HleExport(name = "pthread_setcanceltype", nid = "2dEhvvjlq30")
    public int typeBare(int type, @Out @OrNull GuestPtr<Integer> old) {
        return setType(type, old).number();
    }

    private Errno cancelThread(long thread) {
        Optional<PosixThread> target = threads.at(thread);
        target.ifPresent(PosixThread::cancel);
        return target.isPresent() ? Errno.OK : Errno.ESRCH;
    }

    @HleExport(name = "scePthreadCancel", nid = "qBDmpCyGssE")
    public int cancel(long thread) {
        return cancelThread(thread).encoded();
    }

    @HleExport(name = "pthread_cancel", nid = "0D4-FVvEikw")
    public int cancelBare(long thread) {
        return cancelThread(thread).number();
    }

    @HleExport(name = "scePthreadTestcancel", nid = "LapIb799SSE")
    @HleExport(name = "pthread_testcancel", nid = "nYBrkGDqxh8")
    public void test() {
        answers.encoded(answers.point(() -> Errno.OK));
    }

    /** The last argument is room for an entry of the caller's list, which is kept on the host. */
    @HleExport(name = "__pthread_cleanup_push_imp", nid = "1xvtUVx1-Sg")
    public void pushInPlace(long function, long argument, long entry) {
        threads.current().pushCleanup(function, argument);
    }

    @HleExport(name = "pthread_cleanup_push", nid = "4ZeZWcMsAV0")
    public void push(long function, long argument) {
        threads.current().pushCleanup(function, argument);
    }

    @HleExport(name = "pthread_cleanup_pop", nid = "RVxb0Ssa5t0")
    @HleExport(name = "__pthread_cleanup_pop_imp", nid = "iWsFlYMf3Kw")
    public void pop(boolean runs) {
        threads.current().popCleanup(runs);
    }
}
