package org.lierne.lib.save_data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.title.LocalUser;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

class SaveDataExportsTest {
    private static final int USER = LocalUser.PLAYER.id();
    private static final long MOUNT = 0x1000;
    private static final long RESULT = 0x1100;
    private static final long NAME = 0x1200;
    private static final long BUFFER = 0x2000;
    private static final int READ_ONLY = 1;
    private static final int READ_WRITE = 2;
    private static final int CREATE = 4;
    private static final int CREATE_IF_MISSING = 0x20;

    @TempDir
    Path disk;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x4000);
    private final FolderMounts folders = new FolderMounts();
    private SaveDataState state = new SaveDataState(folders, Path.of("unset"));
    private MountExports mounts = new MountExports(state, memory);
    private ParameterExports parameters = new ParameterExports(state, memory);
    private SearchExports search = new SearchExports(state, memory);
    private TransactionExports transactions = new TransactionExports(state, memory);
    private MemoryExports memories = new MemoryExports(state, memory);

    @BeforeEach
    void startTitle() {
        state = new SaveDataState(folders, disk);
        state.begin("TEST00001");
        mounts = new MountExports(state, memory);
        parameters = new ParameterExports(state, memory);
        search = new SearchExports(state, memory);
        transactions = new TransactionExports(state, memory);
        memories = new MemoryExports(state, memory);
        mounts.initialize(at(0, Integer.class));
    }

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    private GuestString text(long address, String text) {
        memory.putBytes(address, Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), text.length() + 1));
        return new GuestString(memory, address);
    }

    private int mount(String name, int mode, long blocks, int resource) {
        text(NAME, name);
        at(MOUNT, SaveRecords.Mount3.class).set(new SaveRecords.Mount3(USER, NAME, blocks, 0, mode, resource));
        return mounts.mount3(at(MOUNT, SaveRecords.Mount3.class), at(RESULT, SaveRecords.MountResult.class)).code();
    }

    private int mount(String name, int mode) {
        return mount(name, mode, 96, 0);
    }

    private void write(String content) throws IOException {
        Files.writeString(folders.at("/savedata0").orElseThrow().root().resolve("file"), content);
    }

    private int unmount(int mode) {
        return mounts.unmount(mode, text(0x1400, "/savedata0")).code();
    }

    @Test
    void checksAMountInOrder() {
        assertEquals(0x809F0000, mounts.mount3(at(MOUNT, SaveRecords.Mount3.class), at(0, SaveRecords.MountResult.class)).code());
        assertEquals(0x809F0000, mount("", CREATE));
        assertEquals(0x809F0000, mount("..", CREATE));
        assertEquals(0x809F0000, mount("a/b", CREATE));
        assertEquals(0x809F0000, mount("x".repeat(32), CREATE));
        assertEquals(0x809F0008, mount("slot", READ_ONLY));
        assertEquals(0x809F0000, mount("slot", CREATE, 0, 0));
        assertEquals(0x809F0000, mount("slot", CREATE, 32769, 0));
        assertEquals(0x809F0000, mount("slot", 0x10));
        assertEquals(0, mount("slot", CREATE));
        assertEquals("/savedata0", memory.getString(RESULT, 16));
        assertEquals(1, memory.getInt(RESULT + 0x1C));
        assertEquals(0x809F0003, mount("slot", READ_WRITE));
        assertEquals(0, unmount(0));
        assertEquals(0x809F0007, mount("slot", CREATE));
        assertEquals(0, mount("slot", CREATE_IF_MISSING | READ_WRITE));
        assertEquals(0, memory.getInt(RESULT + 0x1C));
    }

    @Test
    void refusesToAnswerBeforeItsInitialisationAndForOthers() {
        state.begin("TEST00001");
        assertEquals(0x809F0001, mount("slot", CREATE));
        assertEquals(0x809F0001, mounts.terminate().code());
        assertEquals(0x809F0001, unmount(0));
        state.initialize();
        text(NAME, "slot");
        at(MOUNT, SaveRecords.Mount3.class).set(new SaveRecords.Mount3(7, NAME, 96, 0, CREATE, 0));
        assertEquals(0x809F0011, mounts.mount3(at(MOUNT, SaveRecords.Mount3.class), at(RESULT, SaveRecords.MountResult.class)).code());
    }

    @Test
    @Rule("S5")
    void decodesTheModesBitsAndNamesUnknownOnes() {
        assertTrue(new MountMode(20).mustBeNew());
        assertTrue(new MountMode(30).isWritable());
        assertTrue(new MountMode(48).mayBeNew());
        assertTrue(new MountMode(58).hasAccess());
        String message = String.valueOf(assertThrows(HleRefusal.class, () -> mount("slot", 0x58)).getMessage());
        assertTrue(message.contains("0x40"), message);
    }

    @Test
    void keepsWhatWasWrittenWhenItIsUnmounted() throws IOException {
        mount("slot", CREATE);
        write("first");
        assertEquals(0x809F0003, mounts.terminate().code());
        assertEquals(0, unmount(0));
        assertEquals(0x809F0004, unmount(0));
        assertEquals(0, mounts.terminate().code());

        state.initialize();
        mount("slot", READ_ONLY);
        assertFalse(folders.at("/savedata0").orElseThrow().isWritable());
        assertEquals("first", Files.readString(folders.at("/savedata0").orElseThrow().root().resolve("file")));
    }

    @Test
    void keepsTheOldSaveWithoutTheTransactionsCommit() throws IOException {
        mount("slot", CREATE);
        write("old");
        unmount(0);
        int resource = (int) transactions.createResource(0).raw();
        assertTrue(resource > 0);
        mount("slot", READ_WRITE, 96, resource);
        write("dropped");
        unmount(0);
        mount("slot", READ_WRITE, 96, resource);
        assertEquals("old", Files.readString(folders.at("/savedata0").orElseThrow().root().resolve("file")));

        write("new");
        at(0x1500, SaveRecords.Transaction.class).set(new SaveRecords.Transaction(resource, 1));
        assertEquals(0, transactions.prepare(text(0x1400, "/savedata0"), at(0x1500, SaveRecords.Transaction.class)).code());
        assertEquals(0, transactions.commit(at(0x1500, SaveRecords.Transaction.class)).code());
        unmount(0);

        mount("slot", READ_ONLY);
        assertEquals("new", Files.readString(folders.at("/savedata0").orElseThrow().root().resolve("file")));
        assertEquals(0, transactions.event(at(0, Integer.class), at(0x1600, SaveRecords.Event.class)).code());
        assertEquals(4, memory.getInt(0x1600));
        assertEquals("slot", memory.getString(0x1620, 32));
    }

    @Test
    @Rule("S8")
    void hasNoEventUntilOneIsPosted() {
        memory.putInt(0x1600, 77);

        assertEquals(0x809F0008, transactions.event(at(0, Integer.class), at(0x1600, SaveRecords.Event.class)).code());
        assertEquals(77, memory.getInt(0x1600));
        assertEquals(0x809F0000, transactions.event(at(0, Integer.class), at(0, SaveRecords.Event.class)).code());
    }

    @Test
    @Rule("S6")
    void countsFreeBlocks() throws IOException {
        mount("slot", CREATE, 1024, 0);
        Files.write(folders.at("/savedata0").orElseThrow().root().resolve("file"), new byte[200 * 32 * 1024]);

        assertEquals(0, mounts.info(text(0x1400, "/savedata0"), at(0x1500, SaveRecords.MountInfo.class)).code());

        assertEquals(1024, memory.getLong(0x1500));
        assertEquals(824, memory.getLong(0x1508));
    }

    @Test
    @Rule("S7")
    void knowsNoSavesOfTheOlderConsole() {
        assertEquals(0x809F0008, mounts.mountOlder(at(MOUNT, Integer.class), at(RESULT, SaveRecords.MountResult.class)).code());
        at(0x1500, SaveRecords.SearchResult.class).set(new SaveRecords.SearchResult(9, 0, 0, 9, 0, 0));
        assertEquals(0, search.searchOlder(at(MOUNT, SaveRecords.Search.class), at(0x1500, SaveRecords.SearchResult.class)).code());
        assertEquals(0, memory.getInt(0x1500));
        assertEquals(0, memory.getInt(0x1514));
    }

    @Test
    @Rule("S9")
    void numbersBusyAndBadMountedAsMostSourcesDo() {
        assertEquals(0x809F0003, SaveDataError.BUSY.code());
        assertEquals(0x809F000D, SaveDataError.BAD_MOUNTED.code());
    }

    @Test
    void setsAndReadsParameters() {
        mount("slot", CREATE);
        GuestString point = text(0x1400, "/savedata0");
        text(BUFFER, "A title");

        assertEquals(0, parameters.setParameter(point, 1, new GuestBytes(memory, BUFFER, 128), 128).code());
        memory.putInt(BUFFER, 42);
        assertEquals(0, parameters.setParameter(point, 4, new GuestBytes(memory, BUFFER, 4), 4).code());
        assertEquals(0, parameters.parameter(point, 1, new GuestBytes(memory, BUFFER, 5), 5, at(0x1500, Long.class)).code());
        assertEquals("A ti", memory.getString(BUFFER, 16));
        assertEquals(5, memory.getLong(0x1500));
        assertEquals(0, parameters.parameter(point, 0, new GuestBytes(memory, BUFFER, 0x530), 0x530, at(0, Long.class)).code());
        assertEquals(42, memory.getInt(BUFFER + 0x500));
        assertEquals(0x809F0000, parameters.parameter(point, 0, new GuestBytes(memory, BUFFER, 0x52F), 0x52F, at(0, Long.class)).code());
        assertEquals(0x809F0000, parameters.parameter(point, 6, new GuestBytes(memory, BUFFER, 8), 8, at(0, Long.class)).code());
        assertEquals(0x809F0004,
                parameters.parameter(text(0x1420, "/savedata9"), 1, new GuestBytes(memory, BUFFER, 8), 8, at(0, Long.class)).code());
        unmount(0);
        mount("slot", READ_ONLY);
        assertEquals(0x809F000D, parameters.setParameter(point, 4, new GuestBytes(memory, BUFFER, 4), 4).code());
    }

    @Test
    void findsSavesByPatternInOrder() {
        for (String name : List.of("Slot1", "slot2", "other")) {
            mount(name, CREATE);
            unmount(0);
        }
        text(0x1700, "SLOT%");
        at(MOUNT, SaveRecords.Search.class).set(new SaveRecords.Search(USER, 0, 0x1700, 0, 1));
        at(0x1500, SaveRecords.SearchResult.class).set(new SaveRecords.SearchResult(0, BUFFER, 1, 0, 0, 0));

        assertEquals(0, search.search(at(MOUNT, SaveRecords.Search.class), at(0x1500, SaveRecords.SearchResult.class)).code());

        assertEquals(2, memory.getInt(0x1500));
        assertEquals(1, memory.getInt(0x1514));
        assertEquals("slot2", memory.getString(BUFFER, 32));
        at(MOUNT, SaveRecords.Search.class).set(new SaveRecords.Search(USER, 0, 0x1700, 4, 1));
        assertEquals(0x809F0000, search.search(at(MOUNT, SaveRecords.Search.class), at(0x1500, SaveRecords.SearchResult.class)).code());
    }

    @Test
    void keepsSaveDataMemoryOverRuns() {
        at(0x1500, SaveRecords.MemorySetup.class).set(new SaveRecords.MemorySetup(1, USER, 64, 0, 0, 0, 0));
        at(0x1540, SaveRecords.MemoryData.class).set(new SaveRecords.MemoryData(BUFFER, 4, 60));
        at(0x1580, SaveRecords.MemorySet.class).set(new SaveRecords.MemorySet(USER, 0x1540, 0, 0, 1, 0));
        at(0x15C0, SaveRecords.MemoryGet.class).set(new SaveRecords.MemoryGet(USER, 0x1540, 0, 0, 0));
        memory.putInt(BUFFER, 0x12345678);
        assertEquals(0x809F0012, memories.write(at(0x1580, SaveRecords.MemorySet.class)).code());

        assertEquals(0, memories.setup(at(0x1500, SaveRecords.MemorySetup.class), at(0x1800, SaveRecords.MemorySetupResult.class)).code());
        assertEquals(0, memory.getLong(0x1800));
        assertEquals(0, memories.write(at(0x1580, SaveRecords.MemorySet.class)).code());
        startTitle();
        assertEquals(0, memories.setup(at(0x1500, SaveRecords.MemorySetup.class), at(0x1800, SaveRecords.MemorySetupResult.class)).code());
        assertEquals(64, memory.getLong(0x1800));
        memory.putInt(BUFFER, 0);
        assertEquals(0, memories.read(at(0x15C0, SaveRecords.MemoryGet.class)).code());

        assertEquals(0x12345678, memory.getInt(BUFFER));
        at(0x1540, SaveRecords.MemoryData.class).set(new SaveRecords.MemoryData(BUFFER, 4, 61));
        assertEquals(0x809F0000, memories.read(at(0x15C0, SaveRecords.MemoryGet.class)).code());
        at(0x1500, SaveRecords.MemorySetup.class).set(new SaveRecords.MemorySetup(8, USER, 64, 0, 0, 0, 0));
        assertEquals(0x809F0000,
                memories.setup(at(0x1500, SaveRecords.MemorySetup.class), at(0x1800, SaveRecords.MemorySetupResult.class)).code());
    }

    @Test
    void servesTheFirstFormsFromTheFirstSlot() {
        GuestBytes word = new GuestBytes(memory, BUFFER, 4);
        memory.putInt(BUFFER, 0x12345678);
        assertEquals(0x809F0012, memories.writeFirst(USER, word, 4, 0).code());
        assertEquals(0x809F0000, memories.setupFirst(USER, 0, at(0, SaveParameters.class)).code());
        assertEquals(0x809F0011, memories.setupFirst(USER + 1, 64, at(0, SaveParameters.class)).code());

        assertEquals(0, memories.setupFirst(USER, 64, at(0, SaveParameters.class)).code());
        assertEquals(0, memories.writeFirst(USER, word, 4, 60).code());

        memory.putInt(BUFFER, 0);
        assertEquals(0, memories.readFirst(USER, word, 4, 60).code());
        assertEquals(0x12345678, memory.getInt(BUFFER));
        assertEquals(0x809F0000, memories.readFirst(USER, word, 4, 61).code());
        assertEquals(0x809F0000, memories.writeFirst(USER, new GuestBytes(memory, 0, 4), 4, 0).code());
        at(0x1540, SaveRecords.MemoryData.class).set(new SaveRecords.MemoryData(BUFFER + 8, 4, 60));
        at(0x15C0, SaveRecords.MemoryGet.class).set(new SaveRecords.MemoryGet(USER, 0x1540, 0, 0, 0));
        assertEquals(0, memories.read(at(0x15C0, SaveRecords.MemoryGet.class)).code());
        assertEquals(0x12345678, memory.getInt(BUFFER + 8));
    }
}
