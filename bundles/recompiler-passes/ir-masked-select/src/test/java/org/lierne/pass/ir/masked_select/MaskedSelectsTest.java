package org.lierne.pass.ir.masked_select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.TestContext;

/** Which selections in front of first-lane reads go, by the conditions of rule A-038. */
final class MaskedSelectsTest {
    /** Masks v1 (lanes below 16), v2 (below 8) and v3 (both); v4 written where v1 holds over v0 gives v5. */
    private static final String START = """
            block b0
              v0: i32 = input of=local_invocation_x
              v1: b1 = ult v0, 0x10:i32
              v2: b1 = ult v0, 0x8:i32
              v3: b1 = and v1, v2
              v4: i32 = iadd v0, 0x1:i32
              v5: i32 = select v1, v4, v0
            """;

    /** What the first-lane read takes after the pass. */
    private static String read(String body) {
        IrModule module = IrText.parse("module compute wave=64\n" + body);
        new MaskedSelects().run(module, TestContext.of("pass.ir.masked-select"));
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof Wave wave && wave.op() == WaveOp.READ_FIRST_LANE) {
                    return "v" + ((Ssa) wave.operands().getFirst()).id();
                }
            }
        }
        throw new IllegalStateException("nothing is read");
    }

    @Test
    @Rule("A-038")
    void looksThroughASelectionByAMaskThatEveryReadLaneIsIn() {
        assertEquals("v4", read(START + """
                  v6: i32 = wave.read_first_lane v5, v3
                  lds.store v0 data(v6) guard(v3) element=32x1
                  return
                """));
        assertEquals("v4", read(START + """
                  v6: i32 = wave.read_first_lane v5, v3
                  v7: i32 = iadd v6, 0x2:i32
                  v8: i32 = select v3, v7, v0
                  lds.store v0 data(v8) element=32x1
                  return
                """), "looked at in lanes of the read mask");
        assertEquals("v4", read(START + """
                  v9: b1 = or v1, v2
                  v10: i32 = select v9, v4, v0
                  v6: i32 = wave.read_first_lane v10, v2
                  lds.store v0 data(v6) guard(v3) element=32x1
                  return
                """), "one of two");
    }

    @Test
    @Rule("A-038")
    void keepsASelectionByAMaskThatMayLackALane() {
        assertEquals("v5", read(START + """
                  v6: i32 = wave.read_first_lane v5, v2
                  lds.store v0 data(v6) guard(v2) element=32x1
                  return
                """));
    }

    @Test
    @Rule("A-038")
    void keepsASelectionWhoseResultIsLookedAtInMoreLanes() {
        for (String use : new String[] {"lds.store v0 data(v6) guard(v1) element=32x1", "lds.store v0 data(v6) element=32x1",
            "lds.store v6 data(v0) element=32x1", "v7: i32 = scalar_load place(v0, v0, v0, v0) v6\n  lds.store v0 data(v7) element=32x1"}) {
            assertEquals("v5", read(START + "  v6: i32 = wave.read_first_lane v5, v3\n  " + use + "\n  return\n"), use);
        }
        assertEquals("v5", read(START + """
                  v6: i32 = wave.read_first_lane v5, v3
                  v7: b1 = ine v6, 0x0:i32
                  branch v7 b1 b2
                block b1
                  lds.store v0 data(v0) guard(v3) element=32x1
                  jump b2
                block b2
                  return
                """), "a branch looks at it for the whole wave");
    }

    private static String loop(String read, String use) {
        return read("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  v4: i32 = iadd v0, 0x1:i32
                  jump b1
                block b1
                  v1: b1 = phi b0(true) b1(v8)
                  v9: i32 = phi b0(0x0:i32) b1(v6)
                  v2: b1 = ult v9, v0
                  v3: b1 = and v1, v2
                  v5: i32 = select v1, v4, v0
                """ + "  v6: i32 = wave.read_first_lane v5, " + read + "\n  " + use + """

                  v8: b1 = and v3, v2
                  v10: b1 = wave.any v8
                  branch v10 b1 b2
                block b2
                  return
                """);
    }

    @Test
    @Rule("A-038")
    void aMaskOfALoopHoldsInItsBlockAlone() {
        assertEquals("v5", loop("v3", "lds.store v0 data(v6) guard(v3) element=32x1"), "a phi takes it to the next time around");
        assertEquals("v4", read("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  v4: i32 = iadd v0, 0x1:i32
                  jump b1
                block b1
                  v1: b1 = phi b0(true) b1(v8)
                  v2: b1 = ult v0, 0x8:i32
                  v8: b1 = and v1, v2
                  v5: i32 = select v1, v4, v0
                  v6: i32 = wave.read_first_lane v5, v8
                  lds.store v0 data(v6) guard(v8) element=32x1
                  v10: b1 = wave.any v8
                  branch v10 b1 b2
                block b2
                  return
                """), "looked at where it is made");
    }

    /** Each of the two masks would have to be in the write mask for the other to be; that ends, and proves nothing. */
    @Test
    @Rule("A-038")
    void masksThatDependOnEachOtherAreNotProven() {
        assertEquals("v5", read("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  v4: i32 = iadd v0, 0x1:i32
                  v11: b1 = ult v0, 0x8:i32
                  v12: b1 = ult v0, 0x10:i32
                  v13: b1 = and v11, v12
                  v5: i32 = select v12, v4, v0
                  jump b1
                block b1
                  v1: b1 = phi b0(v13) b1(v2)
                  v2: b1 = phi b0(v13) b1(v1)
                  v6: i32 = wave.read_first_lane v5, v2
                  lds.store v0 data(v6) guard(v2) element=32x1
                  v10: b1 = wave.any v2
                  branch v10 b1 b2
                block b2
                  return
                """));
    }
}
