package org.lierne.recompiler.core.interpreter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StepSessionTest {
    private final StepSession session = new StepSession("comp 1234", new OneWave(64, "s_mov_b32 s0, 5", "v_mov_b32_e32 v1, 1.0",
            "s_sub_u32 s0, s0, 1", "s_cmp_lg_u32 s0, 0", "s_cbranch_scc1 0xfffd", "s_endpgm").group, new ExportLog(new ArrayMemory()));

    @Test
    void showsListingChangesAndLanesOnOneScreen() {
        session.command("s");

        String screen = session.command("s");

        assertTrue(screen.contains("> 0008  s_sub_u32 s0, s0, 1"), screen);
        assertTrue(screen.contains("v1 64 lanes, [0] 3f800000 = 1.0"), screen);
        assertTrue(screen.contains("exec ######## ######## ########"), screen);
        assertTrue(screen.lines().count() <= 24 && screen.lines().allMatch(line -> line.length() <= 80), screen);
    }

    @Test
    void stopsAtBreakpointsAndConditions() {
        session.command("b 0xc");
        assertTrue(session.command("c").contains("breakpoint"));
        assertEquals("s0 00000004 = 4 = 5.6E-45", session.command("s0"));

        session.command("b 0xc");
        session.command("w s0 == 2");
        assertTrue(session.command("c").contains("because s0 == 2"));
    }

    @Test
    void aConditionThatIsNotUnderstoodStopsNothing() {
        assertEquals("not understood: w s0 (h for help)", session.command("w s0"));

        assertTrue(session.command("c").contains("end of wave"));
    }

    @Test
    void watchesWholeMasks() {
        assertEquals("watching exec == 0xffffffffffffffff", session.command("w exec == 0xffffffffffffffff"));

        assertTrue(session.command("c").contains("because exec"), "holds after the first step");
        assertEquals("exec ffffffffffffffff ######## ######## ######## ######## ######## ######## ######## ########", session.command("exec"));
    }

    @Test
    void listsAllChangesAndMemory() {
        byte[] page = {1, 2, 3, 4, 5, 0, 0, 0};
        OneWave one = new OneWave(32, "s_mov_b64 s[0:1], -1", "s_endpgm");
        one.memory.map(0x1_0000_0000L, page);
        StepSession other = new StepSession("comp 5", one.group, new ExportLog(new ArrayMemory()));
        other.command("s");

        assertEquals("s0 00000000 -> ffffffff\ns1 00000000 -> ffffffff", other.command("d"));
        assertEquals("0x000100000000: 04030201 00000005", other.command("m 0x100000000 2"));
    }

    @Test
    void runsToTheEnd() {
        assertTrue(session.command("c").contains("end of wave"));
        assertEquals("the wave has ended", session.command("s"));
        assertTrue(session.command("v1").startsWith("  0: 3f800000 3f800000"));
    }

    @Test
    void answersWhatItDoesNotUnderstand() {
        assertEquals("not understood: frobnicate (h for help)", session.command("frobnicate"));
        assertEquals("not understood: u (h for help)", session.command("u"));
        assertFalse(session.isOver());
        session.command("q");
        assertTrue(session.isOver());
    }
}
