package org.lierne.lib.np;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Activity intents: the title was started by nobody's card. Documented: system calls, section 15. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.np", library = "libSceNpGameIntent")
public final class IntentExports implements HleModule {
    @Activate
    public IntentExports() {}

    @HleExport(name = "sceNpGameIntentInitialize", nid = "m87BHxt-H60")
    public GuestStatus initialize(@OrNull GuestPtr<Long> start) {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpGameIntentTerminate", nid = "0HBYxYAjmf0")
    public GuestStatus terminate() {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpGameIntentReceiveIntent", nid = "jEIXUAr9XE8")
    public GuestStatus receive(GuestPtr<Long> intent) {
        return intent.isNull() ? IntentError.ARGUMENT : IntentError.NONE;
    }

    @HleExport(name = "sceNpGameIntentGetPropertyValueString", nid = "rPl0INNc-M8")
    public GuestStatus property(GuestPtr<Long> intent, GuestString key, GuestPtr<Byte> value, long size) {
        return intent.isNull() || key.isNull() || value.isNull() ? IntentError.ARGUMENT : IntentError.NO_VALUE;
    }
}
