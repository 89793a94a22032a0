package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
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
 * The instructions with one f16 operand on all 65536 of them, in each denormal mode with IEEE mode off and on. One dispatch a mode: it gets
 * what the interpreter makes of every operand and tells the first lane that finds something else.
 */
final class EveryHalfTest {
    /** Instructions whose results are exact, and those that hosts approximate, which may lie one step beside. */
    private static final List<String> EXACT = List.of("v_ceil_f16_e32", "v_floor_f16_e32", "v_trunc_f16_e32", "v_rndne_f16_e32", "v_fract_f16_e32",
            "v_frexp_mant_f16_e32", "v_frexp_exp_i16_f16_e32", "v_cvt_f32_f16_e32", "v_cvt_u16_f16_e32", "v_cvt_i16_f16_e32",
            "v_cvt_norm_i16_f16_e32", "v_cvt_norm_u16_f16_e32");
    private static final List<String> NEAR = List.of("v_rcp_f16_e32", "v_sqrt_f16_e32", "v_rsq_f16_e32", "v_log_f16_e32", "v_exp_f16_e32",
            "v_sin_f16_e32",
            "v_cos_f16_e32");
    private static final int HALVES = 1 << 16;
    private static final int THREADS = 1024;
    private static final int WAVE = 64;
    private static final int FIRST_RESULT = 10;

    private static List<String> all() {
        List<String> all = new ArrayList<>(EXACT);
        all.addAll(NEAR);
        return all;
    }

    /** What the interpreter makes of every half, instruction after instruction. */
    private static int[] interpreted(List<String> names, int mode, boolean ieee) {
        Assembler assembler = new Assembler(WAVE);
        List<Integer> words = new ArrayList<>();
        List<Cell> out = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Arrays.stream(assembler.assemble(names.get(i) + " v" + (FIRST_RESULT + i) + ", v4")).forEach(words::add);
            out.add(new Cell("v" + (FIRST_RESULT + i), Kind.VECTOR, FIRST_RESULT + i, new long[1], new boolean[] {true}));
        }
        int[] program = words.stream().mapToInt(Integer::intValue).toArray();
        int[] results = new int[names.size() * HALVES];
        InterpreterRows interpreter = new InterpreterRows();
        for (int first = 0; first < HALVES; first += WAVE) {
            long[] lanes = new long[WAVE];
            boolean[] given = new boolean[WAVE];
            for (int lane = 0; lane < WAVE; lane++) {
                lanes[lane] = first + lane;
                given[lane] = true;
            }
            MeasuredRow row = new MeasuredRow("halves", WAVE, mode, ieee, true, false, program, -1, List.of(new Cell("v4", Kind.VECTOR, 4, lanes, given)),
                    List.of(), out, java.util.Collections.nCopies(out.size(), new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0)), "computed");
            RowExecutor.State state = interpreter.run(row);
            for (int i = 0; i < names.size(); i++) {
                for (int lane = 0; lane < WAVE; lane++) {
                    results[i * HALVES + first + lane] = state.vector(FIRST_RESULT + i, lane);
                }
            }
        }
        return results;
    }

    /** Leaves 0 in v1, else the number of an instruction above the half that it made something else of. */
    private static SmallProgram comparing(List<String> names) {
        List<String> lines = new ArrayList<>(List.of("v_mov_b32_e32 v1, 0", "v_mov_b32_e32 v2, v0", "s_mov_b32 s8, 0", "again:",
                "v_lshlrev_b32_e32 v3, 2, v2"));
        for (int i = 0; i < names.size(); i++) {
            lines.add("s_mov_b32 s9, " + 4 * HALVES * i);
            lines.add("buffer_load_dword v4, v3, s[4:7], s9 offen");
            lines.add("v_mov_b32_e32 v5, 0");
            lines.add("s_waitcnt vmcnt(0)");
            lines.add(names.get(i) + " v5, v2");
            boolean exact = EXACT.contains(names.get(i));
            if (exact) {
                lines.add("v_sub_nc_u32_e32 v5, v4, v5");
            } else {
                // Zeros of both signs count as one: which sign an exact zero of sine and cosine has was not captured (B-033).
                lines.addAll(List.of("v_or_b32_e32 v7, v4, v5", "v_and_b32_e32 v7, 0x7fff, v7", "v_sub_nc_u32_e32 v5, v4, v5",
                        "v_add_nc_u32_e32 v5, 1, v5", "v_min_u32_e32 v5, v5, v7"));
            }
            lines.add("v_cmp_lt_u32_e32 vcc_lo, " + (exact ? 0 : 2) + ", v5");
            lines.add("v_or_b32_e32 v6, 0x%x, v2".formatted(i + 1 << 16));
            lines.add("v_cndmask_b32_e32 v6, 0, v6, vcc_lo");
            lines.add("v_max_u32_e32 v1, v1, v6");
        }
        lines.addAll(List.of("v_add_nc_u32_e32 v2, 0x%x, v2".formatted(THREADS), "s_add_u32 s8, s8, 1", "s_cmp_lt_u32 s8, " + HALVES / THREADS,
                "s_cbranch_scc1 again"));
        return SmallProgram.of(32, lines).withThreads(THREADS);
    }

    @Test
    @Tag("gpu")
    @Rule({"B-029", "B-033", "B-046"})
    void devicesMakeOfEveryHalfWhatTheInterpreterDoes() {
        for (int field = 0; field < 4; field++) {
            for (boolean ieee : new boolean[] {false, true}) {
                if (!difference(all(), field << 6, ieee).isEmpty()) {
                    assertEquals(Map.of(), differences(field << 6, ieee), "denormals " + field + (ieee ? ", ieee" : "")
                            + ": the lower half of what was got is an operand");
                }
            }
        }
    }

    private static String difference(List<String> names, int mode, boolean ieee) {
        return comparing(names).withFloatMode(mode, ieee).withInput(interpreted(names, mode, ieee)).runOnDevice(new int[THREADS]);
    }

    /** What each instruction finds by itself, without those that find nothing. */
    private static Map<String, String> differences(int mode, boolean ieee) {
        Map<String, String> found = new TreeMap<>();
        all().forEach(name -> found.put(name, difference(List.of(name), mode, ieee)));
        found.values().removeIf(String::isEmpty);
        return found;
    }

    private static void roundsEveryHalf(String name, DoubleUnaryOperator rounding) {
        int[] results = interpreted(List.of(name), 3 << 6, false);
        for (int half = 0; half < HALVES; half++) {
            float value = Float.float16ToFloat((short) half);
            if (!Float.isNaN(value)) {
                short expected = Float.floatToFloat16((float) rounding.applyAsDouble(value));
                assertEquals(expected, (short) results[half], name + " of %04x".formatted(half));
            }
        }
    }

    /** Held against the host's own arithmetic. */
    @Test
    @Rule("B-029")
    void theInterpreterRoundsEveryHalfToIntegersAsTheHostDoes() {
        roundsEveryHalf("v_floor_f16_e32", Math::floor);
        roundsEveryHalf("v_ceil_f16_e32", Math::ceil);
        roundsEveryHalf("v_rndne_f16_e32", Math::rint);
        roundsEveryHalf("v_trunc_f16_e32", value -> value < 0 ? Math.ceil(value) : Math.floor(value));
    }
}
