package org.lierne.shader.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.program.FloatMode;

/** Rows that measure what a rule says: operands and modes for the instructions it is about. */
public final class OracleRows {
    private static final long SEED = 0x0ac1e;
    private static final int WAVES = 4;
    private static final int LANES = FloatFamily.LANES;
    private static final MeasuredRow.CheckRule EXACT = new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0);

    private static final Map<String, String> PROGRAMS = RowProgram.lines("lds-rows.asm");
    private static final List<String> ADDITION_RULES = List.of("B-040", "B-041");
    private static final String COMPARISON_RULE = "C-024";
    private static final List<String> COMPARISONS = List.of("min", "max", "cmpst");

    private OracleRows() {}

    /** The rules that have rows. */
    public static List<String> rules() {
        TreeSet<String> rules = new TreeSet<>(ADDITION_RULES);
        rules.add(COMPARISON_RULE);
        FloatFamily.all().forEach(family -> rules.addAll(family.rules()));
        return List.copyOf(rules);
    }

    /** The rows of a rule, none for a rule that has none. Results are not worked out. */
    public static List<MeasuredRow> of(String rule) {
        List<MeasuredRow> rows = new ArrayList<>();
        if (ADDITION_RULES.contains(rule)) {
            rows.addAll(additions());
        }
        if (rule.equals(COMPARISON_RULE)) {
            COMPARISONS.forEach(name -> comparisons("single-" + name, false, rows));
            COMPARISONS.forEach(name -> comparisons("double-" + name, true, rows));
        }
        for (FloatFamily family : FloatFamily.all()) {
            if (family.rules().contains(rule)) {
                families(family, rows);
            }
        }
        return rows;
    }

    private static void families(FloatFamily family, List<MeasuredRow> rows) {
        for (int denormals = 0; denormals < 4; denormals++) {
            for (int rounding = 0; rounding < 4; rounding++) {
                for (boolean ieee : new boolean[] {false, true}) {
                    int bits = family.field() == 32 ? 0xc0 | denormals << 4 | rounding : denormals << 6 | rounding << 2;
                    for (int wave = 0; wave < WAVES; wave++) {
                        rows.add(family.row("%s.%02x%s.%d".formatted(family.name(), bits, ieee ? ".ieee" : "", wave),
                                new FloatMode(bits, true, ieee, false), SEED, wave));
                    }
                }
            }
        }
    }

    /** The eighteen modes of rule B-041: every denormal and rounding field, then IEEE mode, then no clamp of NaNs. */
    private static List<FloatMode> additionModes() {
        List<FloatMode> modes = new ArrayList<>();
        for (int field = 0; field < 16; field++) {
            modes.add(new FloatMode(0xc0 | (field & 3) << 4 | field >> 2, true, false, false));
        }
        modes.add(new FloatMode(0xc0, true, true, false));
        modes.add(new FloatMode(0xc0, false, false, false));
        return modes;
    }

    private static List<MeasuredRow> additions() {
        List<MeasuredRow> rows = new ArrayList<>();
        List<int[]> pairs = additionPairs();
        int[] words = words("addition");
        for (FloatMode mode : additionModes()) {
            for (int start = 0; start < pairs.size(); start += LANES) {
                long[] old = new long[LANES];
                long[] data = new long[LANES];
                for (int lane = 0; lane < LANES; lane++) {
                    int[] pair = pairs.get(Math.min(start + lane, pairs.size() - 1));
                    old[lane] = pair[0] & 0xffffffffL;
                    data[lane] = pair[1] & 0xffffffffL;
                }
                String id = "addition.%02x%s%s.%d".formatted(mode.bits(), mode.ieee() ? ".ieee" : "", mode.dx10Clamp() ? "" : ".nans", start / LANES);
                rows.add(row(id, mode, words, List.of(FloatFamily.cell(4, old), FloatFamily.cell(5, data), FloatFamily.cell(8, places(4))), 10, 11, 12));
            }
        }
        return rows;
    }

    /** The 1574 pairs of rule B-041: 24 special values with each other, small ones, and sums that nearly cancel or lie far apart. */
    static List<int[]> additionPairs() {
        int[] specials = {0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x807fffff, 0x00400000, 0x00800000, 0x80800000, 0x00800001, 0x01000000,
            0x3f800000, 0xbf800000, 0x3f800001, 0x33800000, 0x7f7fffff, 0xff7fffff, 0x73000000, 0x7f800000, 0xff800000, 0x7fc00001, 0xffc12345,
            0x7f800001, 0xff812345};
        List<int[]> pairs = new ArrayList<>();
        for (int a : specials) {
            for (int b : specials) {
                pairs.add(new int[] {a, b});
            }
        }
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 400; i++) {
            pairs.add(new int[] {random.nextInt() & 0x81ffffff, random.nextInt() & 0x81ffffff});
        }
        for (int i = 0; i < 299; i++) {
            int a = random.nextInt(0x02000000, 0x7e000000);
            pairs.add(new int[] {a, a + random.nextInt(-64, 65) | 0x80000000});
            pairs.add(new int[] {a, Math.max(0, a - (30 << 23)) | random.nextInt() & 0x80000000});
        }
        return pairs;
    }

    private static void comparisons(String name, boolean wide, List<MeasuredRow> rows) {
        long[] values = wide ? new long[] {0, 1L << 63, 1, 1L << 63 | 1, 0x000fffffffffffffL, 0x0010000000000000L, 0x3ff0000000000000L,
            0xbff0000000000000L, 0x7ff0000000000000L, 0xfff0000000000000L, 0x7ff8000000000001L, 0xfff8000000012345L, 0x7ff0000000000001L,
            0xfff4000000000000L}
                : new long[] {0, 0x80000000L, 1, 0x80000001L, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000L, 0x7f800000, 0xff800000L,
                    0x7fc00001, 0xffc12345L, 0x7f800001, 0xff812345L};
        int[] words = words(name);
        int pairs = values.length * values.length;
        for (int field = 0; field < 4; field++) {
            for (boolean ieee : new boolean[] {false, true}) {
                for (int start = 0; start < pairs; start += LANES) {
                    rows.add(comparison(name, wide, values, new FloatMode(wide ? field << 6 : 0xc0 | field << 4, true, ieee, false), words, start));
                }
            }
        }
    }

    private static MeasuredRow comparison(String name, boolean wide, long[] values, FloatMode mode, int[] words, int start) {
        long[] old = new long[LANES];
        long[] data = new long[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            int pair = Math.min(start + lane, values.length * values.length - 1);
            old[lane] = values[pair / values.length];
            data[lane] = values[pair % values.length];
        }
        List<Cell> in = new ArrayList<>(List.of(FloatFamily.cell(8, places(wide ? 8 : 4)), FloatFamily.cell(4, half(old, 0)),
                FloatFamily.cell(5, wide ? half(old, 32) : half(data, 0))));
        if (wide) {
            in.add(FloatFamily.cell(6, half(data, 0)));
            in.add(FloatFamily.cell(7, half(data, 32)));
        }
        String id = "%s.%02x%s.%d".formatted(name, mode.bits(), mode.ieee() ? ".ieee" : "", start / LANES);
        return wide ? row(id, mode, words, in, 10, 11, 12, 13) : row(id, mode, words, in, 10, 12);
    }

    private static int[] words(String name) {
        return FloatFamily.words(Objects.requireNonNull(PROGRAMS.get(name), name));
    }

    private static long[] half(long[] values, int shift) {
        return java.util.Arrays.stream(values).map(value -> value >>> shift & 0xffffffffL).toArray();
    }

    /** Byte addresses, a place of so many bytes for each lane. */
    private static long[] places(int bytes) {
        return java.util.stream.LongStream.range(0, LANES).map(lane -> lane * bytes).toArray();
    }

    private static MeasuredRow row(String id, FloatMode mode, int[] words, List<Cell> in, int... results) {
        List<Cell> out = java.util.Arrays.stream(results).mapToObj(register -> FloatFamily.cell(register, new long[LANES])).toList();
        return new MeasuredRow(id, LANES, mode.bits(), mode.ieee(), mode.dx10Clamp(), mode.fp16Overflow(), words, 0xffffffffL, in, List.of(), out,
                Collections.nCopies(out.size(), EXACT), "computed");
    }
}
