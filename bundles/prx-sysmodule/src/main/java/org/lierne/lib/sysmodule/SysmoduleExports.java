package org.lierne.lib.sysmodule;

import java.util.HashMap;
import java.util.Map;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Loading and unloading by number: counts of uses. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.sysmodule", library = "libSceSysmodule")
public final class SysmoduleExports implements HleModule, TitleListener {
    private final Map<Integer, Integer> uses = new HashMap<>();

    @Activate
    public SysmoduleExports() {}

    @Override
    public synchronized void titleStarting(Title title) {
        uses.clear();
    }

    @HleExport(name = "sceSysmoduleLoadModule", nid = "g8cM39EUZ6o")
    public synchronized GuestStatus load(short id) {
        int number = Short.toUnsignedInt(id);
        if (!SystemModules.isKnown(number)) {
            return SysmoduleError.UNKNOWN;
        }
        uses.merge(number, 1, Integer::sum);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSysmoduleUnloadModule", nid = "eR2bZFAAU0Q")
    public synchronized GuestStatus unload(short id) {
        int number = Short.toUnsignedInt(id);
        if (!SystemModules.isKnown(number)) {
            return SysmoduleError.UNKNOWN;
        }
        if (!uses.containsKey(number)) {
            return SysmoduleError.NOT_LOADED;
        }
        uses.computeIfPresent(number, (_, count) -> count == 1 ? null : count - 1);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSysmoduleIsLoaded", nid = "fMP5NHUOaMk")
    public synchronized GuestStatus isLoaded(short id) {
        int number = Short.toUnsignedInt(id);
        if (!SystemModules.isKnown(number)) {
            return SysmoduleError.UNKNOWN;
        }
        return uses.containsKey(number) ? GuestStatus.OK : SysmoduleError.NOT_LOADED;
    }

    @HleExport(name = "sceSysmoduleLoadModuleInternal", nid = "39iV5E1HoCk")
    public synchronized GuestStatus loadInternal(int id) {
        if (!SystemModules.isInternal(id)) {
            throw new HleRefusal("the internal system module 0x%x is not known".formatted(id));
        }
        uses.merge(id, 1, Integer::sum);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSysmoduleIsLoadedInternal", nid = "ynFKQ5bfGks")
    public synchronized GuestStatus isLoadedInternal(int id) {
        return uses.containsKey(id) ? GuestStatus.OK : SysmoduleError.NOT_LOADED;
    }
}
