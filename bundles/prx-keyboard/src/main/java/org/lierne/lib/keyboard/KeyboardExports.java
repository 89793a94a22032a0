package org.lierne.lib.keyboard;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** A keyboard that is never connected. Documented: system calls, section 19. Assumed: lib.keyboard. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.keyboard", library = "libSceKeyboard")
public final class KeyboardExports implements HleModule, TitleListener {
    private static final int LAST_INDEX = 1;

    /** The state of a keyboard that is not there: no key is down, so the list of keys behind the record is empty. */
    @GuestStruct(size = 0x20)
    public record Sample(@At(0x00) long microseconds, @At(0x08) byte intercepted, @At(0x10) byte connected, @At(0x14) int keys,
            @At(0x18) int lights, @At(0x1C) int modifiers) {}

    private final Set<Integer> handles = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lastHandle = new AtomicInteger();

    @Activate
    public KeyboardExports() {}

    @Override
    public void titleStarting(Title title) {
        handles.clear();
        lastHandle.set(0);
    }

    @HleExport(name = "sceKeyboardInit", nid = "wadT3QBCGY0")
    public GuestStatus initialize() {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceKeyboardOpen", nid = "HJ+KnEHcaxI")
    public GuestValue open(int user, int type, int index, long parameter) {
        if (type != 0 || index < 0 || index > LAST_INDEX) {
            return GuestValue.error(KeyboardError.ARGUMENT);
        }
        int handle = lastHandle.incrementAndGet();
        handles.add(handle);
        return GuestValue.of(handle);
    }

    @HleExport(name = "sceKeyboardClose", nid = "0LWei+c7RNc")
    public GuestStatus close(int handle) {
        return handles.remove(handle) ? GuestStatus.OK : KeyboardError.HANDLE;
    }

    @HleExport(name = "sceKeyboardReadState", nid = "6HpE68bzX6M")
    public GuestStatus state(int handle, @Out GuestPtr<Sample> sample) {
        if (!handles.contains(handle)) {
            return KeyboardError.HANDLE;
        }
        if (sample.isNull()) {
            return KeyboardError.ARGUMENT;
        }
        sample.set(new Sample(System.nanoTime() / 1000, (byte) 0, (byte) 0, 0, 0, 0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceKeyboardGetKey2Char", nid = "yO9JwdRhtSA")
    public GuestStatus character(int handle, int arrangement, int lights, int modifiers, short key, long out) {
        throw new HleRefusal("characters of keys are not described");
    }

    /** Nothing is ever queued. */
    @HleExport(name = "sceKeyboardRead", nid = "xybbGMCr738")
    @SilentStub("lib.keyboard")
    public GuestValue read(int handle, long samples, int count) {
        return handles.contains(handle) ? GuestValue.of(0) : GuestValue.error(KeyboardError.HANDLE);
    }
}
