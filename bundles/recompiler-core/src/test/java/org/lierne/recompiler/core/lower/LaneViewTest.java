package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.translate.PassContexts;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.TranslationRefused;

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
    void severalSpreadWavesVoteAsOneWhereTheyMayAndEachForItselfElsewhere() {
        String across = MASKED.replace("  return", "  v9: i32 = wave.read_lane v0, 0x3:i32\n  lds.store v0 data(v9) element=32x1\n  return");
        assertTrue(lowered(across, 8, 64).contains("wave.group_any"), "a lane comes along for nothing");
        assertTrue(lowered(CHANGING, 8, 64).contains("wave.any"), "what changes belongs to the wave");
        assertTrue(lowered(CHANGING, 32, 64).contains("wave.any"), "waves that are subgroups vote each for itself");
    }

    /** A host subgroup of the pixel stage is a wave of which the other lanes are off. */
    @Test
    void pixelsVoteInTheirSubgroupWhereQuadsDoNotDo() {
        String text = "module pixel wave=32\n" + CHANGING.replace("local_invocation_x", "primitive_word");
        HostFacts host = HostFacts.common(8);
        Set<HostFeature> less = EnumSet.copyOf(host.features());
        less.remove(HostFeature.SUBGROUPS_PIXEL);
        HostFacts bare = new HostFacts(host.driver(), 8, host.maxSharedBytes(), host.maxWorkgroupInvocations(), less);
        IrModule refused = IrText.parse(text);
        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> new LaneView().run(refused, PassContexts.analysing(refused, bare, 8)));
        assertEquals("what a lane does here hangs on what the other lanes of its wave want, and a guest wave of 32 lanes cannot be seen"
                + " in host subgroups of 8", refusal.reason());

        IrModule module = IrText.parse(text);
        new LaneView().run(module, PassContexts.analysing(module, host, 8));

        assertTrue(IrText.print(module).contains("wave.any"), IrText.print(module));
    }

    /** Whole waves that look at each other's masks vote where they are. */
    @Test
    void spreadWavesVoteWhereTheyAre() {
        IrModule together = IrText.parse("module compute wave=64\n" + MASK_BEHIND);
        new LaneView().run(together, PassContexts.analysing(together, 32, 64));
        new SharedValues().run(together, PassContexts.analysing(together, 32, 64));
        assertTrue(IrText.print(together).contains("branch v2 b1 b2"), IrText.print(together));
    }
}
