package org.lierne.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.title.TitleRequest;

class SwitchedOffTest {
    private static final Map<String, Boolean> KEPT = Map.of("quirk.cpu.clzero", false, "quirk.cpu.rdpru", true, "quirk.cpu.sse4a", false);

    private static TitleRequest request(Set<String> on, Set<String> off) {
        return new TitleRequest(Path.of("title"), Optional.empty(), true, OptionalInt.empty(), Optional.empty(), Optional.empty(), on, off,
                Optional.empty(), OutputStream.nullOutputStream());
    }

    @Test
    void takesWhatTheTitleSwitchesForGood() {
        assertEquals(Set.of("quirk.cpu.clzero", "quirk.cpu.sse4a"), NativeTitleRunner.switchedOff(KEPT, request(Set.of(), Set.of())));
    }

    @Test
    void letsTheRunsSwitchesWin() {
        assertEquals(Set.of("quirk.cpu.clzero", "quirk.cpu.rdpru"),
                NativeTitleRunner.switchedOff(KEPT, request(Set.of("quirk.cpu.sse4a"), Set.of("quirk.cpu.rdpru"))));
    }
}
