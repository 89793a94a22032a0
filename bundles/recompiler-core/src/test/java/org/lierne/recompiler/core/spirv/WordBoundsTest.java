package org.lierne.recompiler.core.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.program.StageState;

/** Expected bounds are derived by hand. */
final class WordBoundsTest {
    private static final StageState.Compute GROUP = new StageState.Compute(64, 4, 1);
    private static final long UNBOUNDED = 0xffff_ffffL;

    private static long bound(String text, int value, int block) {
        IrModule module = IrText.parse(text);
        return new WordBounds(module, GROUP).of(new Ssa(value, ScalarType.I32), block, null);
    }

    private static long ofInputs(String line) {
        return bound("""
                module compute wave=32
                block b0
                  v0: i32 = input of=local_invocation_x
                  v1: i32 = input of=local_invocation_y
                  v2: i32 = user_data dword=4
                  v3: i32 = %s
                  return
                """.formatted(line), 3, 0);
    }

    @Test
    void followsArithmeticFromWhereAnInvocationStands() {
        assertEquals(252, ofInputs("shl v0, 0x2:i32"));
        assertEquals(66, ofInputs("iadd v0, v1"));
        assertEquals(189, ofInputs("imul v0, v1"));
        assertEquals(63, ofInputs("xor v0, v1"));
        assertEquals(3, ofInputs("and v2, v1"));
        assertEquals(3, ofInputs("umin v2, v1"));
        assertEquals(9, ofInputs("umod v2, 0xa:i32"));
        assertEquals(255, ofInputs("ubfe v2, 0x8:i32, 0x8:i32"));
        assertEquals(15, ofInputs("shr_u v0, 0x2:i32"));
    }

    @Test
    void boundsNothingThatMayWrapOrIsUnknown() {
        assertEquals(UNBOUNDED, ofInputs("iadd v2, v0"));
        assertEquals(UNBOUNDED, ofInputs("isub v0, v1"));
        assertEquals(UNBOUNDED, ofInputs("shl v0, 0x1b:i32"));
        assertEquals(UNBOUNDED, ofInputs("umod v0, v2"));
        assertEquals(UNBOUNDED, ofInputs("imul v2, v0"));
    }

    /** A shift counts by the bits of what it shifts. */
    @Test
    void narrowWordsAreShiftedByTheirOwnWidth() {
        assertEquals(0x7fff, bound("""
                module compute wave=32
                block b0
                  v0: i32 = user_data dword=4
                  v1: i16 = truncate v0
                  v2: i16 = shr_u v1, 0x11:i32
                  v3: i32 = zero_extend v2
                  return
                """, 3, 0));
    }

    private static final String LOOP = """
            module compute wave=32
            block b0
              v0: i32 = user_data dword=4
              jump b1
            block b1
              v1: i32 = phi b0(0x0:i32) b3(v3)
              v4: i32 = phi b0(0x40:i32) b3(v5)
              merge loop b4 continue b3
              jump b2
            block b2
              v2: b1 = ult v1, 0x10:i32
              branch v2 b3 b4
            block b3
              v3: i32 = iadd v1, 0x1:i32
              v5: i32 = shr_u v4, 0x1:i32
              v6: i32 = iadd v1, v0
              jump b1
            block b4
              return
            """;

    @Test
    void countersAreBoundedByWhatLeadsIntoTheirLoop() {
        assertEquals(16, bound(LOOP, 1, 1));
        assertEquals(15, bound(LOOP, 1, 3));
        assertEquals(64, bound(LOOP, 4, 1));
        assertEquals(32, bound(LOOP, 5, 3));
        assertEquals(UNBOUNDED, bound(LOOP, 6, 3));
    }

    @Test
    void aGuardBoundsWhatItGuards() {
        IrModule module = IrText.parse("""
                module compute wave=32
                block b0
                  v0: i32 = user_data dword=4
                  v1: b1 = ult 0x7:i32, v0
                  v2: b1 = not v1
                  return
                """);
        Ssa word = new Ssa(0, ScalarType.I32);
        WordBounds bounds = new WordBounds(module, GROUP);

        assertEquals(7, bounds.of(word, 0, new Ssa(2, ScalarType.B1)));
        assertEquals(UNBOUNDED, bounds.of(word, 0, new Ssa(1, ScalarType.B1)));
        assertEquals(UNBOUNDED, bounds.of(word, 0, null));
    }
}
