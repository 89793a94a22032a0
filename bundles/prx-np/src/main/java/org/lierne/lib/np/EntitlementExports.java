package org.lierne.lib.np;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Add-ons and what the user owns: a full game without add-ons. Documented: system calls, section 15. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.np", library = "libSceNpEntitlementAccess")
public final class EntitlementExports implements HleModule {
    /** A full game, no trial; the same number as in the application content library. */
    private static final int FULL = 3;

    @Activate
    public EntitlementExports() {}

    @HleExport(name = "sceNpEntitlementAccessInitialize", nid = "jO8DM8oyego")
    public GuestStatus initialize(GuestPtr<Long> start, @Out GuestPtr<Long> boot) {
        return start.isNull() || boot.isNull() ? EntitlementError.PARAMETER : GuestStatus.OK;
    }

    @HleExport(name = "sceNpEntitlementAccessGetSkuFlag", nid = "lPDO62PpJIA")
    public GuestStatus sku(@Out GuestPtr<Integer> flag) {
        if (flag.isNull()) {
            return EntitlementError.PARAMETER;
        }
        flag.set(FULL);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpEntitlementAccessGetAddcontEntitlementInfo", nid = "xddD23+8TfQ")
    public GuestStatus addOn(int service, GuestPtr<Long> label, GuestPtr<Long> info) {
        return label.isNull() || info.isNull() ? EntitlementError.PARAMETER : EntitlementError.NONE;
    }

    /** Capacity zero only counts; there are none either way. */
    @HleExport(name = "sceNpEntitlementAccessGetAddcontEntitlementInfoList", nid = "TFyU+KFBv54")
    public GuestStatus addOns(int service, @OrNull GuestPtr<Long> list, int capacity, @Out GuestPtr<Integer> hits) {
        if (hits.isNull() || capacity != 0 && list.isNull()) {
            return EntitlementError.PARAMETER;
        }
        hits.set(0);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpEntitlementAccessGetEntitlementKey", nid = "5LiMEPuW0DQ")
    public GuestStatus key(int service, GuestPtr<Long> label, GuestPtr<Long> key) {
        return label.isNull() || key.isNull() ? EntitlementError.PARAMETER : EntitlementError.NONE;
    }
}
