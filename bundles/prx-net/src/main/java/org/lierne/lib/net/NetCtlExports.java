package org.lierne.lib.net;

import java.util.ArrayList;
import java.util.List;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The state of the network: unplugged. Documented: system calls, section 16. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.net", library = "libSceNetCtl")
public final class NetCtlExports implements HleModule, TitleListener {
    private static final int DISCONNECTED_STATE = 0;
    private static final int DISCONNECTED_EVENT = 1;
    private static final int MOST_CALLBACKS = 8;

    private record Registration(int id, GuestCallback function, long argument, boolean isTold) {}

    private final List<Registration> callbacks = new ArrayList<>();
    private boolean isInitialized;
    private int next = 1;

    @Activate
    public NetCtlExports() {}

    @Override
    public synchronized void titleStarting(Title title) {
        isInitialized = false;
        callbacks.clear();
    }

    @HleExport(name = "sceNetCtlInit", nid = "gky0+oaNM4k")
    public synchronized GuestStatus initialize() {
        isInitialized = true;
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNetCtlTerm", nid = "Z4wwCFiBELQ")
    public synchronized void terminate() {
        isInitialized = false;
        callbacks.clear();
    }

    @HleExport(name = "sceNetCtlGetState", nid = "uBPlr0lbuiI")
    @HleExport(name = "sceNetCtlGetStateV6", nid = "+lxqIKeU9UY")
    public synchronized GuestStatus state(@Out GuestPtr<Integer> state) {
        if (!isInitialized) {
            return NetCtlError.NOT_INITIALIZED;
        }
        if (state.isNull()) {
            return NetCtlError.ARGUMENT;
        }
        state.set(DISCONNECTED_STATE);
        return GuestStatus.OK;
    }

    /** Nothing is written. */
    @HleExport(name = "sceNetCtlGetInfo", nid = "obuxdTiwkF8")
    public synchronized GuestStatus info(int code, GuestPtr<Integer> info) {
        if (!isInitialized) {
            return NetCtlError.NOT_INITIALIZED;
        }
        return info.isNull() ? NetCtlError.ARGUMENT : NetCtlError.NOT_CONNECTED;
    }

    @HleExport(name = "sceNetCtlRegisterCallback", nid = "UJ+Z7Q+4ck0")
    @HleExport(name = "sceNetCtlRegisterCallbackV6", nid = "1NE9OWdBIww")
    public synchronized GuestStatus register(GuestCallback function, long argument, @Out GuestPtr<Integer> id) {
        if (!isInitialized) {
            return NetCtlError.NOT_INITIALIZED;
        }
        if (function.isNull() || id.isNull()) {
            return NetCtlError.ARGUMENT;
        }
        if (callbacks.size() >= MOST_CALLBACKS) {
            throw new HleRefusal("more than " + MOST_CALLBACKS + " callbacks; the code for that is not known");
        }
        callbacks.add(new Registration(next, function, argument, false));
        id.set(next++);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNetCtlUnregisterCallback", nid = "Rqm2OnZMCz0")
    public synchronized GuestStatus unregister(int id) {
        if (!isInitialized) {
            return NetCtlError.NOT_INITIALIZED;
        }
        return callbacks.removeIf(c -> c.id() == id) ? GuestStatus.OK : NetCtlError.ARGUMENT;
    }

    /** Why it is as the event says: the cable. */
    @HleExport(name = "sceNetCtlGetResult", nid = "0cBgduPRR+M")
    public synchronized GuestStatus result(int event, @Out GuestPtr<Integer> result) {
        if (!isInitialized) {
            return NetCtlError.NOT_INITIALIZED;
        }
        if (result.isNull()) {
            return NetCtlError.ARGUMENT;
        }
        result.set(NetCtlError.NOT_CONNECTED.code());
        return GuestStatus.OK;
    }

    /** Nothing is written. */
    @HleExport(name = "sceNetCtlGetNatInfo", nid = "JO4yuTuMoKI")
    public synchronized GuestStatus translation(GuestPtr<Integer> info) {
        if (!isInitialized) {
            return NetCtlError.NOT_INITIALIZED;
        }
        return info.isNull() ? NetCtlError.ARGUMENT : NetCtlError.NOT_CONNECTED;
    }

    /** Tells each callback once, on the calling thread, that the network is unplugged. */
    @HleExport(name = "sceNetCtlCheckCallback", nid = "iQw3iQPhvUQ")
    public GuestStatus check() {
        List<Registration> untold;
        synchronized (this) {
            if (!isInitialized) {
                return NetCtlError.NOT_INITIALIZED;
            }
            untold = callbacks.stream().filter(c -> !c.isTold()).toList();
            callbacks.replaceAll(c -> new Registration(c.id(), c.function(), c.argument(), true));
        }
        untold.forEach(c -> c.function().call(DISCONNECTED_EVENT, c.argument()));
        return GuestStatus.OK;
    }
}
