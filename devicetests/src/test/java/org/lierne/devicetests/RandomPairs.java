package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.RowExecutor;

/**
 * An f32 instruction of two operands in a float mode, on pseudo-random pairs of operands.
 *
 * @param asm       the instruction, with numbers of its registers left out: two operands, then the result
 * @param floatMode FLOAT_MODE byte
 * @param ieee      IEEE mode
 */
record RandomPairs(String asm, int floatMode, boolean ieee) {
    private static final int WAVE = 64;
    /** Pairs of one lane in one program, at most: as many as the registers hold with their results. */
    static final int MOST_AT_ONCE = 80;

    private static final int FIRST_RESULT = 2 * MOST_AT_ONCE;
    private static final MeasuredRow.CheckRule EXACT = new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0);
    private static final int[] SPECIALS = {0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x3f800000, 0xbf800000, 0x7f7fffff,
        0x7f800000, 0xff800000, 0x7f812345, 0xffc12345};
    private static final int EXPONENT = 0x7f800000;

    /**
     * What came of the pairs.
     *
     * @param pairs  how many there were
     * @param driver how many of them differ and may, by rule B-032, point 11
     * @param differ how many others differ
     * @param first  the first of those, null where there is none
     */
    record Result(long pairs, long driver, long differ, @Nullable String first) {
        @Override
        public String toString() {
            return pairs + " pairs, " + differ + " differ" + (first == null ? "" : ", first " + first)
                    + (driver == 0 ? "" : "; " + driver + " more are up to the driver (B-032, point 11)");
        }
    }

    /** Every instruction in every mode that its row of the float mode matrix says something about. */
    static List<RandomPairs> all() {
        List<RandomPairs> all = new ArrayList<>();
        for (String name : List.of("add", "sub", "subrev", "min", "max", "mul", "mul_legacy")) {
            in(all, plain("v_" + name + "_f32_e32"), 0xc0, 0xf0);
            inIeee(all, plain("v_" + name + "_f32_e32"), 0xc0, 0xf0);
        }
        // The check for small products follows the rounding field.
        in(all, plain("v_mul_f32_e32"), 0xc1, 0xc2, 0xc3);
        in(all, plain("v_mul_legacy_f32_e32"), 0xc1, 0xc2, 0xc3);
        in(all, plain("v_mul_f32_e64") + " mul:2", 0xc0, 0xf0);
        in(all, plain("v_add_f32_e64") + " clamp div:2", 0xc0, 0xf0);
        in(all, plain("v_cvt_pkrtz_f16_f32_e32"), 0x00, 0x30, 0xc0, 0xf0);
        in(all, plain("v_cvt_pknorm_i16_f32"), 0xc0, 0xf0);
        in(all, plain("v_cvt_pknorm_u16_f32"), 0xc0, 0xf0);
        for (String condition : List.of("eq", "ge", "gt", "le", "lg", "lt", "neq", "nge", "ngt", "nle", "nlg", "nlt")) {
            in(all, "v_cmp_" + condition + "_f32_e32 vcc, v%1$d, v%2$d ; v_cndmask_b32_e64 v%3$d, 0, 1, vcc", 0xc0, 0xd0, 0xe0, 0xf0);
        }
        for (int denormals = 0; denormals < 4; denormals++) {
            for (int rounding = 0; rounding < 4; rounding++) {
                in(all, plain("v_ldexp_f32"), 0xc0 | denormals << 4 | rounding);
            }
        }
        return all;
    }

    private static String plain(String name) {
        return name + " v%3$d, v%1$d, v%2$d";
    }

    private static void in(List<RandomPairs> all, String asm, int... modes) {
        Arrays.stream(modes).forEach(mode -> all.add(new RandomPairs(asm, mode, false)));
    }

    private static void inIeee(List<RandomPairs> all, String asm, int... modes) {
        Arrays.stream(modes).forEach(mode -> all.add(new RandomPairs(asm, mode, true)));
    }

    /**
     * Runs pairs on a device and on the interpreter.
     *
     * @param canKeep whether the device can be asked to keep denormal f32
     * @param pairs   at least how many; whole programs are run
     * @param repeats pairs of one lane in one program: few make programs that are soon translated, many make few runs
     */
    Result run(RowExecutor device, boolean canKeep, long pairs, int repeats, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        InterpreterRows interpreter = new InterpreterRows();
        int[] words = words(repeats);
        long done = 0;
        long driver = 0;
        long differ = 0;
        String first = null;
        for (; done < pairs; done += (long) repeats * WAVE) {
            MeasuredRow row = row(words, repeats, random);
            RowExecutor.State expected = interpreter.run(row);
            RowExecutor.State found = device.run(row);
            for (int i = 0; i < repeats * WAVE; i++) {
                int register = FIRST_RESULT + i / WAVE;
                int want = expected.vector(register, i % WAVE);
                int got = found.vector(register, i % WAVE);
                if (!agrees(want, got)) {
                    int a = (int) row.in().get(2 * (i / WAVE)).lanes()[i % WAVE];
                    int b = (int) row.in().get(2 * (i / WAVE) + 1).lanes()[i % WAVE];
                    if (!canKeep && DriverResults.decidesOnDenormals(name(), floatMode, a, b, want)) {
                        driver++;
                    } else {
                        first = differ++ == 0 ? "%08x %08x -> %08x, not %08x".formatted(a, b, got, want) : first;
                    }
                }
            }
        }
        return new Result(done, driver, differ, first);
    }

    /** Equal, but that a product under directed rounding stays the nearest one, while what is flushed follows the mode (rule B-032, point 5). */
    private boolean agrees(int want, int got) {
        boolean nearest = name().startsWith("v_mul_") && (floatMode & 3) != 0;
        return want == got || nearest && Math.abs(want - got) == 1 && (want << 1 == 0) == (got << 1 == 0);
    }

    private int[] words(int repeats) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            lines.addAll(Stream.of(asm.formatted(2 * i, 2 * i + 1, FIRST_RESULT + i).split(";")).map(String::strip).toList());
        }
        return new Assembler(WAVE).assembleProgram(lines);
    }

    private MeasuredRow row(int[] words, int repeats, SplittableRandom random) {
        List<Cell> in = new ArrayList<>();
        List<Cell> out = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            long[] left = new long[WAVE];
            long[] right = new long[WAVE];
            for (int lane = 0; lane < WAVE; lane++) {
                int a = operand(random);
                left[lane] = a & 0xffffffffL;
                right[lane] = (name().contains("ldexp") ? random.nextInt(-300, 300) : other(random, a)) & 0xffffffffL;
            }
            in.add(cell(2 * i, left));
            in.add(cell(2 * i + 1, right));
            out.add(cell(FIRST_RESULT + i, new long[WAVE]));
        }
        return new MeasuredRow("pairs", WAVE, floatMode, ieee, true, false, words, -1, in, List.of(), out, Collections.nCopies(repeats, EXACT), "computed");
    }

    /** A vector register of which every lane is given or compared. */
    static Cell cell(int register, long[] lanes) {
        boolean[] given = new boolean[WAVE];
        Arrays.fill(given, true);
        return new Cell("v" + register, Kind.VECTOR, register, lanes, given);
    }

    private static int operand(SplittableRandom random) {
        return random.nextInt(32) == 0 ? SPECIALS[random.nextInt(SPECIALS.length)] : random.nextInt();
    }

    /** A second operand: any, one with an exponent like the first's, or one whose product with that lies about the smallest normal number. */
    private static int other(SplittableRandom random, int first) {
        int bits = operand(random);
        int exponent = first >>> 23 & 0xff;
        int near = random.nextInt(-2, 3);
        return switch (random.nextInt(4)) {
            case 0 -> withExponent(bits, exponent + near);
            case 1 -> withExponent(bits, 128 - exponent + near);
            default -> bits;
        };
    }

    private static int withExponent(int bits, int exponent) {
        return bits & ~EXPONENT | Math.clamp(exponent, 0, 0xff) << 23;
    }

    /** The instruction's name. */
    String name() {
        return asm.substring(0, asm.indexOf(' '));
    }

    @Override
    public String toString() {
        String form = asm.contains("mul:2") ? " mul:2" : asm.contains("div:2") ? " clamp div:2" : "";
        return "%s%s %02x%s".formatted(name(), form, floatMode, ieee ? " ieee" : "");
    }
}
