package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.testing.Rule;

/**
 * f32 instructions with two operands on pseudo-random bits, half of the pairs of like exponents, by interpreter and device: each lane draws
 * its own operands, and what it stores is mixed of all its results. Ten million pairs an instruction in the long run.
 */
final class RandomOperandsTest {
    private static final int WAVE = 64;
    /** One workgroup: opening a device and translating cost more than the pairs. */
    private static final int THREADS = 16 * WAVE;
    private static final int MODE = 0xc0;
    private static final int PAIRS = 20_000;
    private static final int LONG_RUN_PAIRS = 10_000_000;
    /** Pairs of one program: the interpreter gives rows no more steps. */
    private static final int PAIRS_AT_ONCE = 2500 * THREADS;
    private static final List<String> INSTRUCTIONS = List.of("v_add_f32_e32 v4, v2, v3", "v_sub_f32_e32 v4, v2, v3", "v_mul_f32_e32 v4, v2, v3",
            "v_mul_legacy_f32_e32 v4, v2, v3", "v_min_f32_e32 v4, v2, v3", "v_max_f32_e32 v4, v2, v3", "v_cvt_pkrtz_f16_f32_e32 v4, v2, v3",
            "v_cmp_lt_f32_e32 vcc, v2, v3 ; v_cndmask_b32_e64 v4, 0, 1, vcc", "v_cmp_eq_f32_e32 vcc, v2, v3 ; v_cndmask_b32_e64 v4, 0, 1, vcc",
            "v_ldexp_f32 v4, v2, v5");

    /** The loop: v6 is the state of the generator, v2 and v3 the operands, v5 a small exponent, v1 the mixture. */
    private static List<String> lines(String instruction, int seed, int rounds) {
        List<String> lines = new ArrayList<>(List.of("v_mov_b32_e32 v1, 0", "v_add_nc_u32_e32 v6, 0x%x, v0".formatted(seed),
                "s_mov_b32 s8, 0x9e3779b1", "v_mul_lo_u32 v6, v6, s8", "v_or_b32_e32 v6, 1, v6",
                "s_mov_b32 s8, 0x%x".formatted(rounds),
                "s_mov_b32 s9, 0x1000193", "again:"));
        draw(lines, "v2");
        draw(lines, "v3");
        // Every other pair gets exponents that differ by three at most.
        lines.addAll(List.of("v_and_b32_e32 v7, 0x7e000000, v2", "v_and_b32_e32 v8, 0x81ffffff, v3", "v_or_b32_e32 v7, v7, v8",
                "v_and_b32_e32 v8, 1, v6", "v_cmp_eq_u32_e32 vcc, 1, v8", "v_cndmask_b32_e32 v3, v3, v7, vcc", "v_bfe_i32 v5, v6, 8, 9"));
        for (String line : instruction.split(";")) {
            lines.add(line.strip());
        }
        lines.addAll(List.of("v_mul_lo_u32 v1, v1, s9", "v_xor_b32_e32 v1, v1, v4", "s_sub_u32 s8, s8, 1", "s_cmp_lg_u32 s8, 0",
                "s_cbranch_scc1 again"));
        return lines;
    }

    /** What the interpreter leaves in v1 of each lane, wave after wave. */
    private static int[] interpreted(List<String> lines) {
        return IntStream.range(0, THREADS / WAVE).flatMap(wave -> Arrays.stream(interpreted(lines, wave * WAVE))).toArray();
    }

    private static int[] interpreted(List<String> lines, int firstThread) {
        long[] lanes = LongStream.range(firstThread, firstThread + WAVE).toArray();
        boolean[] given = new boolean[WAVE];
        Arrays.fill(given, true);
        Cell result = new Cell("v1", Kind.VECTOR, 1, new long[1], new boolean[] {true});
        MeasuredRow row = new MeasuredRow("pairs", WAVE, MODE, false, true, false, new Assembler(WAVE).assembleProgram(lines), -1,
                List.of(new Cell("v0", Kind.VECTOR, 0, lanes, given)), List.of(), List.of(result),
                List.of(new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0)), "computed");
        RowExecutor.State state = new InterpreterRows().run(row);
        return IntStream.range(0, WAVE).map(lane -> state.vector(1, lane)).toArray();
    }

    /** The generator's next word (xorshift). */
    private static void draw(List<String> lines, String register) {
        lines.addAll(List.of("v_lshlrev_b32_e32 v7, 13, v6", "v_xor_b32_e32 v6, v6, v7", "v_lshrrev_b32_e32 v7, 17, v6", "v_xor_b32_e32 v6, v6, v7",
                "v_lshlrev_b32_e32 v7, 5, v6", "v_xor_b32_e32 v6, v6, v7", "v_mov_b32_e32 " + register + ", v6"));
    }

    @Test
    @Tag("gpu")
    @Rule({"B-027", "B-032", "B-034", "B-038", "C-018"})
    void devicesMakeOfRandomPairsWhatTheInterpreterDoes() {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");
        int pairs = Boolean.getBoolean("lierne.long") ? LONG_RUN_PAIRS : PAIRS;
        for (String instruction : INSTRUCTIONS) {
            for (int done = 0; done < pairs; done += PAIRS_AT_ONCE) {
                List<String> lines = lines(instruction, done, Math.ceilDiv(Math.min(pairs - done, PAIRS_AT_ONCE), THREADS));

                int[] interpreted = interpreted(lines);

                assertEquals("", SmallProgram.of(WAVE, lines).withThreads(THREADS).withFloatMode(MODE).runOnDevice(interpreted), instruction + " from pair " + done);
            }
        }
        if (Boolean.getBoolean("lierne.long")) {
            System.out.println(INSTRUCTIONS.size() + " instructions on " + pairs + " random pairs each: equal");
        }
    }
}
