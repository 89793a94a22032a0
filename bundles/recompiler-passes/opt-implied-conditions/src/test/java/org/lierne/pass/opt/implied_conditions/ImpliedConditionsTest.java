package org.lierne.pass.opt.implied_conditions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;

final class ImpliedConditionsTest {
    private static String implied(String body) {
        IrModule module = IrText.parse("module compute wave=64\n" + body);
        ImpliedConditions.imply(module);
        String text = IrText.print(module);
        return text.substring(text.indexOf('\n') + 1).replaceAll(" +; pc=entry", "");
    }

    @Test
    void asksNoMoreWhetherTheLaneIsActiveBehindItsBranch() {
        String text = implied("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ult v0, 0x10:i32
                  branch v1 b1 b2
                block b1
                  v2: i32 = lds.load v0 element=32x1
                  v3: i32 = select v1, v2, v0
                  lds.store 0x0:i32 data(v3) guard(v1) element=32x1
                  jump b2
                block b2
                  return
                """);

        assertEquals("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ult v0, 0x10:i32
                  branch v1 b1 b2
                block b1 <- b0
                  v2: i32 = lds.load v0 element=32x1
                  lds.store 0x0:i32 data(v2) element=32x1
                  jump b2
                block b2 <- b0, b1
                  return
                """, text);
    }

    /** A mask that is only asked for lanes that are active: where none is, its bits do not matter. */
    @Test
    void nobodySeesAMaskWhereTheLaneIsNotActive() {
        String text = implied("""
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ult v0, 0x10:i32
                  v2: b1 = wave.inverse_ballot v0, 0x0:i32
                  branch v1 b1 b2
                block b1
                  v3: b1 = ieq v0, 0x3:i32
                  jump b2
                block b2
                  v4: b1 = phi b0(v2) b1(v3)
                  v5: b1 = and v4, v1
                  lds.store 0x0:i32 data(v0) guard(v5) element=32x1
                  return
                """);

        assertTrue(text.contains("phi b0(false) b1(v3)"), text);
        assertFalse(text.contains("inverse_ballot"), text);
    }

    /** The bit that the mask is asked with is another one in each round; the one that ended the last round says nothing. */
    @Test
    void aMaskIsSeenUnderABitThatComesLater() {
        String body = """
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ult v0, 0x10:i32
                  jump b1
                block b1 <- b0, b2
                  v2: b1 = phi b0(true) b2(v1)
                  v3: i32 = lds.load v0 element=32x1
                  v4: b1 = ult v3, 0x10:i32
                  v5: b1 = and v2, v4
                  lds.store 0x0:i32 data(v0) guard(v5) element=32x1
                  branch v4 b3 b2
                block b2 <- b1
                  jump b1
                block b3 <- b1
                  return
                """;

        assertTrue(implied(body).contains("b2(v1)") || implied(body).contains("b1(v1)"), implied(body));
    }

    @Test
    void keepsAskingWhereBothWaysMeet() {
        String body = """
                block b0
                  v0: i32 = user_data dword=0
                  v1: b1 = ult v0, 0x10:i32
                  branch v1 b1 b2
                block b1 <- b0
                  lds.store 0x0:i32 data(v0) element=32x1
                  jump b2
                block b2 <- b0, b1
                  lds.store 0x4:i32 data(v0) guard(v1) element=32x1
                  return
                """;

        assertEquals(body, implied(body));
    }

    @Test
    void knowsTheMaskThatKeepsALoopGoing() {
        String text = implied("""
                block b0
                  v0: i32 = user_data dword=0
                  jump b1
                block b1
                  v1: b1 = phi b0(true) b1(v4)
                  v2: i32 = phi b0(0x0:i32) b1(v3)
                  v3: i32 = iadd v2, 0x1:i32
                  v5: b1 = ult v3, v0
                  v4: b1 = and v5, v1
                  lds.store v2 data(v3) guard(v1) element=32x1
                  branch v4 b1 b2
                block b2
                  return
                """);

        assertEquals("""
                block b0
                  v0: i32 = user_data dword=0
                  jump b1
                block b1 <- b0, b1
                  v2: i32 = phi b0(0x0:i32) b1(v3)
                  v3: i32 = iadd v2, 0x1:i32
                  v5: b1 = ult v3, v0
                  lds.store v2 data(v3) element=32x1
                  branch v5 b1 b2
                block b2 <- b1
                  return
                """, text);
    }
}
