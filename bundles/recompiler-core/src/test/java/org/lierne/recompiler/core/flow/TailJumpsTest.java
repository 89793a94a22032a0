package org.lierne.recompiler.core.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.lift.Lift;
import org.lierne.recompiler.core.translate.InstalledPasses;
import org.lierne.recompiler.core.translate.Translator;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TailJump;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Which jumps to code that user data points to are linked, and which are refused. Linked programs are drawn in devicetests. */
final class TailJumpsTest {
    private static final int[] USER_DATA = {7, 0x1000, 3, 9, 0, 0};
    private static final List<String> CONTINUATION = List.of("v_add_nc_u32_e32 v1, 1, v1", "s_endpgm");

    /** User data from s8 on: s8 is dword 0. */
    private static ShaderProgram program(ShaderStage stage, List<String> lines) {
        List<InitialRegister> registers = IntStream.range(0, USER_DATA.length).mapToObj(i -> InitialRegister.userData(8 + i, i)).toList();
        return new ShaderProgram(stage, 64, new Assembler(64).assembleProgram(lines), 0, 0x40000, new StageState(
                new FloatMode(0xc0, true, false, false), registers, 0, 0, new StageState.Compute(64, 1, 1)));
    }

    private static TailJump find(ShaderStage stage, String... lines) {
        ShaderProgram program = program(stage, List.of(lines));
        TailJump jump = TailJumps.find(program, Lift.constants(program));
        assertNotNull(jump);
        return jump;
    }

