package org.lierne.launcher;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpareStorageTest {
    @TempDir
    private Path cache;

    @Test
    void clearsWhatEndedProcessesLeft() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path left = Files.createDirectory(cache.resolve("framework-" + ended.pid() + "-17"));
        Files.writeString(left.resolve("cache.lock"), "");
        Path kept = Files.writeString(cache.resolve("framework.fingerprint"), "of the storage that all share");
        Path own = SpareStorage.create(cache);

        SpareStorage.clear(cache);

        assertFalse(Files.exists(left));
        assertTrue(Files.isDirectory(own));
        assertTrue(Files.exists(kept));
    }
}
