package org.lierne.lib.content_export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.testing.Rule;

class ContentExportTest {
    @TempDir
    Path disk;

    private static InitBlock block(long allocate, long free, long bytes, long reserved1, long reserved2) {
        return new InitBlock(allocate, free, 0, bytes, reserved1, reserved2);
    }

    @Test
    @Rule("S-009")
    void wantsBothFunctionsAndZeroReservedWords() {
        assertTrue(block(1, 2, 0, 0, 0).isValid());
        assertTrue(block(1, 2, 0x100, 0, 0).isValid());
        assertFalse(block(0, 2, 0, 0, 0).isValid());
        assertFalse(block(1, 0, 0, 0, 0).isValid());
        assertFalse(block(1, 2, 0, 1, 0).isValid());
        assertFalse(block(1, 2, 0, 0, 1).isValid());
        assertFalse(block(1, 2, 1, 0, 0).isValid());
        assertFalse(block(1, 2, 0xFF, 0, 0).isValid());
    }

    @Test
    void givesEachFileANameOfItsOwn() throws IOException {
        ExportFolder folder = new ExportFolder(disk);

        assertEquals("a.png", folder.finish(folder.begin("T/1"), "a", ".png").getFileName().toString());
        assertEquals("a 1.png", folder.finish(folder.begin("T/1"), "a", ".png").getFileName().toString());
        assertEquals("export.._x.gif", folder.finish(folder.begin("T/1"), "../x", ".gif").getFileName().toString());
        assertTrue(Files.isDirectory(disk.resolve("T_1")));
    }
}
