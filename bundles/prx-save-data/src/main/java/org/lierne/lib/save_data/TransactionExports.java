package org.lierne.lib.save_data;

import java.util.List;
import java.util.Optional;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.LocalUser;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Transactions, backups and the events that they post. Documented: system calls, section 13. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.save-data", library = "libSceSaveData")
public final class TransactionExports implements HleModule {
    private static final int BACKUP_EVENT = 2;
    private static final int COMMIT_BACKUP_EVENT = 4;
    private static final int BACKUP_IN_BACKGROUND = 1;
    private static final int POINT_BYTES = 16;

    private final SaveDataState state;
    private final GuestMemory memory;

    @Activate
    public TransactionExports(@Reference SaveDataState state, @Reference GuestMemory memory) {
        this.state = state;
        this.memory = memory;
    }

    /** The size is memory of the console's own; the id is positive. */
    @HleExport(name = "sceSaveDataCreateTransactionResource", nid = "gjRZNnw0JPE")
    public GuestValue createResource(int size) {
        return state.isOff() ? GuestValue.error(SaveDataError.NOT_INITIALIZED) : GuestValue.of(state.createResource());
    }

    @HleExport(name = "sceSaveDataDeleteTransactionResource", nid = "lJUQuaKqoKY")
    public GuestStatus deleteResource(int resource) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        return state.deleteResource(resource) ? GuestStatus.OK : SaveDataError.PARAMETER;
    }

    @HleExport(name = "sceSaveDataPrepare", nid = "sDCBrmc61XU")
    public GuestStatus prepare(GuestString point, GuestPtr<SaveRecords.Transaction> transaction) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (point.isNull() || transaction.isNull() || !state.isResource(transaction.get().resource())) {
            return SaveDataError.PARAMETER;
        }
        Optional<SaveDataState.Mounted> mounted = state.at(point.get(POINT_BYTES));
        if (mounted.isEmpty()) {
            return SaveDataError.NOT_MOUNTED;
        }
        return mounted.get().isWritable() ? GuestStatus.OK : SaveDataError.BAD_MOUNTED;
    }

    @HleExport(name = "sceSaveDataCommit", nid = "ie7qhZ4X0Cc")
    public GuestStatus commit(GuestPtr<SaveRecords.Transaction> transaction) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (transaction.isNull() || !state.isResource(transaction.get().resource())) {
            return SaveDataError.PARAMETER;
        }
        List<String> names = state.commit(transaction.get().resource());
        if ((transaction.get().mode() & BACKUP_IN_BACKGROUND) != 0) {
            names.forEach(n -> state.post(new SaveDataState.Event(COMMIT_BACKUP_EVENT, 0, n)));
        }
        return GuestStatus.OK;
    }

    /** Every version is complete on the disk before it is valid, so a backup adds nothing but its event. */
    @HleExport(name = "sceSaveDataBackup", nid = "z1JA8-iJt3k")
    @SilentStub("lib.save-data.backup")
    public GuestStatus backup(GuestPtr<SaveRecords.Backup> backup) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        String name = backup.isNull() || backup.get().name() == 0 ? "" : memory.getString(backup.get().name(), SaveNames.BYTES);
        if (!SaveNames.isName(name)) {
            return SaveDataError.PARAMETER;
        }
        if (backup.get().user() != LocalUser.PLAYER.id()) {
            return SaveDataError.INVALID_LOGIN_USER;
        }
        if (!state.store().exists(name)) {
            return SaveDataError.NOT_FOUND;
        }
        state.post(new SaveDataState.Event(BACKUP_EVENT, 0, name));
        return GuestStatus.OK;
    }

    /** The next event; without one nothing is written. */
    @HleExport(name = "sceSaveDataGetEventResult", nid = "j8xKtiFj0SY")
    public GuestStatus event(@OrNull GuestPtr<Integer> filter, @Out GuestPtr<SaveRecords.Event> event) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (event.isNull()) {
            return SaveDataError.PARAMETER;
        }
        Optional<SaveDataState.Event> next = state.nextEvent();
        if (next.isEmpty()) {
            return SaveDataError.NOT_FOUND;
        }
        SaveDataState.Event e = next.get();
        event.set(new SaveRecords.Event(e.type(), e.error(), LocalUser.PLAYER.id(), state.titleId(), e.name()));
        return e::error;
    }
}
