package org.lierne.lib.save_data;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.LocalUser;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Save data memory. Documented: system calls, section 13. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.save-data", library = "libSceSaveData")
public final class MemoryExports implements HleModule, TitleListener {
    private static final int LAST_SLOT = 3;
    private static final int MOST_BYTES = 32 << 20;
    private static final int MOST_PIECES = 5;
    private static final int WITH_PARAMETERS = 1;
    private static final int OPTIONS = 7;
    private static final int SYNC_EVENT = 3;

    private final SaveDataState state;
    private final GuestMemory memory;
    /** Options of the slots that are set up. */
    private final Map<Integer, Integer> options = new ConcurrentHashMap<>();

    @Activate
    public MemoryExports(@Reference SaveDataState state, @Reference GuestMemory memory) {
        this.state = state;
        this.memory = memory;
    }

    @Override
    public void titleStarting(Title title) {
        options.clear();
    }

    private MemoryStore store() {
        return new MemoryStore(state.store());
    }

    private <T> T at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type).get();
    }

    @HleExport(name = "sceSaveDataSetupSaveDataMemory2", nid = "oQySEUfgXRA")
    public synchronized GuestStatus setup(GuestPtr<SaveRecords.MemorySetup> setup, @Out @OrNull GuestPtr<SaveRecords.MemorySetupResult> result) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (setup.isNull()) {
            return SaveDataError.PARAMETER;
        }
        SaveRecords.MemorySetup s = setup.get();
        return (s.option() & ~OPTIONS) != 0 ? SaveDataError.PARAMETER : setup(s, result);
    }

    /** The first form: the first slot, with parameters if there are some. */
    @HleExport(name = "sceSaveDataSetupSaveDataMemory", nid = "v7AAAMo0Lz4")
    public synchronized GuestStatus setupFirst(int user, long bytes, @OrNull GuestPtr<SaveParameters> parameters) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        return setup(new SaveRecords.MemorySetup(parameters.isNull() ? 0 : WITH_PARAMETERS, user, bytes, 0, parameters.address(), 0, 0),
                new GuestPtr<>(memory, 0, SaveRecords.MemorySetupResult.class));
    }

    private GuestStatus setup(SaveRecords.MemorySetup s, GuestPtr<SaveRecords.MemorySetupResult> result) {
        if (s.slot() < 0 || s.slot() > LAST_SLOT || s.bytes() <= 0 || s.bytes() > MOST_BYTES) {
            return SaveDataError.PARAMETER;
        }
        if (s.user() != LocalUser.PLAYER.id()) {
            return SaveDataError.INVALID_LOGIN_USER;
        }
        byte[] old = store().read(s.slot());
        boolean isNew = !store().exists(s.slot());
        if (isNew || old.length < s.bytes()) {
            boolean hasParameters = isNew && (s.option() & WITH_PARAMETERS) != 0 && s.parameters() != 0;
            store().write(s.slot(), Arrays.copyOf(old, (int) s.bytes()),
                    hasParameters ? at(s.parameters(), SaveParameters.class) : null, null);
        }
        options.put(s.slot(), s.option());
        if (!result.isNull()) {
            result.set(new SaveRecords.MemorySetupResult(old.length));
        }
        return GuestStatus.OK;
    }

    private GuestStatus check(int user, int slot) {
        if (slot < 0 || slot > LAST_SLOT) {
            return SaveDataError.PARAMETER;
        }
        if (user != LocalUser.PLAYER.id()) {
            return SaveDataError.INVALID_LOGIN_USER;
        }
        return options.containsKey(slot) ? GuestStatus.OK : SaveDataError.MEMORY_NOT_READY;
    }

    @HleExport(name = "sceSaveDataGetSaveDataMemory2", nid = "QwOO7vegnV8")
    public synchronized GuestStatus read(GuestPtr<SaveRecords.MemoryGet> get) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (get.isNull()) {
            return SaveDataError.PARAMETER;
        }
        SaveRecords.MemoryGet g = get.get();
        GuestStatus checked = check(g.user(), g.slot());
        if (checked.code() != 0) {
            return checked;
        }
        byte[] bytes = store().read(g.slot());
        if (g.data() != 0) {
            SaveRecords.MemoryData d = at(g.data(), SaveRecords.MemoryData.class);
            if (isOutside(d, bytes.length)) {
                return SaveDataError.PARAMETER;
            }
            memory.putBytes(d.buffer(), Arrays.copyOfRange(bytes, (int) d.offset(), (int) (d.offset() + d.bytes())));
        }
        if (g.parameters() != 0) {
            if ((options.getOrDefault(g.slot(), 0) & WITH_PARAMETERS) == 0) {
                return SaveDataError.PARAMETER;
            }
            memory.putBytes(g.parameters(), store().parameters(g.slot()).orElse(SaveParameters.empty()).toBytes());
        }
        if (g.icon() != 0) {
            readIcon(g);
        }
        return GuestStatus.OK;
    }

    private void readIcon(SaveRecords.MemoryGet g) {
        GuestPtr<SaveRecords.Icon> pointer = new GuestPtr<>(memory, g.icon(), SaveRecords.Icon.class);
        SaveRecords.Icon icon = pointer.get();
        byte[] content = store().icon(g.slot()).orElse(new byte[0]);
        memory.putBytes(icon.buffer(), Arrays.copyOf(content, (int) Math.min(content.length, icon.bufferBytes())));
        pointer.set(new SaveRecords.Icon(icon.buffer(), icon.bufferBytes(), content.length));
    }

    /** The first form: bytes of the first slot. */
    @HleExport(name = "sceSaveDataGetSaveDataMemory", nid = "7Bt5pBC-Aco")
    public synchronized GuestStatus readFirst(int user, @OrNull @Out @SizedBy("size") GuestBytes buffer, long size, long offset) {
        return onFirst(user, new SaveRecords.MemoryData(buffer.address(), size, offset),
                (bytes, d) -> memory.putBytes(d.buffer(), Arrays.copyOfRange(bytes, (int) d.offset(), (int) (d.offset() + d.bytes()))));
    }

    /** The first form: bytes of the first slot. */
    @HleExport(name = "sceSaveDataSetSaveDataMemory", nid = "h3YURzXGSVQ")
    public synchronized GuestStatus writeFirst(int user, @OrNull @SizedBy("size") GuestBytes buffer, long size, long offset) {
        return onFirst(user, new SaveRecords.MemoryData(buffer.address(), size, offset), (bytes, d) -> {
            System.arraycopy(memory.getBytes(d.buffer(), (int) d.bytes()), 0, bytes, (int) d.offset(), (int) d.bytes());
            store().write(0, bytes, null, null);
        });
    }

    private GuestStatus onFirst(int user, SaveRecords.MemoryData data, BiConsumer<byte[], SaveRecords.MemoryData> transfer) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        GuestStatus checked = check(user, 0);
        if (checked.code() != 0) {
            return checked;
        }
        byte[] bytes = store().read(0);
        if (isOutside(data, bytes.length)) {
            return SaveDataError.PARAMETER;
        }
        transfer.accept(bytes, data);
        return GuestStatus.OK;
    }

    private static boolean isOutside(SaveRecords.MemoryData d, int size) {
        return d.buffer() == 0 || d.offset() < 0 || d.bytes() < 0 || d.bytes() > size || d.offset() > size - d.bytes();
    }

    @HleExport(name = "sceSaveDataSetSaveDataMemory2", nid = "cduy9v4YmT4")
    public synchronized GuestStatus write(GuestPtr<SaveRecords.MemorySet> set) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (set.isNull()) {
            return SaveDataError.PARAMETER;
        }
        SaveRecords.MemorySet s = set.get();
        GuestStatus checked = check(s.user(), s.slot());
        if (checked.code() != 0) {
            return checked;
        }
        int pieces = s.data() == 0 ? 0 : Math.max(1, s.count());
        if (pieces > MOST_PIECES || s.parameters() != 0 && (options.getOrDefault(s.slot(), 0) & WITH_PARAMETERS) == 0) {
            return SaveDataError.PARAMETER;
        }
        byte[] bytes = store().read(s.slot());
        GuestPtr<SaveRecords.MemoryData> data = new GuestPtr<>(memory, s.data(), SaveRecords.MemoryData.class);
        for (int i = 0; i < pieces; i++) {
            SaveRecords.MemoryData d = data.plus(i).get();
            if (isOutside(d, bytes.length)) {
                return SaveDataError.PARAMETER;
            }
            System.arraycopy(memory.getBytes(d.buffer(), (int) d.bytes()), 0, bytes, (int) d.offset(), (int) d.bytes());
        }
        SaveRecords.Icon icon = s.icon() == 0 ? null : at(s.icon(), SaveRecords.Icon.class);
        store().write(s.slot(), bytes, s.parameters() == 0 ? null : at(s.parameters(), SaveParameters.class),
                icon == null ? null : memory.getBytes(icon.buffer(), Math.toIntExact(icon.dataBytes())));
        return GuestStatus.OK;
    }

    /** What was set is on the disk already; the event says so. */
    @HleExport(name = "sceSaveDataSyncSaveDataMemory", nid = "wiT9jeC7xPw")
    public synchronized GuestStatus sync(GuestPtr<SaveRecords.MemorySync> sync) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (sync.isNull()) {
            return SaveDataError.PARAMETER;
        }
        GuestStatus checked = check(sync.get().user(), sync.get().slot());
        if (checked.code() == 0) {
            state.post(new SaveDataState.Event(SYNC_EVENT, 0, MemoryStore.name(sync.get().slot())));
        }
        return checked;
    }
}
