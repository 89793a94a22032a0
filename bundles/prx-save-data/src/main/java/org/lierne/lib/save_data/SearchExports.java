package org.lierne.lib.save_data;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.LocalUser;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Searching the title's saves. Documented: system calls, section 13. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.save-data", library = "libSceSaveData")
public final class SearchExports implements HleModule {
    private static final int BY_NAME = 0;
    private static final int BY_USER_WORD = 1;
    private static final int BY_BLOCKS = 2;
    private static final int BY_TIME = 3;
    private static final int BY_FREE_BLOCKS = 5;
    private static final int UNKNOWN_KEY = 4;
    private static final int DOWN = 1;

    private final SaveDataState state;
    private final GuestMemory memory;

    @Activate
    public SearchExports(@Reference SaveDataState state, @Reference GuestMemory memory) {
        this.state = state;
        this.memory = memory;
    }

    private record Hit(String name, SaveParameters parameters, long blocks, long freeBlocks) {}

    @HleExport(name = "sceSaveDataDirNameSearch", nid = "dyIhnXq-0SM")
    public GuestStatus search(GuestPtr<SaveRecords.Search> search, @InOut GuestPtr<SaveRecords.SearchResult> result) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (search.isNull() || result.isNull()) {
            return SaveDataError.PARAMETER;
        }
        SaveRecords.Search s = search.get();
        SaveRecords.SearchResult r = result.get();
        boolean isKey = s.key() >= BY_NAME && s.key() <= BY_FREE_BLOCKS && s.key() != UNKNOWN_KEY;
        if (!isKey || s.order() < 0 || s.order() > DOWN || r.names() == 0 && r.capacity() != 0) {
            return SaveDataError.PARAMETER;
        }
        if (s.user() != LocalUser.PLAYER.id()) {
            return SaveDataError.INVALID_LOGIN_USER;
        }
        String pattern = s.pattern() == 0 ? "" : memory.getString(s.pattern(), SaveNames.BYTES);
        List<Hit> hits = hits(pattern, s.key(), s.order());
        int set = (int) Math.min(Integer.toUnsignedLong(r.capacity()), hits.size());
        for (int i = 0; i < set; i++) {
            write(r, i, hits.get(i));
        }
        result.set(new SaveRecords.SearchResult(hits.size(), r.names(), r.capacity(), set, r.parameters(), r.infos()));
        return GuestStatus.OK;
    }

    private List<Hit> hits(String pattern, int key, int order) {
        SaveStore store = state.store();
        List<Hit> hits = new ArrayList<>();
        for (String name : store.names()) {
            if (!SaveNames.matches(pattern, name) || name.startsWith(MemoryStore.PREFIX)) {
                continue;
            }
            Path version = store.current(name);
            long blocks = store.blocks(version);
            hits.add(new Hit(name, SaveParameters.read(version.resolve(SaveStore.PARAMETERS)).orElse(SaveParameters.empty()), blocks,
                    Math.max(0, blocks - SaveStore.usedBlocks(version, SaveDataState.BLOCK_BYTES))));
        }
        Comparator<Hit> by = switch (key) {
            case BY_USER_WORD -> Comparator.comparing(h -> Integer.toUnsignedLong(h.parameters().userWord()));
            case BY_BLOCKS -> Comparator.comparing(Hit::blocks);
            case BY_TIME -> Comparator.comparing(h -> h.parameters().seconds());
            case BY_FREE_BLOCKS -> Comparator.comparing(Hit::freeBlocks);
            default -> Comparator.comparing(Hit::name);
        };
        hits.sort(order == DOWN ? by.reversed() : by);
        return hits;
    }

    private void write(SaveRecords.SearchResult r, int index, Hit hit) {
        memory.putBytes(r.names() + (long) index * SaveNames.BYTES,
                Arrays.copyOf(hit.name().getBytes(StandardCharsets.UTF_8), SaveNames.BYTES));
        if (r.parameters() != 0) {
            memory.putBytes(r.parameters() + (long) index * SaveParameters.BYTES, hit.parameters().toBytes());
        }
        if (r.infos() != 0) {
            new GuestPtr<>(memory, r.infos(), SaveRecords.MountInfo.class).plus(index)
                    .set(new SaveRecords.MountInfo(hit.blocks(), hit.freeBlocks()));
        }
    }

    /** There are no saves of the older console: zero hits, and they are written. */
    @HleExport(name = "sceSaveDataDirNameSearchPs4", nid = "X4MYzukPc3g")
    public GuestStatus searchOlder(GuestPtr<SaveRecords.Search> search, @InOut GuestPtr<SaveRecords.SearchResult> result) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (search.isNull() || result.isNull()) {
            return SaveDataError.PARAMETER;
        }
        SaveRecords.SearchResult r = result.get();
        result.set(new SaveRecords.SearchResult(0, r.names(), r.capacity(), 0, r.parameters(), r.infos()));
        return GuestStatus.OK;
    }
}
