package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.translate.PassContexts;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Which branches stay the wave's on hosts of different width. */
final class LaneViewTest {
    private static final String MASKED = """
            block b0
              v0: i32 = input of=local_invocation_x
              v1: b1 = ult v0, 0x8:i32
              v2: b1 = wave.any v1
              branch v2 b1 b2
            block b1
              lds.store v0 data(v0) guard(v1) element=32x1
              jump b2
            block b2
              return
            """;
    /** The same with a scalar register that changes on the way. */
    private static final String CHANGING = """
            block b0
              v0: i32 = input of=local_invocation_x
              v1: b1 = ult v0, 0x8:i32
              v2: b1 = wave.any v1
              v3: i32 = user_data dword=0
              branch v2 b1 b2
            block b1
              v4: i32 = iadd v3, 0x1:i32
              jump b2
            block b2
              v5: i32 = phi b0(v3) b1(v4)
              lds.store v0 data(v5) element=32x1
              return
            """;
    /** A mask that a comparison makes anew for active lanes, read as a number behind the way. */
    private static final String MASK_BEHIND = """
            block b0
              v0: i32 = input of=local_invocation_x
              v1: b1 = ult v0, 0x8:i32
              v2: b1 = wave.any v1
              branch v2 b1 b2
            block b1
              v3: b1 = ieq v0, 0x0:i32
              v4: b1 = and v3, v1
              jump b2
            block b2
              v5: b1 = phi b0(true) b1(v4)
              v6: i32 = wave.ballot_word v5 immediate=0x0
              lds.store v0 data(v6) element=32x1
              return
            """;

    private static String lowered(String body, int subgroup, int threads) {
        IrModule module = IrText.parse("module compute wave=32\n" + body);
        new LaneView().run(module, PassContexts.analysing(module, subgroup, threads));
        return IrText.print(module);
    }

    @Test
    void lanesGoTheirOwnWayWhereTheyMissNothing() {
        for (int subgroup : new int[] {8, 32}) {
            String text = lowered(MASKED, subgroup, 32);
            assertTrue(text.contains("branch v1 b1 b2"), text);
            assertFalse(text.contains("wave.any"), text);
        }
    }

    /** On a subgroup that is the wave a mask as a number is one vote: lanes that left would keep stale bits in it. */
    @Test
    void wavesOfOneSubgroupStayTogetherWhereLanesLookAtEachOther() {
        for (int subgroup : new int[] {8, 32}) {
            String text = lowered(MASK_BEHIND, subgroup, 32);
            assertTrue(text.contains("branch v2 b1 b2"), text);
        }
    }

    @Test
    void scalarChangesKeepTheWaveTogether() {
        for (int subgroup : new int[] {8, 32}) {
            assertTrue(lowered(CHANGING, subgroup, 32).contains("branch v2 b1 b2"), "subgroups of " + subgroup);
        }
    }

    @Test
    void severalSpreadWavesVoteAsOneWhereTheyMayAndAreRefusedElsewhere() {
        String across = MASKED.replace("  return", "  v9: i32 = wave.read_lane v0, 0x3:i32\n  lds.store v0 data(v9) element=32x1\n  return");
        assertTrue(lowered(across, 8, 64).contains("wave.group_any"), "a lane comes along for nothing");
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> lowered(CHANGING, 8, 64));
        assertEquals("what a lane does here hangs on what the other lanes of its wave want, and a guest wave of 32 lanes cannot be seen"
                + " in host subgroups of 8", refusal.reason());
        assertTrue(lowered(CHANGING, 32, 64).contains("wave.any"), "waves that are subgroups vote each for itself");
    }

    /** Lanes of a spread wave talk through barriers, which have to stand where the whole workgroup comes. */
    @Test
    @Rule("C-052")
    void spreadWavesExchangeNothingWhereNotAllComeAndVoteWhereTheyDo() {
        IrModule apart = IrText.parse("""
                module compute wave=64
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
                  return
                """);
        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> new SharedValues().run(apart, PassContexts.analysing(apart, 32, 128)));
        assertEquals("lanes look at each other where not all of their workgroup come, and a guest wave of 64 lanes is spread over host"
                + " subgroups of 32", refusal.reason());
        new SharedValues().run(apart, PassContexts.analysing(apart, 64, 128)); // whole waves need no barrier

        IrModule together = IrText.parse("module compute wave=64\n" + MASK_BEHIND);
        new LaneView().run(together, PassContexts.analysing(together, 32, 64));
        new SharedValues().run(together, PassContexts.analysing(together, 32, 64));
        assertTrue(IrText.print(together).contains("branch v2 b1 b2"), IrText.print(together));
    }
}
