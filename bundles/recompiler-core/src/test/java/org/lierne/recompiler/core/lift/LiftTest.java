package org.lierne.recompiler.core.lift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

final class LiftTest {
    private static final FloatMode USUAL = new FloatMode(0xc0, true, false, false);

    private static IrModule lift(ShaderStage stage, int waveSize, StageState.Details details, List<InitialRegister> registers,
            int... words) {
        IrModule module = Lift.module(new ShaderProgram(stage, waveSize, words, 0, 0, new StageState(USUAL, registers, 0, 0, details)));
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        Cleanup.joinBlocks(module);
        assertEquals(List.of(), Validator.check(module, EnumSet.of(Invariant.SSA)));
        return module;
    }

    private static String body(IrModule module) {
        String text = IrText.print(module);
        return text.substring(text.indexOf('\n') + 1).replaceAll(" +; pc=.*", "");
    }

    /** Loads through a buffer and a pointer: GLC, DLC, both or none; then the four instructions that drop what caches hold. */
    @ParameterizedTest
    @Rule("C-031")
    @CsvSource(delimiter = '|', textBlock = """
            buffer_load_dword v1, off, s[0:3], 0         | plain
            buffer_load_dword v1, off, s[0:3], 0 glc     | coherent
            buffer_load_dword v1, off, s[0:3], 0 dlc     | coherent
            buffer_load_dword v1, off, s[0:3], 0 glc dlc | coherent
            buffer_store_dword v1, off, s[0:3], 0 dlc    | coherent
            global_load_dword v1, v0, s[0:1] dlc         | coherent
            buffer_gl0_inv                               | drops_caches
            buffer_gl1_inv                               | drops_caches
            s_gl1_inv                                    | drops_caches
            s_dcache_inv                                 | drops_caches
            """)
    void tellsWhatIsToSeeOthersWrites(String instruction, String expected) {
        int[] words = new Assembler(32).assembleProgram(List.of(instruction, "s_endpgm"));
        String text = IrText.print(Lift.module(new ShaderProgram(ShaderStage.COMPUTE, 32, words, 0, 0,
                new StageState(USUAL, List.of(), 0, 0, new StageState.Compute(64, 1, 1)))));

        assertEquals(expected, text.contains(" coherent") ? "coherent" : text.contains("drops_caches") ? "drops_caches" : "plain", text);
    }

