package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Validator;

final class KeptLanesTest {
    /** Lane 3 is written in front of a loop that writes lane 4, and read behind it. @param inLoop the lane written in the loop */
    private static IrModule loop(int inLoop, String start) {
        return IrText.parse("""
                module compute wave=32
                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                  v2: i32 = input of=local_invocation_x
                  %s
                  jump b1
                block b1 <- b0, b1
                  v4: i32 = phi b0(v3) b1(v5)
                  v5: i32 = wave.write_lane v4, v1, 0x%x:i32
                  v6: b1 = wave.any false
                  branch v6 b1 b2
                block b2 <- b1
                  v7: i32 = wave.read_lane v5, 0x23:i32
                  lds.store 0x0:i32 data(v7) element=32x1
                  return
                """.formatted(start, inLoop));
    }

    private static final String WRITTEN = "v3: i32 = wave.write_lane v2, v0, 0x3:i32";

    @Test
    void aLaneKeptRoundALoopIsWhatWasWritten() {
        IrModule module = loop(4, WRITTEN);

        assertTrue(KeptLanes.settle(module));

        assertEquals(List.of(), Validator.check(module, Set.of(Invariant.SSA)), IrText.print(module));
        assertTrue(IrText.print(module).contains("data(v0)"), IrText.print(module));
    }

    @Test
    void severalWritesAndNoneStayReads() {
        assertFalse(KeptLanes.settle(loop(4, "v3: i32 = bitcast v2")), "what came in is read");
        IrModule one = loop(3, WRITTEN);
        assertTrue(KeptLanes.settle(one), "the loop's own write is the last");
        assertTrue(IrText.print(one).contains("data(v1)"), IrText.print(one));
        IrModule two = IrText.parse(IrText.print(loop(3, WRITTEN)).replace("read_lane v5", "read_lane v4"));
        assertFalse(KeptLanes.settle(two), "either may be");
    }
}
