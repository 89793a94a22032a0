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
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;

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

    @Test
    void anInterruptedTranslationIsCancelled() {
        Thread.currentThread().interrupt();

        assertThrows(CancellationException.class, () -> translator.analyze(PROGRAM, OPTIONS));

        assertTrue(Thread.interrupted());
        assertEquals(List.of(), ran);
    }
}
