package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;

final class SamePhisTest {
    private static final String LOOP = """
            module compute wave=32
            block b0
              v0: i32 = user_data dword=4
              v9: i32 = user_data dword=5
              jump b1
            block b1 <- b0, b3
              v1: i32 = phi b0(v0) b3(v3)
              v2: b1 = ult v1, v9
              branch v2 b2 b4
            block b2 <- b1
              v4: b1 = ult v9, v1
              branch v4 b3 b5
            block b5 <- b2
              jump b3
            block b3 <- b2, b5
              v3: i32 = phi b2(v1) b5(%s)
              jump b1
            block b4 <- b1
              lds.store 0x0:i32 data(v1) element=32x1
              return
            """;

    @Test
    void aRingOfPhisThatBringOneValueIsThatValue() {
        IrModule module = IrText.parse(LOOP.formatted("v1"));

        assertTrue(SamePhis.run(module));

        String text = IrText.print(module);
        assertFalse(text.contains("phi"), text);
        assertTrue(text.contains("data(v0)"), text);
    }

    @Test
    void aRingThatSomethingElseEntersStays() {
        IrModule module = IrText.parse(LOOP.formatted("v9"));
        String before = IrText.print(module);

        assertFalse(SamePhis.run(module));

        assertEquals(before, IrText.print(module));
    }

    /** As the lift leaves registers that are written in a loop before they are read: v5 must not become v6, which is defined later. */
    @Test
    void undefinedRingsDoNotMakeALaterValueLookLikeTheOnlyOne() {
        IrModule module = IrText.parse("""
                module compute wave=32
                block b0
                  v0: i32 = user_data dword=4
                  jump b1
                block b1 <- b0, b1
                  v1: i32 = phi b0(undef:i32) b1(v1)
                  v2: b1 = ult v0, 0x5:i32
                  branch v2 b1 b2
                block b2 <- b1, b2
                  v5: i32 = phi b1(v1) b2(v6)
                  v6: i32 = iadd v5, v0
                  v7: b1 = ult v6, 0x5:i32
                  branch v7 b2 b3
                block b3 <- b2
                  lds.store 0x0:i32 data(v6) element=32x1
                  return
                """);

        SamePhis.run(module);

        assertTrue(IrText.print(module).contains("v5: i32 = phi b1(undef:i32) b2(v6)"), IrText.print(module));
    }

    @Test
    void anUndefinedValueStandsForAValueOfTheEntry() {
        IrModule module = IrText.parse(LOOP.formatted("undef:i32"));

        SamePhis.run(module);

        assertTrue(IrText.print(module).contains("data(v0)"));
    }
}
