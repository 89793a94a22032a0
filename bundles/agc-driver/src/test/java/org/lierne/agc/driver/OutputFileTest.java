package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputFileTest {
    @TempDir
    private Path folder;

    @Test
    void aPartBesideItTakesItsPlace() throws IOException {
        Path file = Files.writeString(folder.resolve("frame.png"), "what was there before, longer");

        Path part = OutputFile.part(file, ".part");
        Files.writeString(part, "picture");
        OutputFile.replace(file, part);

        assertEquals(folder.resolve("frame.png.part"), part);
        assertEquals("picture", Files.readString(file));
        assertFalse(Files.exists(part));
    }

    @Test
    void aPartFromElsewhereIsCopiedIntoIt() throws IOException {
        Path file = Files.writeString(folder.resolve("frame.png"), "what was there before, longer");
        Path part = Files.writeString(Files.createDirectory(folder.resolve("elsewhere")).resolve("part"), "picture");

        OutputFile.replace(file, part);

        assertEquals("picture", Files.readString(file));
        assertFalse(Files.exists(part));
    }
}
