package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.recompiler.pass.Switches;

final class FileCompatProfilesTest {
    private static final String MODE = "pass.image.cube-face";

    @TempDir
    private Path folder;

    private FileCompatProfiles profiles() throws IOException {
        Files.createDirectories(folder.resolve("shipped"));
        return new FileCompatProfiles(folder.resolve("shipped"), folder.resolve("own"));
    }

    @Test
    void leavesUnknownTitlesAtTheDefaults() throws IOException {
        assertEquals(Switches.DEFAULTS, profiles().forTitle("TEST00001"));
        assertEquals(Switches.DEFAULTS, profiles().forTitle("../etc/passwd"));
    }

    @Test
    void putsTheUsersSwitchesOverTheShippedOnes() throws IOException {
        FileCompatProfiles profiles = profiles();
        Files.writeString(folder.resolve("shipped/TEST00001.cfg"), MODE + " = off\npass.float.nan = off\n");

        profiles.set("TEST00001", MODE, true);

        assertEquals(Map.of(MODE, true, "pass.float.nan", false), profiles.forTitle("TEST00001").states());
        assertEquals(Switches.DEFAULTS, profiles.forTitle("TEST00002"));
    }

    @Test
    void keepsCommentsAndOrder() throws IOException {
        FileCompatProfiles profiles = profiles();
        Files.createDirectories(folder.resolve("own"));
        Path file = folder.resolve("own/TEST00001.cfg");
        Files.writeString(file, "# why: the sky is black otherwise\n" + MODE + " = on   # measured\n\npass.float.nan = off\n");

        profiles.set("TEST00001", MODE, false);
        profiles.set("TEST00001", "pass.opt.dead-code", false);

        assertEquals(List.of("# why: the sky is black otherwise", MODE + " = off   # measured", "", "pass.float.nan = off",
                "pass.opt.dead-code = off   # set at the console"), Files.readAllLines(file));
    }

