package org.lierne.recompiler.core.interpreter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.InstructionSet;
import org.lierne.recompiler.isa.InstructionTable;
import org.lierne.recompiler.isa.Operand;

/** Walks the rows: everything arithmetic runs, and a wave of 64 lanes does to its lower half what a wave of 32 does. */
class EveryRowTest {
    private static final int V1 = 0x101;
    private static final int S10 = 10;

    @Test
    void everyArithmeticRowRunsAlikeInBothWaveSizes() {
        List<String> wrong = new ArrayList<>();
        int rows = 0;
        for (InstructionTable table : InstructionSet.tables()) {
            for (Instruction row : table.rows()) {
                if (row.effect() instanceof Effect.Alu) {
                    rows++;
                    String difference = difference(row);
                    if (!difference.isEmpty()) {
                        wrong.add(row.name() + ": " + difference);
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(rows > 590, rows + " rows");
    }

    /** Registers v0 to v15 and SCC after one run, compared between the wave sizes; empty when alike. */
    private static String difference(Instruction row) {
        try {
            Wave narrow = run(row, 32);
            Wave wide = run(row, 64);
            for (int i = 0; i < 16; i++) {
                int[] lower = java.util.Arrays.copyOf(wide.vectors[i], 32);
                assertArrayEquals(narrow.vectors[i], lower, "v" + i);
            }
            assertEquals(narrow.scc, wide.scc);
            return "";
        } catch (InterpreterRefusal | AssertionError e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Wave run(Instruction row, int lanes) {
        int[] words = words(row);
        Workgroup group = new Workgroup(new Program(words, lanes), new ArrayMemory(), Outside.NOTHING, 0, new byte[0], 0);
        Wave wave = group.addWave(Wave.VGPRS);
        wave.mode(Wave.modeOf(OneWave.KEPT, false, true, false));
        SplittableRandom random = new SplittableRandom(row.opcode());
        for (int i = 0; i < 16; i++) {
            for (int l = 0; l < 32; l++) {
                wave.vectors[i][l] = random.nextInt();
                if (lanes == 64) {
                    wave.vectors[i][l + 32] = wave.vectors[i][l];
                }
            }
            wave.scalar(i, i < 12 ? random.nextInt() : 0);
        }
        // Masks are the same for both halves; lane numbers and the relative index are small.
        wave.scalar(S10, 5);
        wave.scalar(S10 + 1, 5);
        wave.scalar(Operand.Sgpr.EXEC_HI, -1);
        wave.scalar(Operand.Sgpr.VCC_LO, 0x0f0f3355);
        wave.scalar(Operand.Sgpr.VCC_HI, 0x0f0f3355);
        wave.scalar(Operand.Sgpr.M0, 1);
        new Interpreter(group, wave).step();
        return wave;
    }

    /** An encoding of the row with v1 (s10 in scalar places) as its sources and v0 (s0) as its destination. */
    private static int[] words(Instruction row) {
        Encoding e = row.encoding();
        int w0 = e.field('o').set(e.fixedBits(), row.opcode());
        int w1 = 0;
        boolean vector = e == Encoding.VOP1 || e == Encoding.VOP2 || e == Encoding.VOPC;
        if (e == Encoding.VOP3 || e == Encoding.VOP3P) {
            for (int i = 0; i < row.sources().size(); i++) {
                boolean scalar = row.sources().get(i).place() == org.lierne.recompiler.isa.Place.SCALAR_SOURCE;
                w1 = e.field((char) ('a' + i)).set(w1, scalar ? S10 : V1 + 2 * i);
            }
        } else if (vector) {
            w0 = e.field('a').set(w0, V1);
            w0 = e.has('b') ? e.field('b').set(w0, 3) : w0;
        } else {
            w0 = e.has('a') ? e.field('a').set(w0, S10) : w0;
            w0 = e.has('b') ? e.field('b').set(w0, 2) : w0;
        }
        int[] words = {w0, w1};
        Decoded d = (Decoded) new Decoder(32).decode(words, 0, 0);
        return java.util.Arrays.copyOf(words, d.dwords());
    }
}
