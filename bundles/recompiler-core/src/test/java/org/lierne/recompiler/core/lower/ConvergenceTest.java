package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;

final class ConvergenceTest {
    private static List<Integer> apart(String body) {
        IrModule module = IrText.parse("module compute wave=64\n" + body);
        Convergence together = new Convergence(module, LaneView.Uniformity.varying(module, true));
        return module.blocks().stream().filter(block -> !together.isTogether(block)).map(IrBlock::id).toList();
    }

    @Test
    void partsAtABranchOnALanesOwnValueAndMeetsBehindIt() {
        assertEquals(List.of(1), apart("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  v1: b1 = ult v0, 0x10:i32
                  branch v1 b1 b2
                block b1
                  jump b2
                block b2
                  return
                """));
    }

    @Test
    void staysTogetherAtABranchThatAllTakeAlike() {
        assertEquals(List.of(), apart("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ult v0, 0x10:i32
                  branch v1 b1 b2
                block b1
                  jump b2
                block b2
                  return
                """));
    }

    @Test
    void partsInALoopThatLanesLeaveOneByOne() {
        assertEquals(List.of(1), apart("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  jump b1
                block b1
                  v1: i32 = phi b0(0x0:i32) b1(v2)
                  v2: i32 = iadd v1, 0x1:i32
                  v3: b1 = ult v2, v0
                  branch v3 b1 b2
                block b2
                  return
                """));
    }

    /** A loop that all go round alike, with a branch that lanes take differently in it: its head's count is everyone's. */
    @Test
    void staysTogetherInALoopAroundABranchWhereLanesMeetAgain() {
        assertEquals(List.of(2), apart("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  v1: b1 = ult v0, 0x10:i32
                  jump b1
                block b1
                  v2: i32 = phi b0(0x40:i32) b3(v4)
                  branch v1 b2 b3
                block b2
                  jump b3
                block b3
                  barrier workgroup
                  v4: i32 = shr_u v2, 0x1:i32
                  v5: b1 = ult 0x0:i32, v4
                  branch v5 b1 b4
                block b4
                  return
                """));
    }

    /** The rounds that each lane made decide behind the loop, though the count is the same for all lanes of a round. */
    @Test
    void partsByTheRoundsInWhichLanesLeftALoop() {
        assertEquals(List.of(1, 2, 4), apart("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  jump b1
                block b1
                  v1: i32 = phi b0(0x0:i32) b2(v2)
                  v3: b1 = ult v1, v0
                  branch v3 b2 b3
                block b2
                  v2: i32 = iadd v1, 0x1:i32
                  jump b1
                block b3
                  v4: b1 = ult v1, 0x8:i32
                  branch v4 b4 b5
                block b4
                  jump b5
                block b5
                  return
                """));
    }

    @Test
    void tellsWavesOfAGroupApart() {
        assertEquals(List.of(1), apart("""
                block b0
                  v0: i32 = input of=tg_size
                  v1: b1 = ult v0, 0x40:i32
                  branch v1 b1 b2
                block b1
                  jump b2
                block b2
                  return
                """));
    }

    @Test
    void followsAVoteOfTheWholeGroupTogether() {
        assertEquals(List.of(), apart("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  v1: b1 = ult v0, 0x10:i32
                  v2: b1 = wave.group_any v1
                  branch v2 b1 b2
                block b1
                  jump b2
                block b2
                  return
                """));
    }
}
