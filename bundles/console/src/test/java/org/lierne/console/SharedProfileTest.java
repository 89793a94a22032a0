package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedProfileTest {
    private static final String FIRST = "# Lierne profile of TEST00001\n";

    @TempDir
    private Path folder;

    private SharedProfile read(String text) throws IOException {
        Path file = folder.resolve("shared.cfg");
        Files.writeString(file, text, StandardCharsets.UTF_8);
        return SharedProfile.read("profile import", file, id -> id.startsWith("pass."));
    }

    private void assertRefused(String expected, String text) {
        Refused refused = assertThrows(Refused.class, () -> read(text));
        assertEquals("profile import: " + folder.resolve("shared.cfg") + expected, refused.getMessage());
    }

    @Test
    void comesBackAsItWasExported() throws IOException {
        FileCompatProfiles there = new FileCompatProfiles(folder.resolve("shipped"), folder.resolve("there"));
        there.set(FileCompatProfiles.EVERY_TITLE, "pass.b", true, "measured");
        there.set("TEST00001", "pass.a", false, "the sky is gr\u00fcn");
        Path file = folder.resolve("shared.cfg");
        Files.write(file, SharedProfile.lines("TEST00001", there.settings("TEST00001")));

        SharedProfile shared = SharedProfile.read("profile import", file, id -> id.startsWith("pass."));
        FileCompatProfiles here = new FileCompatProfiles(folder.resolve("shipped"), folder.resolve("here"));
        here.replace(shared.title(), shared.kept());

        assertEquals(there.forTitle("TEST00001"), here.forTitle("TEST00001"));
        assertEquals(List.of("measured", "the sky is gr\u00fcn"), here.settings("TEST00001").stream().map(FileCompatProfiles.Setting::why).toList());
    }

    @Test
    void takesCommentsAndEmptyLines() throws IOException {
        assertEquals(List.of("pass.a"), read(FIRST + "\n# why\npass.a = off\n").switches().stream().map(ProfileFile.Switch::id).toList());
    }

    @Test
    void refusesAFileThatIsNoProfile() {
        assertRefused(":1: 'pass.a = off' is not the first line of a profile, '# Lierne profile of TITLE'", "pass.a = off\n");
        assertRefused(":1: '' is not the first line of a profile, '# Lierne profile of TITLE'", "");
        assertRefused(":1: '" + "?".repeat(200) + "…' is not the first line of a profile, '# Lierne profile of TITLE'", "\0".repeat(5000));
    }

    @Test
    void refusesATitleThatNamesAnotherFile() {
        assertRefused(":1: '../../etc/x' is no title id: letters, digits, '.', '_' and '-' are allowed", "# Lierne profile of ../../etc/x\npass.a = on\n");
    }

    @Test
    void refusesWhatIsNoSwitchWithItsLine() {
        assertRefused(":3: 'pass.b = maybe' is no switch; expected 'plugin.id = on' or 'off'", FIRST + "pass.a = on\npass.b = maybe\n");
        assertRefused(":2: no plugin here has the switch 'lib.none'; compat list shows those there are", FIRST + "lib.none = on\n");
        assertRefused(":4: 'pass.a' is set a second time", FIRST + "pass.a = on\n\npass.a = off\n");
        assertRefused(":1: the profile ends without a switch", FIRST);
    }

    @Test
    void refusesWhatATerminalShouldNotBeShown() {
        assertRefused(":2: 'pass.a = on # ?[2J' holds characters that no terminal should be shown", FIRST + "pass.a = on # \033[2J\n");
        assertRefused(":2: 'pass.a = on # ?' holds characters that no terminal should be shown", FIRST + "pass.a = on # \u202e\n");
    }

    @Test
    void refusesWhatIsTooLarge() {
        assertRefused(":2: 1003 characters; a line has at most 1000", FIRST + "# " + "x".repeat(1001) + "\n");
        String many = IntStream.range(0, 20_000).mapToObj(i -> "pass.a" + i + " = on").collect(Collectors.joining("\n"));
        assertRefused(" has " + (FIRST + many).length() + " bytes; a profile has at most 262144", FIRST + many);
    }

    @Test
    void refusesWhatIsNoText() throws IOException {
        Path file = folder.resolve("shared.cfg");
        Files.write(file, new byte[] {'#', (byte) 0xff, '\n'});

        Refused refused = assertThrows(Refused.class, () -> SharedProfile.read("profile import", file, _ -> true));

        assertEquals("profile import: " + file + ": the text is not UTF-8", refused.getMessage());
        assertEquals("profile import: " + folder + " is no file",
                assertThrows(Refused.class, () -> SharedProfile.read("profile import", folder, _ -> true)).getMessage());
    }
}
