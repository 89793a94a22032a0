package org.lierne.recompiler.core.lift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Implicit;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.InstructionSet;
import org.lierne.recompiler.isa.InstructionTable;

class MaskRowsTest {
    @Test
    void masksHaveTheWidthOfTheWave() {
        assertTrue(MaskRows.isBitwise(decode(64, "s_and_b64 s[0:1], s[2:3], vcc")));
        assertTrue(MaskRows.isBitwise(decode(32, "s_and_b32 s0, s2, vcc_lo")));
        assertEquals(false, MaskRows.isBitwise(decode(64, "s_and_b32 s0, s2, s3")));
        assertEquals(false, MaskRows.isBitwise(decode(32, "s_and_b64 s[0:1], s[2:3], s[4:5]")));
    }

    @Test
    void semanticsSayWhatWorksBitByBit() {
        assertTrue(MaskRows.isBitwise(decode(64, "s_cselect_b64 s[0:1], s[2:3], 0")));
        assertTrue(MaskRows.isBitwise(decode(64, "s_wqm_b64 exec, exec")));
        assertTrue(MaskRows.isBitwise(decode(64, "s_andn1_wrexec_b64 s[0:1], s[2:3]")));
        assertEquals(false, MaskRows.isBitwise(decode(64, "s_quadmask_b64 s[0:1], s[2:3]")));
        assertEquals(false, MaskRows.isBitwise(decode(64, "s_lshl_b64 s[0:1], s[2:3], s4")));
        assertEquals(false, MaskRows.isBitwise(decode(32, "s_add_i32 s0, s1, s2")));
        assertEquals(false, MaskRows.isBitwise(decode(32, "v_and_b32_e32 v0, v1, v2")));
    }

    @Test
    void comparisonsAskForEqualityAlone() {
        assertTrue(MaskRows.isComparison(decode(64, "s_cmp_lg_u64 vcc, 0")));
        assertTrue(MaskRows.isComparison(decode(32, "s_cmp_eq_u32 s0, s1")));
        assertEquals(false, MaskRows.isComparison(decode(32, "s_cmp_lt_u32 s0, s1")));
        assertEquals(false, MaskRows.isComparison(decode(64, "s_bitcmp1_b64 s[0:1], s2")));
        assertEquals(false, MaskRows.isComparison(decode(64, "s_and_b64 s[0:1], s[2:3], s[4:5]")));
    }

    /** What the wave does to EXEC by arithmetic, a lane can do for its own bit. */
    @Test
    void everyScalarRowThatWritesExecIsBitwise() {
        int rows = 0;
        for (InstructionTable table : InstructionSet.tables()) {
            for (Instruction row : table.rows()) {
                if (row.effect() instanceof Effect.Alu alu && row.writes().contains(Implicit.EXEC) && row.sources().size() == 1) {
                    assertEquals(BitwiseSem.Use.RESULT, BitwiseSem.use(alu.semantics()), row.name());
                    rows++;
                }
            }
        }
        assertEquals(24, rows);
    }

    private static Decoded decode(int waveSize, String text) {
        return (Decoded) new Decoder(waveSize).decode(new Assembler(waveSize).assemble(text), 0, 0);
    }
}
