package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.testing.Rule;

/** Which passes a translation runs, and when it stops. */
final class TranslatorTest {
    private static final StageState STATE = new StageState(new FloatMode(0xc0, true, false, false), List.of(), 0, 0,
            new StageState.Compute(64, 1, 1));
    private static final ShaderProgram PROGRAM = new ShaderProgram(ShaderStage.COMPUTE, 32, new int[] {0xbf810000}, 0, 0, STATE);
    private static final TranslationOptions OPTIONS = new TranslationOptions("", Map.of(), HostFacts.common(32), false);

    private final List<String> ran = new ArrayList<>();
    private final Translator translator = new Translator(InstalledPasses.declared(List.of(
            pass("early", Invariant.SSA, Invariant.MASKS_LOWERED),
            pass("giver", Invariant.MASKS_LOWERED, Invariant.DESCRIPTORS_RESOLVED),
            pass("late", Invariant.DESCRIPTORS_RESOLVED, Invariant.STRUCTURED))), null, null, null, null, "tests", true);

    private InstalledPass pass(String id, Invariant needs, Invariant gives) {
        return new InstalledPass(new PassDeclaration(id, Set.of(needs), Set.of(gives), Set.of(), List.of(), List.of(), Set.of(), true, "1",
                List.of(), null), (_, _) -> {
                    ran.add(id);
                    return false;
                });
    }

    @Test
    void aTranslationGoesOnWhereItsAnalysisWas() {
        ShaderLayout layout = translator.analyze(PROGRAM, OPTIONS);
        TranslatedShader shader = translator.translate(PROGRAM, layout, List.of(), OPTIONS);

        assertEquals(List.of("early", "giver", "giver", "late"), ran);
        assertEquals(List.of("lift", "early", "giver", "late", "emit"), shader.plan().stream().map(TranslatedShader.PassRun::id).toList());
        assertSame(shader, translator.translate(PROGRAM, layout, List.of(), OPTIONS));
    }

    @Test
    void whatAPassDidNotChangeIsNotAnalysedAgainWithoutIt() {
        ShaderLayout layout = translator.analyze(PROGRAM, OPTIONS);
        TranslatedShader shader = translator.translate(PROGRAM, layout, List.of(), OPTIONS);
        TranslationOptions without = new TranslationOptions("", Map.of("late", false), HostFacts.common(32), false);
        ran.clear();

        assertSame(layout, translator.analyze(PROGRAM, without));
        assertSame(shader, translator.translate(PROGRAM, layout, List.of(), without));
        assertEquals(List.of(), ran);
    }

    @Test
    void anotherTranslatorKnowsNothingOfIt() {
        ShaderLayout layout = translator.analyze(PROGRAM, OPTIONS);
        TranslatedShader first = translator.translate(PROGRAM, layout, List.of(), OPTIONS);
        ran.clear();

        TranslatedShader second = translator.afresh().translate(PROGRAM, layout, List.of(), OPTIONS);

        assertEquals(List.of("early", "giver", "late"), ran);
        assertNotSame(first, second);
        assertEquals(first.variantKey(), second.variantKey());
    }

    /** Programs that do not look at the counts of their waves are not counted. */
    @Test
    @Rule("A-012")
    void countsProgramsThatLookAtTheLanesOfTheirWaves() {
        List<String> acted = new ArrayList<>();
        Translator counting = new Translator(InstalledPasses.of(List.of()), null, null, new Acted(acted), null, "tests", true);

        counting.analyze(vertex("v_mov_b32_e32 v1, s4"), OPTIONS);
        assertEquals(List.of(), acted);
        counting.analyze(vertex("v_mov_b32_e32 v1, s3"), OPTIONS);
        assertEquals(List.of("stage.vertex.wave-info"), acted);
    }

    private static ShaderProgram vertex(String first) {
        StageState state = new StageState(FloatMode.USUAL, List.of(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO),
                InitialRegister.userData(4, 0)), 0, 0, new StageState.Vertex(true, 1, 1, 0, true, false));
        return new ShaderProgram(ShaderStage.VERTEX, 32, new Assembler(32).assembleProgram(List.of(first, "exp pos0 v1, v1, v1, v1 done", "s_endpgm")),
                0, 0, state);
    }

    private record Acted(List<String> ids) implements CompatUse {
        @Override
        public void acted(String pluginId, Supplier<String> place) {
            ids.add(pluginId);
        }

        @Override
        public Map<String, Use> uses() {
            return Map.of();
        }
    }

    @Test
    void anInterruptedTranslationIsCancelled() {
        Thread.currentThread().interrupt();

        assertThrows(CancellationException.class, () -> translator.analyze(PROGRAM, OPTIONS));

        assertTrue(Thread.interrupted());
        assertEquals(List.of(), ran);
    }
}
