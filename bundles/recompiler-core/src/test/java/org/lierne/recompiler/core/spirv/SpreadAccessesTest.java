package org.lierne.recompiler.core.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Which programs show in which order the lanes of a wave reach memory. */
final class SpreadAccessesTest {
    private static final String STORE = "  lds.store v0 data(v0) element=32x1 ; pc=0x0008\n";
    private static final String LOAD = "  v%d: i32 = lds.load v0 element=32x1 ; pc=0x0010\n";
    private static final String BARRIER = "  barrier workgroup ; pc=0x000c\n";

    private static IrModule module(String body) {
        return IrText.parse("""
                module compute wave=64
                block b0
                  v0: i32 = input of=local_invocation_x
                """ + body + "  return\n");
    }

    private static @Nullable Pc found(String body) {
        return SpreadAccesses.find(module(body));
    }

    @Test
    void aReadOfWhatWasWrittenShowsTheOrder() {
        assertEquals(new Pc(0x10), found(STORE + LOAD.formatted(1)));
        assertNull(found(STORE + BARRIER + LOAD.formatted(1)), "the barrier makes the order");
        assertNull(found(LOAD.formatted(1) + LOAD.formatted(2)), "nothing is written");
        assertNull(found(STORE + STORE), "nothing is read");
    }

    @Test
    void aWriteOfWhatWasReadShowsTheOrder() {
        assertEquals(new Pc(0x8), found(LOAD.formatted(1) + STORE));
        assertNull(found(LOAD.formatted(1) + BARRIER + STORE));
    }

    @Test
    void theEndOfALoopComesBeforeItsStart() {
        Pc found = found("  jump b1\nblock b1\n" + LOAD.formatted(1) + "  v2: b1 = ult v1, v0\n" + BARRIER + STORE
                + "  branch v2 b1 b2\nblock b2\n");

        assertEquals(new Pc(0x10), found);
    }

    @Test
    @Rule("C-052")
    void spreadWavesAreRefusedWithoutTheMode() {
        Map<String, Boolean> off = Map.of("buffer.spread-waves", false);

        TranslationRefused refused = assertThrows(TranslationRefused.class, () -> emit(8, off));
        assertEquals("buffer.spread-waves", refused.pluginId());
        assertEquals(0x10, refused.pc());
        assertTrue(refused.reason().endsWith("may show, and buffer.spread-waves is off"), refused.reason());
        assertNotNull(emit(8, Map.of()));
        assertNotNull(emit(64, off), "the wave is one subgroup");
    }

    private static EmittedModule emit(int subgroup, Map<String, Boolean> switches) {
        StageState state = new StageState(new FloatMode(0xc0, true, false, false), List.of(), 1024, 0, new StageState.Compute(128, 1, 1));
        ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, 64, new int[16], 0, 0, state);
        return SpirvEmitter.emit(module(STORE + LOAD.formatted(1)), program, List.of(),
                new TranslationOptions("", switches, HostFacts.common(subgroup), false), new Switches(switches), null);
    }
}
