package org.lierne.lib.common_dialog;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Keys of keyboards as events of text entry: none is ever connected. Assumed: lib.common-dialog.inline. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.common-dialog", library = "libSceIme")
public final class ImeKeyboardExports implements HleModule, TitleListener {
    /** Numbers of a user's keyboards; 0 where there is none. */
    @GuestStruct(size = 0x18)
    public record Keyboards(@At(0x00) int user, @At(0x04) int first, @At(0x08) int second, @At(0x0C) int third, @At(0x10) int fourth,
            @At(0x14) int fifth) {}

    private final Set<Integer> open = ConcurrentHashMap.newKeySet();

    @Activate
    public ImeKeyboardExports() {}

    @Override
    public void titleStarting(Title title) {
        open.clear();
    }

    /** Its function is never called. */
    @SilentStub("lib.common-dialog.inline")
    @HleExport(name = "sceImeKeyboardOpen", nid = "eaFXjfJv3xs")
    public GuestStatus open(int user, GuestPtr<Integer> parameters) {
        if (parameters.isNull()) {
            return TextEntryError.ADDRESS;
        }
        return open.add(user) ? GuestStatus.OK : TextEntryError.BUSY;
    }

    @HleExport(name = "sceImeKeyboardClose", nid = "PMVehSlfZ94")
    public GuestStatus close(int user) {
        return open.remove(user) ? GuestStatus.OK : TextEntryError.NOT_OPENED;
    }

    @HleExport(name = "sceImeKeyboardGetResourceId", nid = "dKadqZFgKKQ")
    public GuestStatus keyboards(int user, @Out GuestPtr<Keyboards> keyboards) {
        if (!open.contains(user)) {
            return TextEntryError.NOT_OPENED;
        }
        if (keyboards.isNull()) {
            return TextEntryError.ADDRESS;
        }
        keyboards.set(new Keyboards(user, 0, 0, 0, 0, 0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceImeKeyboardGetInfo", nid = "VkqLPArfFdc")
    public GuestStatus facts(int keyboard, long facts) {
        return TextEntryError.RESOURCE;
    }

    @SilentStub("lib.common-dialog.inline")
    @HleExport(name = "sceImeKeyboardSetMode", nid = "ua+13Hk9kKs")
    public GuestStatus mode(int user, int mode) {
        return open.contains(user) ? GuestStatus.OK : TextEntryError.NOT_OPENED;
    }
}
