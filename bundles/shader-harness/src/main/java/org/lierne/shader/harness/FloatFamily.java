package org.lierne.shader.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.program.FloatMode;

/**
 * A row of the float mode matrix, or a part of it, as an instruction that can be measured.
 *
 * @param rules    rules of the row
 * @param asm      the instruction: result in v10 or v[10:11], operands in v[4:5], v[6:7] and v[8:9]
 * @param sources  how its operands are drawn
 * @param field    which denormal and rounding fields the row follows: 32 or 16
 * @param refused  denormal fields that the row lists as refused
 * @param rounding what the row says of directed rounding
 */
public record FloatFamily(List<String> rules, String asm, List<Width> sources, int field, List<Integer> refused, Rounding rounding) {
    /** Lanes of a family's rows. */
    public static final int LANES = 32;

    private static final MeasuredRow.CheckRule EXACT = new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0);

    /** How an operand's bits are drawn. */
    public enum Width {
        HALF(16, "0000 8000 0001 8001 03ff 83ff 0400 8400 0401 3bff bbff 3c00 bc00 3c01 4000 4200 c248 7bff fbff 7c00 fc00 7c01 fe12 7e01 3800"),
        SINGLE(32, "00000000 80000000 00000001 80000001 007fffff 807fffff 00800000 80800000 00800001 3f7ffffe bf7fffff 3f800000 bf800000 "
                + "3f800001 40000000 40400000 c0490fdb 7f7fffff ff7fffff 7f800000 ff800000 7f812345 ffc12345 7fc00001 3f000000 4e800001 387fffff"),
        DOUBLE(64, "0000000000000000 8000000000000000 0000000000000001 8000000000000001 000fffffffffffff 0010000000000000 8010000000000000 "
                + "3fefffffffffffff 3ff0000000000000 bff0000000000000 4008000000000000 7fefffffffffffff 7ff0000000000000 fff0000000000000 "
                + "7ff0000000000001 fff8000000000012 2000000000000001 1ffffffffffffffe"),
        INTEGER(32, "00000000 00000001 ffffffff 00000002 fffffffe 00000800 ffff8000 00007fff 01000001 feffffff ffffff80 80000000 7fffffff"),
        EXPONENT(32, "00000000 00000001 ffffffff 00000018 ffffffe8 ffffff81 0000007f 80000000 7fffffff ffffff82");

        private final int bits;
        private final long[] specials;

        Width(int bits, String specials) {
            this.bits = bits;
            this.specials = Arrays.stream(specials.split(" ")).mapToLong(hex -> Long.parseUnsignedLong(hex, 16)).toArray();
        }

        private long draw(SplittableRandom random) {
            return random.nextInt(4) == 0 && this != EXPONENT ? random.nextLong() >>> 64 - bits : specials[random.nextInt(specials.length)];
        }
    }

    /** Whether a translation follows the rounding field, rounds to nearest even whatever it says, or refuses directed modes. */
    public enum Rounding { FOLLOWED, NEAREST, REFUSED }

    public FloatFamily {
        rules = List.copyOf(rules);
        sources = List.copyOf(sources);
        refused = List.copyOf(refused);
    }

    /** All of them, in the order of the matrix. */
    public static List<FloatFamily> all() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(Objects.requireNonNull(
                FloatFamily.class.getResourceAsStream("float-families.tsv")), StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.startsWith("#")).skip(1).map(FloatFamily::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FloatFamily parse(String line) {
        String[] columns = line.split("\t");
        return new FloatFamily(List.of(columns[0].split(" ")), columns[1],
                Arrays.stream(columns[2].split(" ")).map(word -> Width.valueOf(word.toUpperCase(Locale.ROOT))).toList(),
                Integer.parseInt(columns[3]), columns[4].equals("-") ? List.of() : Arrays.stream(columns[4].split(" ")).map(Integer::valueOf).toList(),
                Rounding.valueOf(columns[5].toUpperCase(Locale.ROOT)));
    }

    /** The instruction's name. */
    public String name() {
        return asm.substring(0, asm.indexOf(' '));
    }

    /** Whether the result is a register pair. */
    public boolean isWide() {
        return asm.contains("v[10:11]");
    }

    /**
     * One wave of operands, special ones and others, each lane its own.
     *
     * @param repeat which of the waves; the first of a one-operand instruction goes through the special values in order
     */
    public MeasuredRow row(String id, FloatMode mode, long seed, int repeat) {
        SplittableRandom random = new SplittableRandom(seed + repeat * 1000L + asm.hashCode());
        List<Cell> in = new ArrayList<>();
        for (int operand = 0; operand < sources.size(); operand++) {
            long[] low = new long[LANES];
            long[] high = new long[LANES];
            Width width = sources.get(operand);
            boolean inOrder = sources.size() == 1 && repeat == 0;
            for (int lane = 0; lane < LANES; lane++) {
                long bits = inOrder ? width.specials[lane % width.specials.length] : width.draw(random);
                // A packed instruction reads both halves.
                low[lane] = (width == Width.HALF ? bits | width.draw(random) << 16 : bits) & 0xffffffffL;
                high[lane] = bits >>> 32;
            }
            in.add(cell(4 + 2 * operand, low));
            if (width == Width.DOUBLE) {
                in.add(cell(5 + 2 * operand, high));
            }
        }
        List<Cell> out = new ArrayList<>();
        for (int i = 0; i < (isWide() ? 2 : 1); i++) {
            out.add(cell(10 + i, new long[LANES]));
        }
        return new MeasuredRow(id, LANES, mode.bits(), mode.ieee(), mode.dx10Clamp(), mode.fp16Overflow(), words(asm), 0xffffffffL, in,
                List.of(), out, Collections.nCopies(out.size(), EXACT), "computed");
    }

    /** The code of instructions with {@code ;} between. */
    static int[] words(String asm) {
        Assembler assembler = new Assembler(LANES);
        return Arrays.stream(asm.split(" ; ")).flatMapToInt(line -> Arrays.stream(assembler.assemble(line.replace("vcc", "vcc_lo")))).toArray();
    }

    /** A vector register of which every lane is given or compared. */
    static Cell cell(int register, long[] lanes) {
        boolean[] compared = new boolean[lanes.length];
        Arrays.fill(compared, true);
        return new Cell("v" + register, Kind.VECTOR, register, lanes, compared);
    }
}
