package org.lierne.pass.opt.dead_code;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;

final class DeadCodeTest {
    private static String cleaned(String body) {
        IrModule module = IrText.parse("module compute wave=64\n" + body);
        Cleanup.removeUnreachable(module);
        Cleanup.removeDead(module);
        Cleanup.joinBlocks(module);
        String text = IrText.print(module);
        return text.substring(text.indexOf('\n') + 1).replaceAll(" +; pc=entry", "");
    }

    @Test
    void keepsAtomicsWhoseResultNobodyReads() {
        String text = cleaned("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = iadd v0, 0x1:i32
                  v2: i32 = lds.load v0 element=32x1
                  v3: i32 = lds.add v0 data(0x1:i32) element=32x1
                  return
                """);

        assertEquals("""
                block b0
                  v0: i32 = user_data dword=0
                  v3: i32 = lds.add v0 data(0x1:i32) element=32x1
                  return
                """, text);
    }

    @Test
    void removesALoopOfPhisThatOnlyFeedEachOther() {
        String text = cleaned("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ine v0, 0x0:i32
                  jump b1
                block b1
                  v2: i32 = phi b0(0x0:i32) b1(v3)
                  v3: i32 = iadd v2, 0x1:i32
                  branch v1 b1 b2
                block b2
                  return
                """);

        assertEquals("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ine v0, 0x0:i32
                  jump b1
                block b1 <- b0, b1
                  branch v1 b1 b2
                block b2 <- b1
                  return
                """, text);
    }

    @Test
    void joinsBlocksThatOnlyFollowEachOther() {
        String text = cleaned("""
                block b0
                  v0: i32 = user_data dword=0
                  jump b1
                block b1
                  v1: i32 = phi b0(v0)
                  lds.store v1 data(v1) element=32x1
                  return
                """);

        assertEquals("""
                block b0
                  v0: i32 = user_data dword=0
                  lds.store v0 data(v0) element=32x1
                  return
                """, text);
    }
}
