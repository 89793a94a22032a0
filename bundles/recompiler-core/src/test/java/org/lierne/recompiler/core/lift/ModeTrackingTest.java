package org.lierne.recompiler.core.lift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Under which modes of the program's own making an instruction is refused. What it gives under the others devicetests say. */
final class ModeTrackingTest {
    private static void lift(String... lines) {
        int[] words = new Assembler(32).assembleProgram(List.of(lines));
        Lift.module(new ShaderProgram(ShaderStage.COMPUTE, 32, words, 0, 0,
                new StageState(new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(32, 1, 1))));
    }

    private static int refusedAt(String... lines) {
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> lift(lines));
        assertEquals("pass.float.mode-register", refusal.pluginId());
        return refusal.pc();
    }

    @Test
    @Rule("A-063")
    void refusesArithmeticUnderADirectedModeOfTheProgram() {
        assertEquals(4, refusedAt("s_round_mode 1", "v_add_f32_e32 v1, v2, v3", "s_endpgm"));
        assertEquals(4, refusedAt("s_round_mode 4", "v_add_f16_e32 v1, v2, v3", "s_endpgm"));
        lift("s_round_mode 4", "v_add_f32_e32 v1, v2, v3", "s_endpgm");
        lift("s_round_mode 1", "s_round_mode 0", "v_add_f32_e32 v1, v2, v3", "s_endpgm");
        lift("s_round_mode 1", "v_mov_b32_e32 v1, v2", "v_add_nc_u32_e32 v1, v2, v3", "s_endpgm");
    }

    @Test
    @Rule("A-063")
    void refusesWhatTwoWaysLeaveDifferent() {
        assertEquals(16, refusedAt("s_cbranch_scc1 other", "s_round_mode 1", "s_branch join", "other:", "s_round_mode 2", "join:",
                "v_cvt_f32_u32_e32 v1, v2", "s_endpgm"));
        lift("s_cbranch_scc1 other", "s_round_mode 1", "s_branch join", "other:", "s_round_mode 2", "join:", "s_round_mode 3",
                "v_cvt_f32_u32_e32 v1, v2", "s_endpgm");
        assertEquals(8, refusedAt("loop:", "v_nop", "s_nop 0", "v_cvt_f32_u32_e32 v1, v2", "s_round_mode 1", "s_cbranch_scc1 loop",
                "s_endpgm"), "the second round comes with another mode");
    }

    @Test
    @Rule("A-063")
    void refusesWhatARegisterDecides() {
        assertEquals(4, refusedAt("s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s2", "v_cvt_f32_u32_e32 v1, v2", "s_endpgm"));
        assertEquals(4, refusedAt("s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s2", "s_getreg_b32 s3, hwreg(HW_REG_MODE, 0, 4)", "s_endpgm"));
        lift("s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s2", "s_round_mode 1", "v_cvt_f32_u32_e32 v1, v2", "s_endpgm");
        lift("s_setreg_b32 hwreg(HW_REG_TRAPSTS, 0, 2), s2", "v_add_f32_e32 v1, v2, v3", "s_endpgm");
    }

    @Test
    @Rule("A-063")
    void refusesOtherDenormalsThanTheProgramStartedWith() {
        assertEquals(4, refusedAt("s_denorm_mode 0", "v_add_f32_e32 v1, v2, v3", "s_endpgm"));
        lift("s_denorm_mode 0", "s_denorm_mode 12", "v_add_f32_e32 v1, v2, v3", "s_endpgm");
        assertEquals(0, refusedAt("s_getreg_b32 s3, hwreg(HW_REG_STATUS, 0, 1)", "s_endpgm"));
    }
}
