package org.lierne.lib.mouse;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** A mouse that is never connected. Documented: system calls, section 19. Assumed: lib.mouse. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.mouse", library = "libSceMouse")
public final class MouseExports implements HleModule, TitleListener {
    private static final int LAST_INDEX = 1;

    private final Set<Integer> handles = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lastHandle = new AtomicInteger();

    @Activate
    public MouseExports() {}

    @Override
    public void titleStarting(Title title) {
        handles.clear();
        lastHandle.set(0);
    }

    @HleExport(name = "sceMouseInit", nid = "Qs0wWulgl7U")
    public GuestStatus initialize() {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceMouseOpen", nid = "RaqxZIf6DvE")
    public GuestValue open(int user, int type, int index, long parameter) {
        if (type != 0 || index < 0 || index > LAST_INDEX) {
            return GuestValue.error(MouseError.ARGUMENT);
        }
        int handle = lastHandle.incrementAndGet();
        handles.add(handle);
        return GuestValue.of(handle);
    }

    @HleExport(name = "sceMouseClose", nid = "cAnT0Rw-IwU")
    public GuestStatus close(int handle) {
        return handles.remove(handle) ? GuestStatus.OK : MouseError.HANDLE;
    }

    /** Nothing is ever queued. */
    @HleExport(name = "sceMouseRead", nid = "x8qnXqh-tiM")
    @SilentStub("lib.mouse")
    public GuestValue read(int handle, long samples, int count) {
        return handles.contains(handle) ? GuestValue.of(0) : GuestValue.error(MouseError.HANDLE);
    }
}