    /** The worked compute program of the graphics documents: out[i] = value + i, i < count; a lane past the count stores nothing. */
    @Test
    void guardsAStoreByTheLaneMaskThatACompareMade() {
        IrModule module = lift(ShaderStage.COMPUTE, 32, new StageState.Compute(64, 1, 1), List.of(
                InitialRegister.userData(0, 0), InitialRegister.userData(1, 1), InitialRegister.userData(2, 2),
                InitialRegister.userData(3, 3), InitialRegister.userData(4, 4), InitialRegister.userData(5, 5),
                InitialRegister.sgpr(6, StageInput.WORKGROUP_ID_X), InitialRegister.vgpr(0, StageInput.LOCAL_INVOCATION_X)),
                0xd7460001, 0x04010c06, 0x4a040204, 0x7d880205, 0xbe873c6a, 0xbf880002, 0xe0702000, 0x80000201, 0xbf810000);

        assertEquals("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                  v2: i32 = user_data dword=2
                  v3: i32 = user_data dword=3
                  v4: i32 = user_data dword=4
                  v5: i32 = user_data dword=5
                  v6: i32 = input of=workgroup_id_x
                  v7: i32 = input of=local_invocation_x
                  v8: i32 = shl v6, 0x6:i32
                  v9: i32 = iadd v8, v7
                  v10: i32 = iadd v4, v9
                  v11: b1 = ult v9, v5
                  v12: b1 = wave.any v11
                  branch v12 b2 b3
                block b2 <- b0
                  buffer.store buffer(v0, v1, v2, v3) index(v9) soffset(0x0:i32) data(v10) guard(v11) element=32x1
                  jump b3
                block b3 <- b0, b2
                  return
                """, body(module));
    }

    /** Rule A-012: the wave's counts are those of a full wave, so both EXEC masks of a pass-through vertex program are all ones. */
    @Test
    void runsEveryLaneOfAPassThroughVertexProgram() {
        IrModule module = lift(ShaderStage.VERTEX, 64, new StageState.Vertex(true, 1, 1, 0, true, false), List.of(
                InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO), InitialRegister.vgpr(0, StageInput.PRIMITIVE_WORD),
                InitialRegister.vgpr(5, StageInput.VERTEX_INDEX)),
                0xbfa00003, 0x8700ff03, 0x000000ff, 0x9381ff03, 0x00080008, 0x8f028c01, 0x887c0002, 0xbf900009,
                0x808401c0, 0x90fe04c1, 0xf8000941, 0x00000000, 0x808400c0, 0xbf8cff0f, 0x90fe04c1,
                0x7e1602f2, 0xf80008cf, 0x0b050505, 0xbf810000);
        assertTrue(new LaunchedLanes(64).tell(module));
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        Cleanup.joinBlocks(module);

        assertEquals("""
                block b0
                  v2: i32 = input of=vertex_index
                  export.position v2, v2, v2, 0x3f800000:i32 index=0 enable=0xf done
                  return
                """, body(module));
    }

    @Test
    void keepsTheWholeMaskOfACopyOfExec() {
        // s_mov_b64 s[14:15], exec; s_wqm_b64 exec, exec; s_mov_b64 exec, s[14:15]; v_mov_b32 v1, v0; exp mrt0 v1 done vm
        IrModule module = lift(ShaderStage.PIXEL, 64,
                new StageState.Pixel(0x100, 0x100, List.of(), List.of(), 0, 0, 1),
                List.of(InitialRegister.vgpr(0, StageInput.POSITION_X)),
                0xbe8e047e, 0xbefe0a7e, 0xbefe040e, 0x7e020300, 0xf8001801, 0x00000001, 0xbf810000);

        assertEquals("""
                block b0
                  v0: i32 = input of=position_x
                  export.mrt v0, undef:i32, undef:i32, undef:i32 index=0 enable=0x1 done vm
                  return
                """, body(module));
    }

    /** An integer clamp limits the exact result to the range of its type; constants fold to what a lane would store. */
    @ParameterizedTest
    @CsvSource({
        "'v_add_nc_u32_e64 v1, v0, 5 clamp', 0xfffffffe, 0xffffffff",
        "'v_add_nc_u32_e64 v1, v0, 5 clamp', 0x10, 0x15",
        "'v_sub_nc_u32_e64 v1, v0, 5 clamp', 3, 0",
        "'v_subrev_nc_u32_e64 v1, v0, 5 clamp', 3, 2",
        "'v_add_nc_i32 v1, v0, 5 clamp', 0x7ffffffe, 0x7fffffff",
        "'v_sub_nc_i32 v1, v0, 5 clamp', 0x80000002, 0x80000000",
        "'v_mad_u32_u24 v1, v0, v0, v0 clamp', 0x10000, 0xffffffff",
        "'v_mad_i32_i24 v1, v0, v0, -5 clamp', 0xfffffffe, 0xffffffff",
        "'v_add_nc_i16 v1, v0, 5 clamp', 0x7ffe, 0x7fff",
        "'v_pk_sub_u16 v1, v0, 5 op_sel_hi:[1,0] clamp', 0x00030009, 0x00000004",
        "'v_pk_add_i16 v1, v0, v0 clamp', 0x80007fff, 0x80007fff"})
    void clampsIntegersToTheRangeOfTheirType(String text, String source, String expected) {
        Assembler assembler = new Assembler(32);
        String zero = "v_mov_b32_e32 v1, 0";
        String value = "v_mov_b32_e32 v0, 0x%x".formatted((int) (long) Long.decode(source));
        IrModule module = lift(ShaderStage.PIXEL, 32, new StageState.Pixel(0x100, 0x100, List.of(), List.of(), 0, 0, 1), List.of(),
                Stream.of(zero, value, text, "exp mrt0 v1, off, off, off done vm", "s_endpgm").map(assembler::assemble)
                        .flatMapToInt(IntStream::of).toArray());

        assertTrue(body(module).contains("export.mrt 0x%x:i32".formatted((int) (long) Long.decode(expected))), body(module));
    }

    @Test
    void refusesAJumpThroughRegistersWithItsPlace() {
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> lift(ShaderStage.COMPUTE, 64,
                new StageState.Compute(64, 1, 1), List.of(), 0xbf800000, 0xbe802004));

        assertEquals(4, refusal.pc());
        assertTrue(refusal.instruction().startsWith("s_setpc_b64"), refusal.instruction());
    }

    /** The rule's form of the test whether a wave is empty, one OR and one comparison: one driver takes two comparisons for a whole mask. */
    @Test
    @Rule("A-011")
    void subvectorLoopsTestTheWholeMaskAtOnce() {
        int[] words = new Assembler(64).assembleProgram(List.of("s_mov_b32 exec_lo, s0", "s_mov_b32 exec_hi, s1",
                "s_subvector_loop_begin s8, over", "body:", "buffer_store_dword v0, off, s[4:7], 0", "s_subvector_loop_end s8, body",
                "over:", "s_endpgm"));

        String text = body(lift(ShaderStage.COMPUTE, 64, new StageState.Compute(64, 1, 1), List.of(InitialRegister.userData(0, 0),
                InitialRegister.userData(1, 1)), words));

        String entry = text.substring(0, text.indexOf("block b", 1));
        assertTrue(entry.matches("(?s).*(v\\d+): i32 = or v0, v1\\n  (v\\d+): b1 = ieq \\1, 0x0:i32\\n.*branch \\2 .*"), text);
    }

    /** An index of two bits names four registers, however many there are: the others are neither read nor written. */
    @Test
    @Rule("C-045")
    void anIndexChoosesAmongTheRegistersThatItCanName() {
        List<String> program = List.of("s_and_b32 m0, s8, 3", "v_mov_b32_e32 v166, 1", "v_movrels_b32_e32 v1, v4", "v_movreld_b32_e32 v4, v1",
                "s_movreld_b32 s20, s8", "v_mov_b32_e32 v2, s97", "ds_write_b64 v0, v[1:2]", "s_endpgm");
        IrModule module = lift(ShaderStage.COMPUTE, 32, new StageState.Compute(32, 1, 1), List.of(InitialRegister.userData(8, 0),
                InitialRegister.userData(97, 1), InitialRegister.vgpr(0, StageInput.LOCAL_INVOCATION_X)), new Assembler(32).assembleProgram(program));

        String text = body(module);
        assertTrue(text.contains("data(0x0:i32, v1)"), text);
        assertEquals(0, text.lines().filter(line -> line.contains("select")).count(), text);
    }

    /** Of an index that nothing is known of a read looks at each bit that the window has, and compares once. */
    @Test
    @Rule("C-045")
    void aReadLooksAtTheBitsOfItsIndex() {
        List<String> program = new java.util.ArrayList<>(List.of("s_mov_b32 m0, s8"));
        for (int i = 4; i <= 10; i++) {
            program.add("v_mov_b32_e32 v%d, %d".formatted(i, i));
        }
        program.addAll(List.of("v_movrels_b32_e32 v1, v4", "ds_write_b32 v0, v1", "s_endpgm"));
        IrModule module = lift(ShaderStage.COMPUTE, 32, new StageState.Compute(32, 1, 1), List.of(InitialRegister.userData(8, 0),
                InitialRegister.vgpr(0, StageInput.LOCAL_INVOCATION_X)), new Assembler(32).assembleProgram(program));

        String text = body(module);
        assertEquals(7, text.lines().filter(line -> line.contains("= select")).count(), text);
        assertEquals(3, text.lines().filter(line -> line.contains("= ine")).count(), text);
        assertEquals(1, text.lines().filter(line -> line.contains("= ule")).count(), text);
    }

    /** Compilers keep scalar registers that they have no room for in lanes of a vector register; a descriptor comes back as what it was. */
    @Test
    void whatIsKeptInALaneIsReadFromIt() {
        List<String> program = List.of("v_writelane_b32 v20, s8, 27", "v_writelane_b32 v20, s9, 28", "s_mov_b32 s8, 0", "v_readlane_b32 s10, v20, 27",
                "v_mov_b32_e32 v1, s10", "ds_write_b32 v0, v1", "v_readlane_b32 s11, v20, 29", "v_mov_b32_e32 v1, s11", "ds_write_b32 v0, v1", "s_endpgm");
        IrModule module = lift(ShaderStage.COMPUTE, 32, new StageState.Compute(32, 1, 1), List.of(InitialRegister.userData(8, 0),
                InitialRegister.userData(9, 1), InitialRegister.vgpr(0, StageInput.LOCAL_INVOCATION_X),
                InitialRegister.vgpr(20, StageInput.LOCAL_INVOCATION_X)), new Assembler(32).assembleProgram(program));

        String text = body(module);
        String kept = text.lines().filter(line -> line.contains("user_data dword=0")).findFirst().orElseThrow().strip().split(":")[0];
        assertTrue(text.contains("data(" + kept + ")"), text);
        assertEquals(1, text.lines().filter(line -> line.contains("wave.read_lane")).count(), text);
    }
}
