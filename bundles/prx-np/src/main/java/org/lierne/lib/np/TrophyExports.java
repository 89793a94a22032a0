package org.lierne.lib.np;

import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Trophies: contexts and handles exist; what they hold needs the title's trophy file, which we do not read. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.np", library = "libSceNpTrophy2")
public final class TrophyExports implements HleModule {
    private final AtomicInteger next = new AtomicInteger(1);

    @Activate
    public TrophyExports() {}

    private GuestStatus number(GuestPtr<Integer> out) {
        if (out.isNull()) {
            throw new HleRefusal("the code for a null pointer is not known");
        }
        out.set(next.getAndIncrement());
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpTrophy2CreateContext", nid = "Bagshr7OQ6Q")
    public GuestStatus createContext(@Out GuestPtr<Integer> context, int user, int service, long options) {
        return number(context);
    }

    @HleExport(name = "sceNpTrophy2CreateHandle", nid = "Gz1rmUZpROM")
    public GuestStatus createHandle(@Out GuestPtr<Integer> handle) {
        return number(handle);
    }

    @HleExport(name = "sceNpTrophy2DestroyContext", nid = "sysY2FHYff4")
    @HleExport(name = "sceNpTrophy2DestroyHandle", nid = "d8P11CI40KE")
    @HleExport(name = "sceNpTrophy2AbortHandle", nid = "fYapWA9xVmA")
    public GuestStatus end(int number) {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpTrophy2RegisterContext", nid = "bIDov3wBu5Q")
    @SilentStub("lib.np.trophies")
    public GuestStatus registerContext(int context, int handle, long options) {
        return GuestStatus.OK;
    }

    /** No trophy is ever unlocked, so the callback is never called. */
    @HleExport(name = "sceNpTrophy2RegisterUnlockCallback", nid = "sUXGfNMalIo")
    @SilentStub("lib.np.trophies")
    public GuestStatus registerCallback(long callback, long argument) {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNpTrophy2UnregisterUnlockCallback", nid = "wVqxM58sIKs")
    @SilentStub("lib.np.trophies")
    public GuestStatus unregisterCallback() {
        return GuestStatus.OK;
    }
}
