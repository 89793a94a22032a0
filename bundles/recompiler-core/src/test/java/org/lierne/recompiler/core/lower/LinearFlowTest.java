package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.translate.PassContexts;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Where spread waves exchange values: the whole workgroup has to come there. What comes out of it is for the device tests to say. */
final class LinearFlowTest {
    /** One wave of two reads another lane. */
    private static final String BRANCH = """
            block b0
              v0: i32 = input of=local_invocation_x
              v1: i32 = input of=tg_size
              v2: b1 = ult v1, 0x40:i32
              branch v2 b1 b2
            block b1
              v3: i32 = wave.read_lane v0, 0x3:i32
              v5: i32 = iadd v3, 0x1:i32
              jump b2
            block b2
              v4: i32 = phi b0(0x7:i32) b1(v5)
              lds.store v0 data(v4) element=32x1
              return
            """;
    /** Each wave goes round as often as its number says, and the rounds of the one that leaves early are read behind the loop. */
    private static final String LOOP = """
            block b0
              v0: i32 = input of=local_invocation_x
              v1: i32 = input of=tg_size
              jump b1
            block b1
              v2: i32 = phi b0(0x0:i32) b2(v6)
              v3: i32 = phi b0(v0) b2(v5)
              v4: i32 = wave.read_lane v3, 0x3:i32
              v5: i32 = iadd v3, v4
              v7: b1 = ult v2, v1
              branch v7 b2 b3
            block b2
              v6: i32 = iadd v2, 0x40:i32
              jump b1
            block b3
              v8: i32 = iadd v5, v2
              lds.store v0 data(v8) element=32x1
              return
            """;
    private static final String TWO_ENTRIES = """
            block b0
              v0: i32 = input of=local_invocation_x
              v1: i32 = input of=tg_size
              v2: b1 = ult v1, 0x40:i32
              branch v2 b1 b2
            block b1
              v3: i32 = wave.read_lane v0, 0x3:i32
              lds.store v0 data(v3) element=32x1
              jump b2
            block b2
              v4: i32 = lds.load v0 element=32x1
              v5: b1 = ult v4, 0x40:i32
              branch v5 b1 b3
            block b3
              return
            """;

    private static IrModule parse(String body) {
        return IrText.parse("module compute wave=64\n" + body);
    }

    private static List<Integer> lone(IrModule module) {
        Convergence together = new Convergence(module, LaneView.Uniformity.varying(module, true));
        return module.blocks().stream().filter(block -> !together.isTogether(block)
                && block.instructions().stream().anyMatch(Exchanges::isOne)).map(IrBlock::id).toList();
    }

    @Test
    @Rule("C-052")
    void exchangesStandWhereTheWholeWorkgroupComes() {
        for (String text : List.of(BRANCH, LOOP)) {
            IrModule module = parse(text);
            assertFalse(lone(module).isEmpty());

            assertTrue(new LinearFlow().run(module, PassContexts.analysing(module, 32, 128)));

            assertEquals(List.of(), Validator.check(module, Set.of(Invariant.SSA)), IrText.print(module));
            assertEquals(List.of(), lone(module), IrText.print(module));
        }
    }

    /** The last round of a wave leaves its values behind, however often the others go round. */
    @Test
    void loopsGoOnWhileOneWaveWantsTo() {
        IrModule module = parse(LOOP);

        new LinearFlow().run(module, PassContexts.analysing(module, 32, 128));

        String text = IrText.print(module);
        assertTrue(text.contains("wave.group_any"), text);
        assertTrue(text.lines().filter(line -> line.contains("select")).count() >= 2, text);
    }

    @Test
    void wholeSubgroupsAndExchangesThatAllComeToStayAsTheyAre() {
        IrModule whole = parse(BRANCH);
        assertFalse(new LinearFlow().run(whole, PassContexts.analysing(whole, 64, 128)));

        IrModule alone = parse(BRANCH);
        assertFalse(new LinearFlow().run(alone, PassContexts.analysing(alone, 32, 64)), "one wave goes one way");
    }

    @Test
    @Rule("C-052")
    void refusesExchangesInLoopsWithSeveralEntries() {
        IrModule module = parse(TWO_ENTRIES);

        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> new LinearFlow().run(module, PassContexts.analysing(module, 32, 128)));

        assertEquals("lanes look at each other where not all of their workgroup come, in a loop with several entries, and a guest wave of"
                + " 64 lanes is spread over host subgroups of 32", refusal.reason());
    }
}