    @Test
    void seesAChangeByAnEditor() throws IOException {
        FileCompatProfiles profiles = profiles();
        profiles.set("TEST00001", MODE, false);
        assertFalse(profiles.forTitle("TEST00001").isOn(MODE, true));
        Path file = folder.resolve("own/TEST00001.cfg");

        Files.writeString(file, MODE + " = on\n");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));

        assertTrue(profiles.forTitle("TEST00001").isOn(MODE, false));
    }

    @Test
    void ignoresLinesThatAreNoSwitch() throws IOException {
        FileCompatProfiles profiles = profiles();
        Files.writeString(folder.resolve("shipped/TEST00001.cfg"), "what = ever\n" + MODE + " = off\n");

        assertEquals(Map.of(MODE, false), profiles.forTitle("TEST00001").states());
    }

    @Test
    void keepsCommentsInOtherEncodings() throws IOException {
        FileCompatProfiles profiles = profiles();
        Files.createDirectories(folder.resolve("own"));
        Path file = folder.resolve("own/TEST00001.cfg");
        byte[] line = (MODE + " = off   # schwarz, wei\u00df\n").getBytes(StandardCharsets.ISO_8859_1);
        Files.write(file, line);

        assertEquals(Map.of(MODE, false), profiles.forTitle("TEST00001").states());
        profiles.set("TEST00001", "pass.float.nan", false);

        byte[] kept = Files.readAllBytes(file);
        assertArrayEquals(line, Arrays.copyOf(kept, line.length));
    }

    @Test
    void tellsTheKernelWhatATitleSwitches() throws IOException {
        FileCompatProfiles profiles = profiles();
        profiles.set(FileCompatProfiles.EVERY_TITLE, "quirk.cpu.clzero", false);
        profiles.set("TEST00001", "quirk.cpu.rdpru", false);

        assertEquals(Map.of("quirk.cpu.clzero", false, "quirk.cpu.rdpru", false), profiles.ofTitle("TEST00001"));
        assertEquals(Map.of("quirk.cpu.clzero", false), profiles.ofTitle("TEST00002"));
    }

    @Test
    void refusesTitleIdsThatNameOtherFiles() throws IOException {
        FileCompatProfiles profiles = profiles();

        assertThrows(IllegalArgumentException.class, () -> profiles.set("../x", MODE, true));
        assertThrows(IllegalArgumentException.class, () -> profiles.set("", MODE, true));
        assertThrows(IllegalArgumentException.class, () -> profiles.set("..", MODE, true));
    }

    @Test
    void goesBackToWhatTheWeakerLayersSay() throws IOException {
        FileCompatProfiles profiles = profiles();
        Files.writeString(folder.resolve("shipped/TEST00001.cfg"), MODE + " = off\n");
        profiles.set("TEST00001", MODE, true);
        Files.write(folder.resolve("own/TEST00001.cfg"), List.of("# kept", MODE + " = on", "pass.float.nan = off"));

        assertTrue(profiles.unset("TEST00001", MODE));
        assertFalse(profiles.unset("TEST00001", MODE));

        assertEquals(Map.of(MODE, false, "pass.float.nan", false), profiles.forTitle("TEST00001").states());
        assertEquals(List.of("# kept", "pass.float.nan = off"), Files.readAllLines(folder.resolve("own/TEST00001.cfg")));
    }

    @Test
    void leavesNoFileBehindTheLastSwitch() throws IOException {
        FileCompatProfiles profiles = profiles();
        profiles.set("TEST00001", MODE, false);

        profiles.unset("TEST00001", MODE);

        assertFalse(Files.exists(folder.resolve("own/TEST00001.cfg")));
        assertEquals(Switches.DEFAULTS, profiles.forTitle("TEST00001"));
    }

    @Test
    void tellsWhoSetASwitchAndWhyTheWeakestLayerFirst() throws IOException {
        FileCompatProfiles profiles = profiles();
        Files.writeString(folder.resolve("shipped/TEST00001.cfg"), "# the sky is black otherwise,\n# seen in the first scene\n" + MODE + " = off\n");
        profiles.set(FileCompatProfiles.EVERY_TITLE, MODE, true, "an experiment, gr\u00fcn");
        profiles.set("TEST00001", MODE, true);

        List<String> told = profiles.settings("TEST00001").stream().map(s -> s.on() + " " + s.who() + " " + s.why()).toList();

        assertEquals(List.of("true default.cfg:1 (yours) an experiment, gr\u00fcn",
                "false TEST00001.cfg:3 (shipped) the sky is black otherwise, seen in the first scene",
                "true TEST00001.cfg:1 (yours) set at the console"), told);
    }

    @Test
    void tellsWhereAFileIsNotUtf8() {
        assertEquals(OptionalInt.empty(), ProfileFile.notUtf8("# Gr\u00fc\u00dfe\npass.a = on\n".getBytes(StandardCharsets.UTF_8)));
        assertEquals(OptionalInt.of(2), ProfileFile.notUtf8("pass.a = on\n# Gr\u00fc\u00dfe\n".getBytes(StandardCharsets.ISO_8859_1)));
        assertEquals(OptionalInt.of(1), ProfileFile.notUtf8("pass.a = on\n".getBytes(StandardCharsets.UTF_16)));
        assertEquals(OptionalInt.of(1), ProfileFile.notUtf8("pass.a = on\n".getBytes(StandardCharsets.UTF_16LE)));
    }

    @Test
    void readsSwitchesBehindAByteOrderMarkAndBesideCommentsOfAnotherEncoding() throws IOException {
        Files.createDirectories(folder.resolve("own"));
        Files.write(folder.resolve("own/TEST00001.cfg"), "\ufeffpass.a = off\n".getBytes(StandardCharsets.UTF_8));
        Files.write(folder.resolve("own/TEST00002.cfg"), "pass.a = off # Gr\u00fc\u00dfe\n".getBytes(StandardCharsets.ISO_8859_1));

        assertEquals(Map.of("pass.a", false), profiles().ofTitle("TEST00001"));
        assertEquals(Map.of("pass.a", false), profiles().ofTitle("TEST00002"));
    }
}
