package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.lower.Bystanders.Misses;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Terminator;

/** Expected answers are worked out by hand for a lane whose bit is clear while its wave goes on (derived). */
final class BystandersTest {
    private static final String START = """
            module compute wave=32
            block b0
              v0: i32 = input of=local_invocation_x
              v1: b1 = ult v0, 0x10:i32
              v2: b1 = ult v0, 0x8:i32
              v3: b1 = and v1, v2
            """;

    /** Asks about the branch that ends {@code block}, whose vote is on {@code own}. */
    private static Misses misses(String body, int block, int own) {
        IrModule module = IrText.parse(START + body);
        Bystanders bystanders = new Bystanders(module, LaneView.Uniformity.of(module));
        IrBlock branch = module.block(block);
        return bystanders.at(branch, new Ssa(own, ScalarType.B1), ((Terminator.Branch) branch.terminator()).whenFalse());
    }

    @Test
    void nothingOfWhatIsMasked() {
        assertEquals(Misses.NOTHING, misses("""
                  v4: b1 = wave.any v3
                  branch v4 b1 b2
                block b1
                  v5: i32 = iadd v0, 0x1:i32
                  v6: i32 = select v3, v5, v0
                  lds.store v0 data(v6) guard(v3) element=32x1
                  jump b2
                block b2
                  v7: i32 = phi b0(v0) b1(v6)
                  lds.store v0 data(v7) guard(v1) element=32x1
                  return
                """, 0, 3));
    }

    @Test
    void nothingInLoopsThatLanesLeaveOneByOne() {
        assertEquals(Misses.NOTHING, misses("""
                  jump b1
                block b1
                  v4: b1 = phi b0(v1) b1(v8)
                  v5: i32 = phi b0(0x0:i32) b1(v7)
                  v6: i32 = iadd v5, 0x1:i32
                  v7: i32 = select v4, v6, v5
                  v12: b1 = ult v7, v0
                  v8: b1 = and v4, v12
                  v9: b1 = wave.any v8
                  branch v9 b1 b2
                block b2
                  lds.store v0 data(v7) guard(v1) element=32x1
                  return
                """, 1, 8));
    }

    @Test
    void scalarRegistersThatChangeForAll() {
        assertEquals(Misses.STATE, misses("""
                  v4: b1 = wave.any v3
                  v9: i32 = user_data dword=0
                  branch v4 b1 b2
                block b1
                  v5: i32 = iadd v9, 0x1:i32
                  jump b2
                block b2
                  v7: i32 = phi b0(v9) b1(v5)
                  lds.store v0 data(v7) guard(v1) element=32x1
                  return
                """, 0, 3));
    }

    /** A comparison clears the bits of lanes that are masked out, whoever passed it by. */
    @Test
    void bitsThatAComparisonClears() {
        assertEquals(Misses.STATE, misses("""
                  v4: b1 = wave.any v3
                  branch v4 b1 b2
                block b1
                  v5: b1 = ult v0, 0x3:i32
                  v6: b1 = and v5, v3
                  jump b2
                block b2
                  v7: b1 = phi b0(v1) b1(v6)
                  v8: i32 = wave.ballot_word v7 immediate=0x0
                  lds.store v0 data(v8) guard(v1) element=32x1
                  return
                """, 0, 3));
    }

    /** VCC is not EXEC: a lane without its bit is active all the same. */
    @Test
    void whatActiveLanesDoWhoeverVoted() {
        assertEquals(Misses.STATE, misses("""
                  v4: b1 = wave.any v2
                  branch v4 b1 b2
                block b1
                  lds.store v0 data(v0) guard(v1) element=32x1
                  jump b2
                block b2
                  return
                """, 0, 2));
    }

    @Test
    void lanesThatThePathSwitchesOn() {
        assertEquals(Misses.STATE, misses("""
                  v4: b1 = wave.any v3
                  branch v4 b1 b2
                block b1
                  lds.store v0 data(v0) element=32x1
                  jump b2
                block b2
                  return
                """, 0, 3));
    }

    @Test
    void barriersAlone() {
        assertEquals(Misses.BARRIERS, misses("""
                  v4: b1 = wave.any v3
                  branch v4 b1 b2
                block b1
                  barrier workgroup
                  lds.store v0 data(v0) guard(v3) element=32x1
                  jump b2
                block b2
                  return
                """, 0, 3));
    }

    /** The path has a second way out of the loop, which is taken when no lane is left; an active lane is left. */
    @Test
    void nothingWhereAnActiveLaneKeepsTheWaveGoing() {
        String loop = """
                  jump b1
                block b1
                  v4: b1 = phi b0(v1) b4(v20)
                  v5: i32 = phi b0(0x0:i32) b4(v15)
                  v6: b1 = ult v5, v0
                  v7: b1 = and v6, v4
                  v8: b1 = wave.any v7
                  branch v8 b2 b4
                block b2
                  lds.store v0 data(v5) guard(v7) element=32x1
                  v9: b1 = not v7
                  v10: b1 = and v4, v9
                  v11: b1 = wave.any v10
                  branch v11 b4 b5
                block b4
                  v20: b1 = phi b1(v4) b2(v10)
                  v14: i32 = iadd v5, 0x1:i32
                  v15: i32 = select v20, v14, v5
                  v16: b1 = ult v15, 0x40:i32
                  v17: b1 = and v16, v20
                  v18: b1 = wave.any v17
                  branch v18 b1 b5
                block b5
                  return
                """;
        assertEquals(Misses.NOTHING, misses(loop, 1, 7));
    }
}
