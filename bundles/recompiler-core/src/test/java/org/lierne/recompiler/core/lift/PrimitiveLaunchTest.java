package org.lierne.recompiler.core.lift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

final class PrimitiveLaunchTest {
    private static IrModule lift(int wave, int threads, String... lines) {
        StageState state = new StageState(new FloatMode(0xc0, true, false, false), List.of(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO)),
                0, 0, new StageState.Compute(threads, 1, 1, new StageState.PrimitiveGroup(3, 8, 1, 3, 1, 1, true, 1, false)));
        return Lift.module(new ShaderProgram(ShaderStage.COMPUTE, wave, new Assembler(wave).assembleProgram(List.of(lines)), 0, 0, state));
    }

    @Rule("B-010")
    @ParameterizedTest
    @CsvSource({"64, 96, partial", "32, 512, 16 waves"})
    void refusesGroupsThatWaveFieldsCannotTell(int wave, int threads, String reason) {
        TranslationRefused refused = assertThrows(TranslationRefused.class, () -> lift(wave, threads, "s_endpgm"));

        assertEquals("stage.mesh.entry", refused.pluginId());
        assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused.getMessage());
    }

    @Rule("B-010")
    @Test
    void storesWhatIsExported() {
        IrModule module = lift(32, 480, "exp prim v0, off, off, off done", "exp pos0 v1, v2, v3, v4 done", "exp param0 v5, v6, off, off",
                "s_endpgm");

        long stores = module.blocks().stream().flatMap(block -> block.instructions().stream())
                .filter(inst -> inst instanceof GlobalAccess access && access.op() == MemoryOp.STORE).count();
        // Three exports, and no primitive before the first of them.
        assertEquals(4, stores);
    }

    @Test
    void refusesVectorsThatTheRegistersDoNotCount() {
        TranslationRefused refused = assertThrows(TranslationRefused.class, () -> lift(32, 32, "exp param1 v5, v6, off, off", "s_endpgm"));

        assertEquals("stage.mesh.entry", refused.pluginId());
    }
}
