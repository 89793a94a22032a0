package org.lierne.lib.np;

import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.kernel.title.LocalUser;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The web interface: the library starts, a user who is signed in to nothing gets no context. Documented: system calls, section 15. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.np", library = "libSceNpWebApi2")
public final class WebApiExports implements HleModule {
    private final AtomicInteger next = new AtomicInteger(1);

    @Activate
    public WebApiExports() {}

    @HleExport(name = "sceNpWebApi2Initialize", nid = "+o9816YQhqQ")
    public GuestValue initialize(int http, long poolBytes) {
        return GuestValue.of(next.getAndIncrement());
    }

    @HleExport(name = "sceNpWebApi2Terminate", nid = "bEvXpcEk200")
    public GuestStatus terminate(int library) {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpWebApi2CreateUserContext", nid = "sk54bi6FtYM")
    public GuestValue createUserContext(int library, int user) {
        return GuestValue.error(user == LocalUser.INVALID ? WebApiError.ARGUMENT : WebApiError.NOT_SIGNED_IN);
    }

    /** There are no requests, since there are no user contexts. */
    @HleExport(name = "sceNpWebApi2AbortRequest", nid = "zpiPsH7dbFQ")
    @HleExport(name = "sceNpWebApi2DeleteRequest", nid = "vvzWO-DvG1s")
    public GuestStatus request(long request) {
        return WebApiError.REQUEST_UNKNOWN;
    }

    @HleExport(name = "sceNpWebApi2CheckTimeout", nid = "3Tt9zL3tkoc")
    public void checkTimeout() {}
}
