package org.lierne.recompiler.core.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;

/** What is known of a word's low bits, where nothing is known of v0 and v1. */
final class LowZerosTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v2: i32 = shl v0, 0x3:i32                                                  | 3
            v2: i32 = shl v0, 0x22:i32                                                 | 2
            v2: i32 = shl v0, v1                                                       | 0
            v2: i32 = and v0, 0xfffffff0:i32                                           | 4
            v2: i32 = imul v0, 0x18:i32                                                | 3
            v3: i32 = shl v0, 0x5:i32 ; v2: i32 = iadd v3, 0x1004:i32                  | 2
            v3: i32 = shl v0, 0x5:i32 ; v2: i32 = iadd v3, v1                          | 0
            v3: i32 = shl v0, 0x4:i32 ; v4: b1 = ine v0, v1 ; v2: i32 = select v4, v3, 0x8:i32 | 3
            v3: i32 = shl v0, 0x4:i32 ; v2: i64 = pack_64 v3, v1                       | 4
            v3: i64 = pack_64 v0, v1 ; v2: i64 = shl v3, 0x22:i32                      | 34
            v3: i64 = pack_64 v0, v1 ; v2: i64 = and v3, 0xfffffffffffffffc:i64        | 2
            v2: i32 = or v0, 0x8:i32                                                   | 0
            """)
    void countsWhatArithmeticLeaves(String lines, int zeros) {
        IrModule module = IrText.parse("""
                module compute wave=32
                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                """ + "  " + lines.strip().replace(" ; ", "\n  ") + "\n  return\n");
        Alu last = (Alu) module.entry().instructions().getLast();

        assertEquals(zeros, new LowZeros(module).of(last.result()));
    }
}
