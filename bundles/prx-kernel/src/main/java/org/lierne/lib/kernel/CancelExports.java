package org.lierne.lib.kernel;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Whether and how threads may be cancelled. What they said is kept; cancelling itself is refused. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class CancelExports implements HleModule, TitleListener {
    private static final int ENABLED = 0;
    private static final int DISABLED = 1;
    private static final int DEFERRED = 0;
    private static final int AT_ONCE = 2;

    private final PosixThreads threads;
    /** By the address of the thread's object; a thread that never said anything is not in it. */
    private final Map<Long, Integer> states = new ConcurrentHashMap<>();
    private final Map<Long, Integer> types = new ConcurrentHashMap<>();

    @Activate
    public CancelExports(@Reference PosixThreads threads) {
        this.threads = threads;
    }

    @Override
    public void titleStarting(Title title) {
        states.clear();
        types.clear();
    }

    private Errno exchange(Map<Long, Integer> kept, int initial, int value, GuestPtr<Integer> old) {
        Integer before = kept.put(threads.current().address(), value);
        if (!old.isNull()) {
            old.set(before == null ? initial : before);
        }
        return Errno.OK;
    }

    private Errno setState(int state, GuestPtr<Integer> old) {
        return state == ENABLED || state == DISABLED ? exchange(states, ENABLED, state, old) : Errno.EINVAL;
    }

    @HleExport(name = "scePthreadSetcancelstate", nid = "OAmWq+OHSjw")
    public int state(int state, @Out @OrNull GuestPtr<Integer> old) {
        return setState(state, old).encoded();
    }

    @HleExport(name = "pthread_setcancelstate", nid = "lZzFeSxPl08")
    public int stateBare(int state, @Out @OrNull GuestPtr<Integer> old) {
        return setState(state, old).number();
    }

    @HleExport(name = "scePthreadSetcanceltype", nid = "sCJd99Phct0")
    public int type(int type, @Out @OrNull GuestPtr<Integer> old) {
        return (type == DEFERRED || type == AT_ONCE ? exchange(types, DEFERRED, type, old) : Errno.EINVAL).encoded();
    }

    @HleExport(name = "scePthreadCancel", nid = "qBDmpCyGssE")
    @HleExport(name = "pthread_cancel", nid = "0D4-FVvEikw")
    public int cancel(long thread) {
        throw new HleRefusal("cancelling a thread is not implemented");
    }
}
