package org.lierne.lib.save_data;

import java.util.Optional;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.LocalUser;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Mounting and unmounting saves. Documented: system calls, section 13. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.save-data", library = "libSceSaveData")
public final class MountExports implements HleModule {
    private static final int POINT_BYTES = 16;
    private static final int CREATED = 1;
    private static final int COMMIT = 0x01;
    private static final int BACKUP = 0x10000;
    private static final int UNMOUNT_BACKUP_EVENT = 1;

    private final SaveDataState state;
    private final GuestMemory memory;

    @Activate
    public MountExports(@Reference SaveDataState state, @Reference GuestMemory memory) {
        this.state = state;
        this.memory = memory;
    }

    @HleExport(name = "sceSaveDataInitialize", nid = "ZkZhskCPXFw")
    @HleExport(name = "sceSaveDataInitialize2", nid = "l1NmDeDpNGU")
    @HleExport(name = "sceSaveDataInitialize3", nid = "TywrFKCoLGY")
    public GuestStatus initialize(@OrNull GuestPtr<Integer> parameters) {
        state.initialize();
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSaveDataTerminate", nid = "yKDy8S5yLA0")
    public GuestStatus terminate() {
        return state.terminate();
    }

    @HleExport(name = "sceSaveDataMount", nid = "32HQAQdwM2o")
    public GuestStatus mount(GuestPtr<SaveRecords.Mount> mount, @Out GuestPtr<SaveRecords.MountResult> result) {
        if (mount.isNull() || result.isNull()) {
            return SaveDataError.PARAMETER;
        }
        SaveRecords.Mount m = mount.get();
        return mount(m.user(), m.name(), m.blocks(), m.mode(), 0, result);
    }

    @HleExport(name = "sceSaveDataMount2", nid = "0z45PIH+SNI")
    public GuestStatus mount2(GuestPtr<SaveRecords.Mount2> mount, @Out GuestPtr<SaveRecords.MountResult> result) {
        if (mount.isNull() || result.isNull()) {
            return SaveDataError.PARAMETER;
        }
        SaveRecords.Mount2 m = mount.get();
        return mount(m.user(), m.name(), m.blocks(), m.mode(), 0, result);
    }

    @HleExport(name = "sceSaveDataMount3", nid = "ZP4e7rlzOUk")
    public GuestStatus mount3(GuestPtr<SaveRecords.Mount3> mount, @Out GuestPtr<SaveRecords.MountResult> result) {
        if (mount.isNull() || result.isNull()) {
            return SaveDataError.PARAMETER;
        }
        SaveRecords.Mount3 m = mount.get();
        return mount(m.user(), m.name(), m.blocks(), m.mode(), m.resource(), result);
    }

    /** The result is zeroed first, so that it is defined on failure. */
    private GuestStatus mount(int user, long name, long blocks, int bits, int resource, GuestPtr<SaveRecords.MountResult> result) {
        result.set(SaveRecords.MountResult.NONE);
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        String directory = name == 0 ? "" : memory.getString(name, SaveNames.BYTES);
        if (!SaveNames.isName(directory)) {
            return SaveDataError.PARAMETER;
        }
        if (user != LocalUser.PLAYER.id()) {
            return SaveDataError.INVALID_LOGIN_USER;
        }
        MountMode mode = new MountMode(bits);
        if (!mode.hasAccess()) {
            return SaveDataError.PARAMETER;
        }
        SaveDataState.Answer answer = state.mount(directory, blocks, mode, resource);
        SaveDataState.Mounted mounted = answer.mounted();
        if (mounted != null) {
            result.set(new SaveRecords.MountResult(mounted.point(), 0, mounted.isNew() ? CREATED : 0));
        }
        return answer.status();
    }

    @HleExport(name = "sceSaveDataUmount", nid = "BMR4F-Uek3E")
    public GuestStatus unmount(GuestString point) {
        return unmount(0, point);
    }

    @HleExport(name = "sceSaveDataUmount2", nid = "uW4vfTwMQVo")
    public GuestStatus unmount(int mode, GuestString point) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (point.isNull()) {
            return SaveDataError.PARAMETER;
        }
        String text = point.get(POINT_BYTES);
        if (text.length() == POINT_BYTES) {
            return SaveDataError.PARAMETER;
        }
        if ((mode & ~(COMMIT | BACKUP)) != 0) {
            throw new HleRefusal("bits 0x%x of the unmount mode are unknown".formatted(mode & ~(COMMIT | BACKUP)));
        }
        Optional<SaveDataState.Mounted> mounted = state.at(text);
        if (mounted.isEmpty()) {
            return SaveDataError.NOT_MOUNTED;
        }
        state.unmount(mounted.get(), (mode & COMMIT) != 0);
        if ((mode & BACKUP) != 0) {
            state.post(new SaveDataState.Event(UNMOUNT_BACKUP_EVENT, 0, mounted.get().name()));
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSaveDataGetMountInfo", nid = "65VH0Qaaz6s")
    public GuestStatus info(GuestString point, @Out GuestPtr<SaveRecords.MountInfo> info) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (point.isNull() || info.isNull()) {
            return SaveDataError.PARAMETER;
        }
        Optional<SaveDataState.Mounted> mounted = state.at(point.get(POINT_BYTES));
        if (mounted.isEmpty()) {
            return SaveDataError.NOT_MOUNTED;
        }
        long blocks = state.store().blocks(mounted.get().version());
        long used = SaveStore.usedBlocks(mounted.get().version(), SaveDataState.BLOCK_BYTES);
        info.set(new SaveRecords.MountInfo(blocks, Math.max(0, blocks - used)));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSaveDataIsMounted", nid = "ieP6jP138Qo")
    public GuestStatus isMounted(GuestString point, @Out GuestPtr<Integer> mounted) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (point.isNull() || mounted.isNull()) {
            return SaveDataError.PARAMETER;
        }
        mounted.set(state.at(point.get(POINT_BYTES)).isPresent() ? 1 : 0);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSaveDataDelete", nid = "S1GkePI17zQ")
    public GuestStatus delete(GuestPtr<SaveRecords.Delete> delete) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        String name = delete.isNull() || delete.get().name() == 0 ? "" : memory.getString(delete.get().name(), SaveNames.BYTES);
        if (!SaveNames.isName(name)) {
            return SaveDataError.PARAMETER;
        }
        if (delete.get().user() != LocalUser.PLAYER.id()) {
            return SaveDataError.INVALID_LOGIN_USER;
        }
        if (state.isMounted(name)) {
            return SaveDataError.BUSY;
        }
        if (!state.store().exists(name)) {
            return SaveDataError.NOT_FOUND;
        }
        state.store().remove(name);
        return GuestStatus.OK;
    }

    /** There are no saves of the older console to take over. */
    @HleExport(name = "sceSaveDataTransferringMountPs4", nid = "RjMlsR8EXrw")
    public GuestStatus mountOlder(GuestPtr<Integer> mount, @Out GuestPtr<SaveRecords.MountResult> result) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (mount.isNull() || result.isNull()) {
            return SaveDataError.PARAMETER;
        }
        result.set(SaveRecords.MountResult.NONE);
        return SaveDataError.NOT_FOUND;
    }
}