    private static String refusal(ShaderStage stage, String... lines) {
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> find(stage, lines));
        assertEquals(stage == ShaderStage.VERTEX ? "pass.cf.tail-jump-vertex" : "pass.cf.tail-jump-fragment", refusal.pluginId());
        assertTrue(refusal.instruction().startsWith("s_setpc_b64"), refusal.instruction());
        return refusal.reason();
    }

    @Test
    @Rule("A-021")
    void aVertexPrologGoesOnWhereItsUserDataPoints() {
        List<String> start = List.of("s_mov_b32 s4, 1", "v_mov_b32_e32 v1, s4");
        List<String> prolog = new ArrayList<>(start);
        prolog.add("s_setpc_b64 s[10:11]");
        List<String> whole = new ArrayList<>(start);
        whole.addAll(CONTINUATION);
        ShaderProgram program = program(ShaderStage.VERTEX, prolog);

        TailJump jump = TailJumps.find(program, Lift.constants(program));

        assertNotNull(jump);
        assertEquals(new TailJump(8, 2, new InitialRegister.Value.UserData(3)), jump);
        assertEquals(0x9_00000003L, jump.target(USER_DATA));
        ShaderProgram linked = TailJumps.link(program, jump, new Assembler(64).assembleProgram(CONTINUATION), Lift.constants(program));
        assertArrayEquals(program(ShaderStage.VERTEX, whole).words(), linked.words());
        assertEquals(program.state(), linked.state());
        assertEquals(program.codeAddress(), linked.codeAddress());
    }

    @Test
    @Rule("A-021")
    void vertexPrologsThatBranchOrComputeAreRefused() {
        assertTrue(refusal(ShaderStage.VERTEX, "s_cbranch_scc0 on", "s_nop 0", "on:", "s_setpc_b64 s[8:9]").contains("behind branches"));
        assertTrue(refusal(ShaderStage.VERTEX, "s_add_u32 s8, s8, 4", "s_setpc_b64 s[8:9]").contains("lower half in s8"));
        assertTrue(refusal(ShaderStage.VERTEX, "s_mov_b64 s[8:9], s[10:11]", "s_setpc_b64 s[8:9]").contains("lower half in s8"));
        assertTrue(refusal(ShaderStage.VERTEX, "s_load_dwordx2 s[8:9], s[10:11], 0x0", "s_setpc_b64 s[8:9]").contains("lower half in s8"));
        assertTrue(refusal(ShaderStage.VERTEX, "s_movreld_b32 s0, s1", "s_setpc_b64 s[8:9]").contains("lower half in s8"));
        assertTrue(refusal(ShaderStage.VERTEX, "s_mov_b32 s9, 2", "s_setpc_b64 s[8:9]").contains("upper half in s9"));
        assertTrue(refusal(ShaderStage.VERTEX, "s_setpc_b64 s[14:15]").contains("lower half in s14"), "never user data");
    }

    @Test
    @Rule("A-021")
    void aContinuationMayNotAskWhereItLies() {
        ShaderProgram program = program(ShaderStage.VERTEX, List.of("v_mov_b32_e32 v1, 0", "s_setpc_b64 s[8:9]"));
        TailJump jump = TailJumps.find(program, Lift.constants(program));
        assertNotNull(jump);
        int[] asking = new Assembler(64).assembleProgram(List.of("s_nop 0", "s_getpc_b64 s[0:1]", "s_endpgm"));

        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> TailJumps.link(program, jump, asking, Lift.constants(program)));

        assertEquals(8, refusal.pc());
        assertEquals("pass.cf.tail-jump-vertex", refusal.pluginId());
    }

    @Test
    @Rule("A-022")
    void aPixelProgramMayMoveTheUpperHalf() {
        assertEquals(new TailJump(8, 0, new InitialRegister.Value.Literal(2)),
                find(ShaderStage.PIXEL, "s_mov_b32 s9, 0x00000002", "s_setpc_b64 s[8:9]"));
        assertEquals(new TailJump(0, 0, new InitialRegister.Value.UserData(1)), find(ShaderStage.PIXEL, "s_setpc_b64 s[8:9]"));
        assertEquals(new InitialRegister.Value.Literal(5), find(ShaderStage.PIXEL, "s_or_b32 s9, s9, 1", "s_cbranch_scc0 on",
                "s_mov_b32 s9, 3", "on:", "s_mov_b32 s9, 5", "s_setpc_b64 s[8:9]").high(), "the last writer counts");
        assertEquals(0x2_00000007L, find(ShaderStage.PIXEL, "s_mov_b32 s9, 2", "s_setpc_b64 s[8:9]").target(USER_DATA));
    }

    @Test
    @Rule("A-022")
    void otherUpperHalvesAreRefused() {
        assertTrue(refusal(ShaderStage.PIXEL, "s_cbranch_scc0 on", "s_mov_b32 s9, 2", "on:", "s_setpc_b64 s[8:9]").contains("upper half"));
        assertTrue(refusal(ShaderStage.PIXEL, "s_cbranch_scc0 else", "s_mov_b32 s9, 2", "s_branch on", "else:", "s_mov_b32 s9, 2", "on:",
                "s_setpc_b64 s[8:9]").contains("upper half"), "neither of the two writers is unconditional");
        assertTrue(refusal(ShaderStage.PIXEL, "s_mov_b32 s9, 2", "s_or_b32 s9, s9, 1", "s_setpc_b64 s[8:9]").contains("upper half"));
        assertTrue(refusal(ShaderStage.PIXEL, "s_mov_b32 s9, s10", "s_setpc_b64 s[8:9]").contains("upper half"));
        assertTrue(refusal(ShaderStage.PIXEL, "s_add_u32 s8, s8, 4", "s_mov_b32 s9, 2", "s_setpc_b64 s[8:9]").contains("lower half"));
        assertTrue(refusal(ShaderStage.PIXEL, "s_cbranch_scc0 out", "s_setpc_b64 s[8:9]", "out:", "s_endpgm").contains("last instruction"));
        assertTrue(refusal(ShaderStage.PIXEL, "s_call_b64 s[2:3], in", "s_branch on", "in:", "s_setpc_b64 s[2:3]", "on:",
                "s_setpc_b64 s[8:9]").contains("with calls"));
    }

    /** Constant jumps, returns and programs of other stages are not looked at. */
    @Test
    void otherJumpsAreNoTails() {
        for (ShaderStage stage : List.of(ShaderStage.VERTEX, ShaderStage.PIXEL)) {
            ShaderProgram calling = program(stage, List.of("s_call_b64 s[2:3], in", "s_endpgm", "in:", "s_setpc_b64 s[2:3]"));
            assertNull(TailJumps.find(calling, Lift.constants(calling)));
        }
        ShaderProgram compute = program(ShaderStage.COMPUTE, List.of("s_setpc_b64 s[8:9]"));
        assertNull(TailJumps.find(compute, Lift.constants(compute)));
    }

    @Test
    @Rule({"A-021", "A-022"})
    void switchedOffTheJumpIsRefused() {
        for (ShaderStage stage : List.of(ShaderStage.VERTEX, ShaderStage.PIXEL)) {
            ShaderProgram program = program(stage, List.of("s_setpc_b64 s[8:9]"));
            String id = stage == ShaderStage.VERTEX ? "pass.cf.tail-jump-vertex" : "pass.cf.tail-jump-fragment";
            Translator translator = new Translator(InstalledPasses.of(List.of()), null, null, null, null, "test", false);
            HostFacts host = HostFacts.common(64);

            assertNotNull(translator.tailJump(program, new TranslationOptions("", Map.of(), host, false)));
            TranslationRefused refusal = assertThrows(TranslationRefused.class,
                    () -> translator.tailJump(program, new TranslationOptions("", Map.of(id, false), host, false)));
            assertEquals(id, refusal.pluginId());
        }
    }
}
