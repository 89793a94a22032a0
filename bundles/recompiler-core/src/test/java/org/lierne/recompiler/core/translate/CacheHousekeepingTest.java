package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.testing.Rule;

final class CacheHousekeepingTest {
    @TempDir
    private Path folder;

    @Test
    @Rule("A-017")
    void onlyPlainRootsAreCleaned() {
        assertTrue(CacheHousekeeping.mayEvict("C:\\c"));
        assertTrue(CacheHousekeeping.mayEvict("/home/user/.local/share/lierne/cache/shaders"));
        assertFalse(CacheHousekeeping.mayEvict("\\\\?\\C:\\" + "long\\".repeat(60)));
        assertFalse(CacheHousekeeping.mayEvict("\\\\.\\C:\\" + "long\\".repeat(60)));
    }

    @Test
    @Rule("A-017")
    void removesOtherFormsAndNothingElse() throws IOException {
        Path root = Files.createDirectories(folder.resolve("shaders"));
        Path decoy = Files.createDirectories(folder.resolve("v0"));
        Files.writeString(decoy.resolve("keep"), "keep");
        Path current = root.resolve("v" + VariantKey.FORMAT);
        for (Path old : new Path[] {root.resolve("v0"), root.resolve("a7"), current, root.resolve("notes")}) {
            Files.writeString(Files.createDirectories(old).resolve("entry"), "x");
        }
        Files.createSymbolicLink(root.resolve("v999"), decoy);

        assertEquals(current, CacheHousekeeping.open(root));

        assertFalse(Files.exists(root.resolve("v0")));
        assertFalse(Files.exists(root.resolve("a7")));
        assertTrue(Files.exists(current.resolve("entry")));
        assertTrue(Files.exists(root.resolve("notes").resolve("entry")));
        assertTrue(Files.exists(decoy.resolve("keep")));
    }
}
