package org.lierne.lib.np;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Authorisation codes and tokens: a user who is signed out gets none. Documented: system calls, section 15. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.np", library = "libSceNpAuth")
public final class AuthExports implements HleModule, TitleListener {
    private final Requests requests = new Requests(
            new Requests.Codes(AuthError.ARGUMENT, AuthError.ABORTED, AuthError.REQUESTS_FULL, AuthError.REQUEST_UNKNOWN, AuthError.ID));

    @Activate
    public AuthExports() {}

    @Override
    public void titleStarting(Title title) {
        requests.clear();
    }

    @HleExport(name = "sceNpAuthCreateRequest", nid = "6bwFkosYRQg")
    public GuestValue create() {
        return requests.create(false);
    }

    @HleExport(name = "sceNpAuthCreateAsyncRequest", nid = "N+mr7GjTvr8")
    public GuestValue createAsynchronous(GuestPtr<Long> parameter) {
        return parameter.isNull() ? GuestValue.error(AuthError.ARGUMENT) : requests.create(true);
    }

    @HleExport(name = "sceNpAuthDeleteRequest", nid = "H8wG9Bk-nPc")
    public GuestStatus delete(int request) {
        return requests.delete(request);
    }

    @HleExport(name = "sceNpAuthAbortRequest", nid = "cE7wIsqXdZ8")
    public GuestStatus abort(int request) {
        return requests.abort(request);
    }

    @HleExport(name = "sceNpAuthGetAuthorizationCodeV3", nid = "KI4dHLlTNl0")
    public GuestStatus code(int request, long parameter, long code, long issuer) {
        return parameter == 0 || code == 0 ? AuthError.ARGUMENT : requests.fail(request, NpError.SIGNED_OUT);
    }

    @HleExport(name = "sceNpAuthGetIdTokenV3", nid = "RdsFVsgSpZY")
    public GuestStatus token(int request, long parameter, long token) {
        return parameter == 0 || token == 0 ? AuthError.ARGUMENT : requests.fail(request, NpError.SIGNED_OUT);
    }

    @HleExport(name = "sceNpAuthPollAsync", nid = "gjSyfzSsDcE")
    public GuestValue poll(int request, @Out GuestPtr<Integer> result) {
        return requests.poll(request, result);
    }

    /** What was asked has its result already; what was not asked would be waited for without end. */
    @HleExport(name = "sceNpAuthWaitAsync", nid = "SK-S7daqJSE")
    public GuestValue await(int request, @Out GuestPtr<Integer> result) {
        GuestValue answer = requests.poll(request, result);
        if (answer.raw() == Requests.RUNNING) {
            throw new HleRefusal("waiting for request " + request + ", which asks for nothing");
        }
        return answer;
    }
}
