package org.lierne.recompiler.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.lift.Lift;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Which calls are taken, which are refused, and where. The calls that are taken run on interpreter and device in devicetests. */
final class CallsTest {
    private static final StageState STATE = new StageState(new FloatMode(0xc0, true, false, false), List.of(), 64, 0,
            new StageState.Compute(64, 1, 1));

    private static IrModule lift(int waveSize, String... lines) {
        int[] words = new Assembler(waveSize).assembleProgram(List.of(lines));
        IrModule module = Lift.module(new ShaderProgram(ShaderStage.COMPUTE, waveSize, words, 0, 0x10000, STATE));
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        Cleanup.joinBlocks(module);
        assertEquals(List.of(), Validator.check(module, java.util.EnumSet.of(Invariant.SSA)));
        return module;
    }

    private static TranslationRefused refusal(int waveSize, String... lines) {
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> lift(waveSize, lines));
        assertEquals("pass.cf.calls", refusal.pluginId());
        return refusal;
    }

    @Test
    @Rule({"C-046", "C-043"})
    void runsACalleeBehindTheEndAndComesBack() {
        IrModule module = lift(64, "s_mov_b32 s4, 1", "s_call_b64 s[2:3], callee", "v_mov_b32_e32 v1, 0", "v_mov_b32_e32 v2, s4",
                "ds_write_b32 v1, v2", "s_endpgm", "callee:", "s_mov_b32 s4, 5", "s_setpc_b64 s[2:3]");

        assertTrue(IrText.print(module).contains("data(0x5:i32)"), IrText.print(module));
    }

    @Test
    @Rule("C-034")
    void linksThePlaceBehindTheCallAndReadsItInComparisons() {
        IrModule module = lift(64, "s_getpc_b64 s[4:5]", "s_add_u32 s4, s4, 40", "s_addc_u32 s5, s5, 0", "s_swappc_b64 s[2:3], s[4:5]",
                "s_cmp_eq_u32 s2, 0", "s_cselect_b32 s6, 1, 2", "v_mov_b32_e32 v1, 0", "v_mov_b32_e32 v2, s6", "ds_write_b32 v1, v2",
                "s_endpgm", "callee:", "s_setpc_b64 s[2:3]");

        assertTrue(IrText.print(module).contains("data(0x2:i32)"), IrText.print(module));
    }

    @Test
    @Rule("C-034")
    void swapWithoutADestinationIsAJump() {
        IrModule module = lift(64, "s_mov_b32 s4, 0x10010", "s_mov_b32 s5, 0", "s_swappc_b64 null, s[4:5]", "v_mov_b32_e32 v1, 0",
                "v_mov_b32_e32 v2, 7", "ds_write_b32 v1, v2", "s_endpgm");

        assertTrue(IrText.print(module).contains("data(0x7:i32)"), IrText.print(module));
    }

    @Test
    @Rule("C-044")
    void takesCallsOneAfterTheOtherAndNested() {
        lift(64, "s_call_b64 s[2:3], a", "s_call_b64 s[2:3], b", "s_endpgm", "a:", "s_setpc_b64 s[2:3]", "b:", "s_setpc_b64 s[2:3]");
        lift(64, "s_call_b64 s[2:3], a", "s_endpgm", "a:", "s_call_b64 s[4:5], b", "s_setpc_b64 s[2:3]", "b:", "s_setpc_b64 s[4:5]");
        lift(64, "s_call_b64 s[2:3], a", "s_endpgm", "a:", "s_call_b64 s[4:5], b", "s_branch on", "b:", "s_setpc_b64 s[4:5]", "on:",
                "s_setpc_b64 s[2:3]");
    }

    @Test
    @Rule({"C-044", "C-043"})
    void refusesWhatIsNotNested() {
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "s_endpgm", "a:", "s_call_b64 s[2:3], b", "s_setpc_b64 s[2:3]", "b:",
                "s_setpc_b64 s[2:3]").reason().contains("still needed"), "the same pair twice");
        assertTrue(refusal(64, "a:", "s_call_b64 s[2:3], a", "s_setpc_b64 s[2:3]").reason().contains("recursion"));
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "s_call_b64 s[4:5], a", "s_endpgm", "a:", "s_nop 0", "s_setpc_b64 s[2:3]",
                "s_setpc_b64 s[4:5]").reason().contains("nothing returns through s[4:5]"), "one callee for two calls");
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "s_call_b64 s[4:5], b", "s_endpgm", "a:", "s_branch m", "b:", "s_branch n",
                "m:", "s_setpc_b64 s[2:3]", "n:", "s_setpc_b64 s[4:5]").reason().contains("interleaves"));
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "s_endpgm", "a:", "s_endpgm").reason().contains("nothing returns"));
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "out:", "s_endpgm", "a:", "s_cbranch_scc1 out", "s_setpc_b64 s[2:3]").reason()
                .contains("leaves the region"));
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "s_cbranch_scc1 in", "s_endpgm", "a:", "s_nop 0", "in:", "s_setpc_b64 s[2:3]")
                .reason().contains("enters the region"));
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "a:", "s_nop 0", "s_setpc_b64 s[2:3]").reason().contains("falls into"));
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "s_nop 0", "a:", "s_setpc_b64 s[2:3]").reason().contains("enters the region"));
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "s_movrels_b32 s7, s8", "s_endpgm", "a:", "s_setpc_b64 s[2:3]").reason()
                .contains("M0"));
        assertTrue(refusal(64, "s_call_b64 s[2:3], a", "s_setpc_b64 s[8:9]", "a:", "s_setpc_b64 s[2:3]").reason()
                .contains("not linked"), "a jump to who knows where");
        assertTrue(refusal(64, "s_swappc_b64 s[2:3], s[8:9]").reason().contains("constants"));
    }

    @Test
    @Rule("C-043")
    void refusesPairsThatAreNone() {
        int[] odd = new Assembler(64).assembleProgram(List.of("s_call_b64 s[2:3], a", "s_endpgm", "a:", "s_setpc_b64 s[2:3]"));
        odd[0] |= 1 << 16;
        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> Lift.module(new ShaderProgram(ShaderStage.COMPUTE, 64, odd, 0, 0, STATE)));

        assertTrue(refusal.reason().contains("no pair"), refusal.reason());
        assertTrue(refusal(64, "s_call_b64 vcc, a", "s_endpgm", "a:", "s_setpc_b64 vcc").reason().contains("no pair"));
    }

    @Test
    @Rule({"C-043", "C-034"})
    void refusesReadersOfAReturnAddress() {
        String[] callee = {"s_endpgm", "a:", "s_setpc_b64 s[2:3]"};

        assertEquals(4, refusal(64, with(callee, "s_call_b64 s[2:3], a", "s_add_u32 s2, s2, 4")).pc());
        assertEquals(4, refusal(64, with(callee, "s_call_b64 s[2:3], a", "v_mov_b32_e32 v0, s2")).pc());
        assertEquals(4, refusal(64, with(callee, "s_call_b64 s[2:3], a", "s_buffer_load_dword s9, s[0:3], 0x0")).pc(), "in a descriptor");
        assertEquals(4, refusal(64, with(callee, "s_call_b64 s[2:3], a", "s_cmov_b32 s2, 0")).pc(), "kept by a conditional move");
        lift(64, with(callee, "s_call_b64 s[2:3], a", "s_mov_b64 s[2:3], 0", "v_mov_b32_e32 v0, s2"));
        lift(64, with(callee, "s_call_b64 s[2:3], a", "s_cmp_eq_u32 s2, 0"));
        assertEquals(8, refusal(64, "s_call_b64 s[2:3], a", "s_endpgm", "a:", "s_mov_b32 s3, 0", "s_setpc_b64 s[2:3]").pc() & 8,
                "the pair is overwritten before it is returned through");
    }

    /** A comparison into a lane mask replaces a pair in waves of 64 lanes and one register in waves of 32. */
    @Test
    @Rule("C-043")
    void knowsWhatALaneMaskReplaces() {
        String[] callee = {"s_endpgm", "a:", "s_setpc_b64 s[2:3]"};

        assertEquals(12, refusal(32, with(callee, "s_call_b64 s[2:3], a", "v_cmp_eq_u32_e64 s2, v0, v1", "v_mov_b32_e32 v0, s3")).pc());
        lift(64, with(callee, "s_call_b64 s[2:3], a", "v_cmp_eq_u32_e64 s[2:3], v0, v1", "v_mov_b32_e32 v0, s3"));
    }

    private static String[] with(String[] end, String... start) {
        return java.util.stream.Stream.concat(java.util.Arrays.stream(start), java.util.Arrays.stream(end)).toArray(String[]::new);
    }

    /** Derived from the rule: link and target of a call at 0x100. */
    @Test
    @Rule("C-046")
    void countsItsTargetFromBehindTheCall() {
        int[] words = new int[0x120 / 4];
        java.util.Arrays.fill(words, 0xbf800000);
        words[0x100 / 4] = new Assembler(64).assemble("s_call_b64 s[2:3], 0x3")[0];
        words[0x104 / 4] = 0xbf810000;
        words[0x110 / 4] = new Assembler(64).assemble("s_setpc_b64 s[2:3]")[0];

        ControlFlow flow = ControlFlow.of(new ShaderProgram(ShaderStage.COMPUTE, 64, words, 0, 0, STATE), JumpAddress.UNKNOWN);

        assertEquals(List.of(0, 0x104, 0x110), flow.blocks().stream().map(FlowBlock::pc).toList());
        assertEquals(new FlowEnd.Jump(2), flow.blocks().getFirst().end());
        assertEquals(new FlowEnd.Jump(1), flow.blocks().getLast().end());
        words[0x100 / 4] |= 0xffff;
        TranslationRefused itself = assertThrows(TranslationRefused.class,
                () -> ControlFlow.of(new ShaderProgram(ShaderStage.COMPUTE, 64, words, 0, 0, STATE), JumpAddress.UNKNOWN));
        assertTrue(itself.reason().startsWith("calls 0x0100"), itself.reason());
    }

    @Test
    @Rule("C-046")
    void refusesToReturnFromAnException() {
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> lift(64, "s_rfe_b64 s[2:3]"));

        assertEquals(0, refusal.pc());
        assertEquals("pass.cf.calls", refusal.pluginId());
    }

    @Test
    @Rule("C-044")
    void refusesTargetsThatAreNoPlaceOfTheProgram() {
        assertTrue(refusal(64, "s_call_b64 s[2:3], 0x7", "s_endpgm", "s_setpc_b64 s[2:3]").reason().startsWith("calls 0x0020, which is no place"));
        assertTrue(refusal(64, "s_mov_b32 s4, 0x1000e", "s_mov_b32 s5, 0", "s_swappc_b64 s[2:3], s[4:5]", "s_endpgm", "s_setpc_b64 s[2:3]").reason()
                .startsWith("calls 0x000e, which is no place"));
        assertTrue(refusal(64, "s_mov_b32 s4, 0xfffc", "s_mov_b32 s5, 0", "s_swappc_b64 s[2:3], s[4:5]", "s_endpgm", "s_setpc_b64 s[2:3]").reason()
                .startsWith("calls 0xfffffffc, which is no place"));
    }

    /** A relative write reads no return address, and is known to replace none. */
    @Test
    @Rule({"C-044", "C-043"})
    void takesRelativeWritesBesideCalls() {
        String[] callee = {"s_endpgm", "a:", "s_setpc_b64 s[2:3]"};

        lift(64, with(callee, "s_call_b64 s[2:3], a", "s_movreld_b32 s7, s8"));
        assertEquals(8, refusal(64, with(callee, "s_call_b64 s[2:3], a", "s_movreld_b64 s[2:3], s[8:9]", "v_mov_b32_e32 v0, s2")).pc());
        assertEquals(4, refusal(64, with(callee, "s_call_b64 s[2:3], a", "s_movreld_b32 s7, s2")).pc(), "reads one by name");
        assertEquals(4, refusal(64, with(callee, "s_call_b64 s[2:3], a", "s_movrelsd_2_b32 s7, s8")).pc());
    }

    @Test
    @Rule("A-011")
    void refusesSubvectorLoopsOfNarrowWavesAndInSpecialRegisters() {
        assertThrows(TranslationRefused.class, () -> lift(32, "s_subvector_loop_begin s2, 0x0"));
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> lift(64, "s_subvector_loop_begin vcc_lo, 0x0"));

        assertEquals("pass.cf.subvector-loop", refusal.pluginId());
    }
}
