package org.lierne.pass.opt.constant_folding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Cleanup;

final class ConstantFoldingTest {
    private static String folded(String body) {
        IrModule module = IrText.parse("module compute wave=64\n" + body);
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        String text = IrText.print(module);
        return text.substring(text.indexOf('\n') + 1).replaceAll(" +; pc=entry", "");
    }

    @Test
    void computesIntegersAndKeepsFloats() {
        String text = folded("""
                block b0
                  v0: i32 = iadd 0x7:i32, 0xfffffffe:i32
                  v1: i32 = ubfe 0x1234:i32, 0x4:i32, 0x8:i32
                  v2: i32 = sbfe 0x80:i32, 0x0:i32, 0x8:i32
                  v3: f32 = fadd 0x3f800000:f32, 0x3f800000:f32
                  v4: i32 = bitcast v3
                  lds.store v0 data(v1) element=32x1
                  lds.store v2 data(v4) element=32x1
                  return
                """);

        assertEquals("""
                block b0
                  v3: f32 = fadd 0x3f800000:f32, 0x3f800000:f32
                  v4: i32 = bitcast v3
                  lds.store 0x5:i32 data(0x23:i32) element=32x1
                  lds.store 0xffffff80:i32 data(v4) element=32x1
                  return
                """, text);
    }

    @Test
    void goesOnlyWhereAConstantBranchLeads() {
        String text = folded("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ult v0, v0
                  branch v1 b1 b2
                block b1
                  jump b2
                block b2
                  v2: i32 = phi b0(v0) b1(0x1:i32)
                  lds.store 0x0:i32 data(v2) element=32x1
                  return
                """);

        assertEquals("""
                block b0
                  v0: i32 = user_data dword=0
                  jump b2
                block b2 <- b0
                  lds.store 0x0:i32 data(v0) element=32x1
                  return
                """, text);
    }

    @Test
    void takesABallotReadBackForTheMaskItCameFrom() {
        String text = folded("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ine v0, 0x0:i32
                  v2: i32 = wave.ballot_word v1
                  v3: i32 = wave.ballot_word v1 immediate=1
                  v4: b1 = wave.inverse_ballot v2, v3
                  lds.store 0x0:i32 data(v0) guard(v4) element=32x1
                  return
                """);

        assertEquals("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ine v0, 0x0:i32
                  lds.store 0x0:i32 data(v0) guard(v1) element=32x1
                  return
                """, text);
    }

    @Test
    void knowsTheMaskOfAllLanesAndOfNone() {
        String text = folded("""
                block b0
                  v0: b1 = wave.inverse_ballot 0xffffffff:i32, 0xffffffff:i32
                  v1: b1 = wave.inverse_ballot 0x0:i32, 0x0:i32
                  lds.store 0x0:i32 data(0x1:i32) guard(v0) element=32x1
                  lds.store 0x0:i32 data(0x2:i32) guard(v1) element=32x1
                  return
                """);

        assertEquals("""
                block b0
                  lds.store 0x0:i32 data(0x1:i32) element=32x1
                  return
                """, text);
    }
}
