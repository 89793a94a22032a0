package org.lierne.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.kernel.nativecpu.TestMachine;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRefused;
import org.lierne.testing.Rule;

class NativeTitleRunnerTest {
    @TempDir
    Path folder = Path.of("");

    private final TestTitles titles = new TestTitles();

    @BeforeEach
    void reset() {
        TestMachine.MACHINE.reset();
    }

    private TitleOutcome.Stopped stopped(String fault) {
        return assertInstanceOf(TitleOutcome.Stopped.class, titles.run(TestTitles.root().resolve("titles/faults").resolve(fault), folder));
    }

    private Map<?, ?> report() throws IOException {
        return (Map<?, ?>) JsonText.read(Files.readString(folder.resolve("report.json")));
    }

    @Test
    void stopsAReadOfAddressZero() throws IOException {
        TitleOutcome.Stopped stopped = stopped("null-read");

        assertTrue(stopped.reason().matches(
                "stopped: read of 0x0, which is not mapped for it at eboot\\.bin\\+0x[0-9a-f]+ \\(thread main\\)"), stopped.reason());
        assertEquals(folder, stopped.report().orElseThrow());
        assertEquals(stopped.reason(), report().get("reason"));
        assertEquals("fault", report().get("kind"));
        assertTrue(Files.readString(folder.resolve("report.txt")).contains("rip"), "registers are in the report");
    }

    @Test
    void stopsAnIllegalInstruction() {
        assertTrue(stopped("ud2").reason().matches("stopped: instruction that cannot be executed \\(bytes 0f 0b .*\\) at eboot\\.bin\\+0x.*"));
    }

    @Test
    void stopsAStackOverflow() {
        assertTrue(stopped("stack-overflow").reason().startsWith("stopped: guest stack overflow, 0x"));
    }

    @Test
    void theReportIsInAnArchiveToo() throws IOException {
        stopped("ud2");

        try (ZipFile archive = new ZipFile(folder.resolve("report.zip").toFile())) {
            assertEquals(Files.readString(folder.resolve("report.json")),
                    new String(archive.getInputStream(archive.getEntry("report.json")).readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void stopsTheCallOfAnUnknownNid() throws IOException {
        TitleOutcome.Stopped stopped = stopped("unknown-nid");

        assertTrue(stopped.reason().matches("refused: \\S+ \\S+\\(\\) at eboot\\.bin\\+0x[0-9a-f]+: no bundle serves it"), stopped.reason());
        assertEquals(1, titles.refusals.size());
        assertTrue(String.valueOf(report().get("missing")).contains("imported by eboot.bin"));
    }

    @Test
    void stopsABadPointerInAnExport() {
        assertTrue(stopped("bad-pointer").reason().matches("refused: libTest printf\\(.*\\) at eboot\\.bin\\+0x[0-9a-f]+: 0x.* is not mapped for reading"),
                () -> stopped("bad-pointer").reason());
    }

    @Test
    void runsTheNextTitleAfterAStop() {
        stopped("ud2");
        stopped("null-read");
        assertTrue(stopped("ud2").reason().contains("0f 0b"));
    }

    @Test
    @Rule("S-008")
    void refusesShortFilesByName() throws IOException {
        for (int length : new int[] {0, 19, 20, 63}) {
            Path file = Files.write(folder.resolve("short.bin"), new byte[length]);
            TitleRefused refused = assertThrows(TitleRefused.class, () -> titles.run(file, folder));
            assertTrue(String.valueOf(refused.getMessage()).contains("file too small for ELF header"), refused.getMessage());
        }
    }

    @Test
    void refusesAFolderWithoutAProgram() {
        TitleRefused refused = assertThrows(TitleRefused.class, () -> titles.run(folder, folder));

        assertEquals("loader.elf: " + folder + " holds no eboot.bin", refused.getMessage());
    }
}
