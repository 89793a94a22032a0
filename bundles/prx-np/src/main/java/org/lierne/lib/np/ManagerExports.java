package org.lierne.lib.np;

import java.util.ArrayList;
import java.util.List;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.kernel.title.LocalUser;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The state of the user: signed out. Documented: system calls, section 15. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.np", library = "libSceNpManager")
public final class ManagerExports implements HleModule, TitleListener {
    private static final int SIGNED_OUT_STATE = 1;
    private static final int UNAVAILABLE = 0;
    private static final long REQUEST_PARAMETER_BYTES = 0x18;
    private static final int MOST_CALLBACKS = 8;

    private record StateCallback(int id, GuestCallback function, long argument, boolean isTold) {}

    private final Requests requests = new Requests(new Requests.Codes(NpError.ARGUMENT, NpError.ABORTED, NpError.REQUESTS_FULL,
            NpError.REQUEST_UNKNOWN, NpError.ID));
    private final List<StateCallback> callbacks = new ArrayList<>();
    private int nextCallback = 1;

    @Activate
    public ManagerExports() {}

    @Override
    public synchronized void titleStarting(Title title) {
        requests.clear();
        callbacks.clear();
    }

    private static boolean isUser(int user) {
        return user == LocalUser.PLAYER.id();
    }

    @HleExport(name = "sceNpGetState", nid = "eQH7nWPcAgc")
    public GuestStatus state(int user, @Out GuestPtr<Integer> state) {
        if (state.isNull() || !isUser(user)) {
            return NpError.ARGUMENT;
        }
        state.set(SIGNED_OUT_STATE);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpGetNpReachabilityState", nid = "e-ZuhGEoeC4")
    public GuestStatus reachability(int user, @Out GuestPtr<Integer> state) {
        if (state.isNull() || !isUser(user)) {
            return NpError.ARGUMENT;
        }
        state.set(UNAVAILABLE);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpGetAccountIdA", nid = "rbknaUjpqWo")
    public GuestStatus accountId(int user, @Out GuestPtr<Long> id) {
        if (id.isNull() || !isUser(user)) {
            return NpError.ARGUMENT;
        }
        id.set(0L);
        return NpError.SIGNED_OUT;
    }

    /** The output stays as it was: nobody is signed in whom it could name. */
    @HleExport(name = "sceNpGetOnlineId", nid = "XDncXQIJUSk")
    @HleExport(name = "sceNpGetNpId", nid = "p-o74CnoNzY")
    @HleExport(name = "sceNpGetAccountCountryA", nid = "JT+t00a3TxA")
    public GuestStatus identity(int user, GuestPtr<Long> out) {
        return out.isNull() ? NpError.ARGUMENT : NpError.SIGNED_OUT;
    }

    @HleExport(name = "sceNpHasSignedUp", nid = "Oad3rvY-NJQ")
    public GuestStatus hasSignedUp(int user, @Out GuestPtr<Byte> out) {
        if (out.isNull()) {
            return NpError.ARGUMENT;
        }
        out.set((byte) 0);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpSetNpTitleId", nid = "Ec63y59l9tw")
    public GuestStatus setTitleId(GuestPtr<Long> id, GuestPtr<Long> secret) {
        return id.isNull() || secret.isNull() ? NpError.ARGUMENT : GuestStatus.OK;
    }

    @HleExport(name = "sceNpSetContentRestriction", nid = "A2CQ3kgSopQ")
    public GuestStatus setRestriction(GuestPtr<Long> restriction) {
        if (restriction.isNull()) {
            return NpError.ARGUMENT;
        }
        return restriction.get() == 0 ? NpError.SIZE : GuestStatus.OK;
    }

    @HleExport(name = "sceNpCreateRequest", nid = "GpLQDNKICac")
    public GuestValue createRequest() {
        return requests.create(false);
    }

    @HleExport(name = "sceNpCreateAsyncRequest", nid = "eiqMCt9UshI")
    public GuestValue createAsyncRequest(GuestPtr<Long> parameter) {
        if (parameter.isNull()) {
            return GuestValue.error(NpError.ARGUMENT);
        }
        return parameter.get() == REQUEST_PARAMETER_BYTES ? requests.create(true) : GuestValue.error(NpError.SIZE);
    }

    @HleExport(name = "sceNpDeleteRequest", nid = "S7QTn72PrDw")
    public GuestStatus deleteRequest(int request) {
        return requests.delete(request);
    }

    @HleExport(name = "sceNpAbortRequest", nid = "OzKvTvg3ZYU")
    public GuestStatus abortRequest(int request) {
        return requests.abort(request);
    }

    @HleExport(name = "sceNpPollAsync", nid = "uqcPJLWL08M")
    public GuestValue poll(int request, @Out GuestPtr<Integer> result) {
        return requests.poll(request, result);
    }

    @HleExport(name = "sceNpCheckNpAvailability", nid = "2rsFmlGWleQ")
    @HleExport(name = "sceNpCheckPremium", nid = "O80NrhUOPGY")
    public GuestStatus check(int request, long parameter, long result) {
        return requests.fail(request, NpError.SIGNED_OUT);
    }

    @HleExport(name = "sceNpCheckNpAvailabilityA", nid = "8Z2Jc5GvGDI")
    @HleExport(name = "sceNpCheckNpReachability", nid = "KfGZg2y73oM")
    public GuestStatus check(int request, int user) {
        return requests.fail(request, NpError.SIGNED_OUT);
    }

    @HleExport(name = "sceNpGetAccountAge", nid = "+4DegjBqV1g")
    public GuestStatus age(int request, int user, GuestPtr<Byte> age) {
        return age.isNull() ? NpError.ARGUMENT : requests.fail(request, NpError.SIGNED_OUT);
    }

    @HleExport(name = "sceNpRegisterStateCallbackA", nid = "qQJfO8HAiaY")
    public synchronized GuestValue registerCallback(GuestCallback function, long argument) {
        if (function.isNull()) {
            return GuestValue.error(NpError.ARGUMENT);
        }
        if (callbacks.stream().anyMatch(c -> c.function().address() == function.address())) {
            return GuestValue.error(NpError.CALLBACK_REGISTERED);
        }
        if (callbacks.size() >= MOST_CALLBACKS) {
            return GuestValue.error(NpError.CALLBACKS_FULL);
        }
        callbacks.add(new StateCallback(nextCallback, function, argument, false));
        return GuestValue.of(nextCallback++);
    }

    @HleExport(name = "sceNpUnregisterStateCallbackA", nid = "M3wFXbYQtAA")
    public synchronized GuestStatus unregisterCallback(int id) {
        return callbacks.removeIf(c -> c.id() == id) ? GuestStatus.OK : NpError.CALLBACK_NOT_REGISTERED;
    }

    /** Tells each callback once, on the calling thread, that the user is signed out. */
    @HleExport(name = "sceNpCheckCallback", nid = "3Zl8BePTh9Y")
    @HleExport(name = "sceNpCheckCallbackForLib", nid = "JELHf4xPufo")
    public GuestStatus checkCallbacks() {
        for (StateCallback callback : untold()) {
            callback.function().call(LocalUser.PLAYER.id(), SIGNED_OUT_STATE, callback.argument());
        }
        return GuestStatus.OK;
    }

    /** Those not told yet, marked as told; called outside of the lock, since a callback may register another. */
    private synchronized List<StateCallback> untold() {
        List<StateCallback> untold = callbacks.stream().filter(c -> !c.isTold()).toList();
        callbacks.replaceAll(c -> new StateCallback(c.id(), c.function(), c.argument(), true));
        return untold;
    }
}
