package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.Switches;

final class LiveSwitchesTest {
    private static final long LOOK_NS = 10_000_000;

    /** A profile whose switches are set with or without being told. */
    private static final class Profile implements CompatProfiles {
        private Switches switches = Switches.DEFAULTS;
        private long changes;

        @Override
        public Switches forTitle(String titleId) {
            return switches;
        }

        @Override
        public void set(String titleId, String pluginId, boolean on) {
            switches = switches.with(Map.of(pluginId, on));
            changes++;
        }

        @Override
        public long changes() {
            return changes;
        }
    }

    private final Profile profile = new Profile();
    private long nowNs;
    private final LiveSwitches live = new LiveSwitches(profile, "TEST00001", Map.of("pass.run", false), () -> nowNs);

    @Test
    void tellsAChangeOfTheConsoleAtOnce() {
        profile.set("TEST00001", "pass.a", false);

        assertEquals(Map.of("pass.a", false, "pass.run", false), live.get().states());
    }

    @Test
    void tellsAChangeOfAFileWithinAHundredthOfASecond() {
        Switches before = live.get();
        profile.switches = new Switches(Map.of("pass.a", false));

        assertSame(before, live.get());
        nowNs += LOOK_NS;

        assertEquals(Map.of("pass.a", false, "pass.run", false), live.get().states());
    }

    @Test
    void isTheSameObjectWhileNothingChanges() {
        Switches before = live.get();
        nowNs += 5 * LOOK_NS;

        assertSame(before, live.get());
    }

    @Test
    void letsTheRunHaveTheLastWord() {
        profile.set("TEST00001", "pass.run", true);

        assertEquals(Map.of("pass.run", false), live.get().states());
    }
}
