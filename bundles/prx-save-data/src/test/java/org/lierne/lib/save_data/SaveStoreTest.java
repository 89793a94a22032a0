package org.lierne.lib.save_data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.hle.HleRefusal;
import org.lierne.testing.Rule;

class SaveStoreTest {
    @TempDir
    Path disk;

    private Path write(SaveStore store, String name, String content) throws IOException {
        Path version = store.begin(name, 96);
        Files.writeString(version.resolve("data/file"), content);
        return version;
    }

    private String content(String name) throws IOException {
        SaveStore store = new SaveStore(disk.resolve("title"));
        return Files.readString(store.current(name).resolve("data/file"));
    }

    @Test
    void isTheOldSaveUntilTheCommitAndTheNewOneAfterIt() throws IOException {
        SaveStore store = new SaveStore(disk.resolve("title"));
        store.commit("slot", write(store, "slot", "old"));

        Path version = write(store, "slot", "new");
        assertEquals("old", content("slot"));
        store.commit("slot", version);

        assertEquals("new", content("slot"));
        assertEquals(List.of("slot"), store.names());
        assertEquals(96, store.blocks(store.current("slot")));
    }

    /** The process may end between any two steps; what is on the disk then is what these states hold. */
    @Test
    void forgetsAnInterruptedRunsRests() throws IOException {
        SaveStore before = new SaveStore(disk.resolve("title"));
        before.commit("slot", write(before, "slot", "old"));
        write(before, "slot", "half");
        Files.writeString(disk.resolve("title/slot/current.new"), "v9");

        SaveStore after = new SaveStore(disk.resolve("title"));
        Path version = after.begin("slot", 96);

        assertEquals("old", Files.readString(version.resolve("data/file")));
        try (Stream<Path> versions = Files.list(disk.resolve("title/slot"))) {
            assertEquals(2, versions.filter(Files::isDirectory).count());
        }
    }

    @Test
    void isNoSaveBeforeItsFirstCommit() throws IOException {
        SaveStore store = new SaveStore(disk.resolve("title"));
        Path version = write(store, "slot", "half");

        assertFalse(store.exists("slot"));
        assertEquals(List.of(), new SaveStore(disk.resolve("title")).names());
        store.discard(version);
        assertFalse(Files.exists(disk.resolve("title/slot")));
    }

    @Test
    void removesASaveWithAllItsVersions() throws IOException {
        SaveStore store = new SaveStore(disk.resolve("title"));
        store.commit("slot", write(store, "slot", "x"));

        store.remove("slot");

        assertFalse(store.exists("slot"));
        assertEquals(List.of(), store.names());
    }

    @Test
    @Rule("S-007")
    void refusesParametersOfAnotherSize() throws IOException {
        Path file = disk.resolve(".param");
        assertEquals(Optional.empty(), SaveParameters.read(file));
        for (int size : new int[] {0, 0x52F, 0x531}) {
            Files.write(file, new byte[size]);
            String message = String.valueOf(assertThrows(HleRefusal.class, () -> SaveParameters.read(file)).getMessage());
            assertTrue(message.contains(file.toString()) && message.contains(" " + size + " bytes") && message.contains("1328"), message);
        }
        Files.write(file, new byte[0x530]);
        assertTrue(SaveParameters.read(file).isPresent());
    }

    @Test
    @Rule("S-007")
    void refusesParametersThatCannotBeRead() throws IOException {
        Path file = Files.createDirectory(disk.resolve(".param"));

        assertTrue(String.valueOf(assertThrows(HleRefusal.class, () -> SaveParameters.read(file)).getMessage()).contains(file.toString()));
    }

    @Test
    @Rule("S-007")
    void checksTheParametersOfSaveDataMemoryToo() throws IOException {
        SaveStore store = new SaveStore(disk.resolve("title"));
        MemoryStore memory = new MemoryStore(store);
        memory.write(0, new byte[] {1, 2, 3}, null, null);
        assertEquals(3, memory.read(0).length);
        Files.write(store.current("sce_sdmemory").resolve(".param"), new byte[7]);

        assertThrows(HleRefusal.class, () -> memory.read(0));
    }
}
