package org.lierne.lib.agc_driver;

import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.osgi.service.component.annotations.Component;

/**
 * Where the rings of tessellation lie. What hull programs write there goes to the host's own stages and never to memory (rule C-004), so
 * that the places do not matter here.
 */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc-driver", library = "libSceAgcDriver")
public final class RingExports implements HleModule {
    /** @param base of the ring of factors */
    @HleExport(name = "sceAgcDriverSetTFRing", nid = "XlNp7jzGiPo")
    public GuestStatus setFactorRing(long base, int bytes) {
        return GuestStatus.OK;
    }

    /** Sources disagree on the number of arguments, none of which is used. */
    @HleExport(name = "sceAgcDriverSetHsOffchipParam", nid = "MM4IZSEYytQ")
    public GuestStatus setOffChipBuffers(long first, long second, long third) {
        return GuestStatus.OK;
    }
}
