package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/**
 * The float mode matrix at the end of rules part B: each instruction family in the modes that a cell of its row says something about, on
 * special and random operands, by the translator on a device and by the interpreter, which is held to the measured rows elsewhere.
 */
final class FloatModeMatrixTest {
    private static final int LANES = 32;
    private static final long SEED = 0x5eed;

    /** How an operand's bits are drawn. */
    private enum Width {
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

        long draw(SplittableRandom random) {
            return random.nextInt(4) == 0 && this != EXPONENT ? random.nextLong() >>> 64 - bits : specials[random.nextInt(specials.length)];
        }
    }

    /**
     * One row of the matrix, or a part of it.
     *
     * @param rules   rules of the row
     * @param asm     the instruction: result in v10 or v[10:11], operands in v[4:5], v[6:7] and v[8:9]
     * @param sources how its operands are drawn
     * @param field   which denormal and rounding fields the row follows: 32 or 16
     * @param refused denormal fields that the row lists as refused
     * @param rounds  what the row says of directed rounding
     */
    private record Family(String rules, String asm, List<Width> sources, int field, List<Integer> refused, Rounding rounds) {
        String name() {
            return asm.substring(0, asm.indexOf(' '));
        }

        boolean refuses(Mode mode) {
            return refused.contains(mode.denormals(field)) || rounds == Rounding.REFUSED && mode.isDirected(field);
        }

        boolean isWide() {
            return asm.contains("v[10:11]");
        }
    }

    /** Whether the translation follows the rounding field, rounds to nearest even whatever it says, or refuses directed modes. */
    private enum Rounding { FOLLOWED, NEAREST, REFUSED }

    private static final MeasuredRow.CheckRule EXACT = new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0);
    private static final List<Integer> NONE = List.of();
    private static final List<Integer> HALVES_OF_THE_FIELD = List.of(1, 2);

    private static Family single(String rules, String asm, int operands, Rounding rounds) {
        return new Family(rules, asm, java.util.Collections.nCopies(operands, Width.SINGLE), 32, HALVES_OF_THE_FIELD, rounds);
    }

    /** One that takes every denormal field. */
    private static Family open(String rules, String asm, int operands, Rounding rounds) {
        return new Family(rules, asm, java.util.Collections.nCopies(operands, Width.SINGLE), 32, NONE, rounds);
    }

    private static Family half(String rules, String asm, int operands, Rounding rounds) {
        return new Family(rules, asm, java.util.Collections.nCopies(operands, Width.HALF), 16, NONE, rounds);
    }

    private static Family wide(String rules, String asm, int operands, Rounding rounds) {
        return new Family(rules, asm, java.util.Collections.nCopies(operands, Width.DOUBLE), 16, NONE, rounds);
    }

    private static final List<Family> MATRIX = List.of(
            single("B-027 B-032", "v_add_f32_e32 v10, v4, v6", 2, Rounding.NEAREST),
            single("B-027 B-032", "v_subrev_f32_e32 v10, v4, v6", 2, Rounding.NEAREST),
            single("B-032", "v_mul_f32_e32 v10, v4, v6", 2, Rounding.NEAREST),
            single("B-027 B-032", "v_mul_legacy_f32_e32 v10, v4, v6", 2, Rounding.NEAREST),
            single("B-023 B-032", "v_mullit_f32 v10, v4, v6, v8", 3, Rounding.NEAREST),
            single("B-027 B-032", "v_fma_f32 v10, v4, v6, v8", 3, Rounding.NEAREST),
            single("B-027 B-032", "v_min_f32_e32 v10, v4, v6", 2, Rounding.FOLLOWED),
            single("B-032", "v_max3_f32 v10, v4, v6, v8", 3, Rounding.FOLLOWED),
            single("B-032", "v_med3_f32 v10, v4, v6, v8", 3, Rounding.FOLLOWED),
            single("B-032 B-046", "v_fract_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            single("B-032 B-046", "v_floor_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            single("B-032 B-046", "v_ceil_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            open("B-046", "v_trunc_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            open("B-046", "v_rndne_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            single("B-032 B-046", "v_frexp_mant_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            single("B-032", "v_frexp_exp_i32_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            new Family("B-032 B-034", "v_ldexp_f32 v10, v4, v6", List.of(Width.SINGLE, Width.EXPONENT), 32, NONE, Rounding.FOLLOWED),
            single("B-027 B-032", "v_div_fixup_f32 v10, v4, v6, v8", 3, Rounding.FOLLOWED),
            open("B-032 B-038", "v_cmp_lt_f32_e32 vcc, v4, v6 ; v_cndmask_b32_e32 v10, v4, v6, vcc", 2, Rounding.FOLLOWED),
            open("B-032 B-038", "v_cmp_neq_f32_e32 vcc, v4, v6 ; v_cndmask_b32_e32 v10, v4, v6, vcc", 2, Rounding.FOLLOWED),
            single("B-032", "v_cvt_i32_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            single("B-032", "v_cvt_u32_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            single("B-032", "v_cvt_rpi_i32_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            single("B-032", "v_cvt_flr_i32_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            single("B-027 B-032", "v_cvt_f64_f32_e32 v[10:11], v4", 1, Rounding.FOLLOWED),
            single("B-027 B-032 C-017", "v_cvt_f16_f32_e32 v10, v4", 1, Rounding.FOLLOWED),
            single("B-032 C-018", "v_cvt_pkrtz_f16_f32_e32 v10, v4, v6", 2, Rounding.FOLLOWED),
            single("B-032", "v_cvt_pknorm_i16_f32 v10, v4, v6", 2, Rounding.FOLLOWED),
            single("B-032", "v_cvt_pknorm_u16_f32 v10, v4, v6", 2, Rounding.FOLLOWED),
            new Family("B-027 B-029 C-017", "v_cvt_f16_f32_e32 v10, v4", List.of(Width.SINGLE), 16, NONE, Rounding.FOLLOWED),
            new Family("A-063", "v_cvt_f32_i32_e32 v10, v4", List.of(Width.INTEGER), 32, NONE, Rounding.FOLLOWED),
            new Family("A-063", "v_cvt_f32_u32_e32 v10, v4", List.of(Width.INTEGER), 32, NONE, Rounding.FOLLOWED),
            single("C-014", "v_mul_f32_e64 v10, v4, v6 mul:2", 2, Rounding.NEAREST),
            single("C-014 C-015", "v_add_f32_e64 v10, v4, v6 clamp div:2", 2, Rounding.NEAREST),
            half("B-028", "v_add_f16_e32 v10, v4, v6", 2, Rounding.NEAREST),
            half("B-028", "v_subrev_f16_e32 v10, v4, v6", 2, Rounding.NEAREST),
            half("B-028", "v_mul_f16_e32 v10, v4, v6", 2, Rounding.NEAREST),
            half("B-027 B-028", "v_fma_f16 v10, v4, v6, v8", 3, Rounding.NEAREST),
            half("B-029 B-046", "v_ceil_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-029 B-046", "v_floor_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-029 B-046", "v_fract_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-029 B-046", "v_sqrt_f16_e32 v10, v4", 1, Rounding.NEAREST),
            half("B-029 B-046", "v_rcp_f16_e32 v10, v4", 1, Rounding.NEAREST),
            half("B-029 B-046", "v_trunc_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-029 B-046", "v_rndne_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-029", "v_frexp_mant_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-029", "v_frexp_exp_i16_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-029", "v_cvt_norm_i16_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-029", "v_cvt_norm_u16_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-029", "v_cvt_f32_f16_e32 v10, v4", 1, Rounding.FOLLOWED),
            half("B-030", "v_div_fixup_f16 v10, v4, v6, v8", 3, Rounding.FOLLOWED),
            half("B-039", "v_cmp_lt_f16_e32 vcc, v4, v6 ; v_cndmask_b32_e32 v10, v4, v6, vcc", 2, Rounding.FOLLOWED),
            half("B-027 C-018", "v_pack_b32_f16 v10, v4, v6", 2, Rounding.FOLLOWED),
            half("B-031", "v_pk_add_f16 v10, v4, v6", 2, Rounding.REFUSED),
            half("B-031", "v_pk_mul_f16 v10, v4, v6", 2, Rounding.REFUSED),
            half("B-031", "v_pk_fma_f16 v10, v4, v6, v8", 3, Rounding.REFUSED),
            half("B-031", "v_pk_max_f16 v10, v4, v6", 2, Rounding.REFUSED),
            half("B-054", "v_med3_f16 v10, v4, v6, v8", 3, Rounding.FOLLOWED),
            new Family("B-021 C-017", "v_ldexp_f16_e32 v10, v4, v6", List.of(Width.HALF, Width.EXPONENT), 16, NONE, Rounding.FOLLOWED),
            new Family("C-017", "v_cvt_f16_i16_e32 v10, v4", List.of(Width.INTEGER), 16, NONE, Rounding.FOLLOWED),
            new Family("C-017", "v_cvt_f16_u16_e32 v10, v4", List.of(Width.INTEGER), 16, NONE, Rounding.FOLLOWED),
            wide("B-018", "v_add_f64 v[10:11], v[4:5], v[6:7]", 2, Rounding.NEAREST),
            wide("B-018", "v_mul_f64 v[10:11], v[4:5], v[6:7]", 2, Rounding.NEAREST),
            wide("B-016", "v_fma_f64 v[10:11], v[4:5], v[6:7], v[8:9]", 3, Rounding.NEAREST),
            wide("B-022", "v_div_fixup_f64 v[10:11], v[4:5], v[6:7], v[8:9]", 3, Rounding.FOLLOWED),
            wide("B-017", "v_floor_f64_e32 v[10:11], v[4:5]", 1, Rounding.FOLLOWED),
            wide("B-017", "v_ceil_f64_e32 v[10:11], v[4:5]", 1, Rounding.FOLLOWED),
            wide("B-017", "v_fract_f64_e32 v[10:11], v[4:5]", 1, Rounding.FOLLOWED),
            wide("B-017", "v_frexp_mant_f64_e32 v[10:11], v[4:5]", 1, Rounding.FOLLOWED),
            wide("B-017", "v_frexp_exp_i32_f64_e32 v10, v[4:5]", 1, Rounding.FOLLOWED),
            wide("B-052", "v_min_f64 v[10:11], v[4:5], v[6:7]", 2, Rounding.FOLLOWED),
            wide("B-027 B-053", "v_cvt_f32_f64_e32 v10, v[4:5]", 1, Rounding.NEAREST));

    /** A mode a family is tried in. */
    private record Mode(int bits, boolean ieee, boolean clampsNan, boolean limitsHalves) {
        static Mode of(int field, int denormals, int rounding, boolean ieee) {
            // The other field stays as programs have it: f32 flushed, f16 and f64 kept, nearest even.
            return new Mode(field == 32 ? 0xc0 | denormals << 4 | rounding : denormals << 6 | rounding << 2, ieee, true, false);
        }

        /** With DX10_CLAMP clear and FP16_OVFL set. */
        Mode withOtherBits() {
            return new Mode(bits, ieee, false, true);
        }

        int denormals(int field) {
            return bits >> (field == 32 ? 4 : 6) & 3;
        }

        boolean isDirected(int field) {
            return (bits >> (field == 32 ? 0 : 2) & 3) != 0;
        }

        @Override
        public String toString() {
            return "%02x%s%s".formatted(bits, ieee ? " ieee" : "", limitsHalves ? " ovfl" : "");
        }
    }

    /** The modes of a family; directed ones only where the matrix has something to say of them. */
    private static List<Mode> modes(Family family) {
        int field = family.field();
        List<Mode> modes = new ArrayList<>(List.of(Mode.of(field, 0, 0, false), Mode.of(field, 1, 0, false), Mode.of(field, 2, 0, false),
                Mode.of(field, 3, 0, false), Mode.of(field, 0, 0, true), Mode.of(field, 3, 0, true),
                Mode.of(field, 0, 0, false).withOtherBits(), Mode.of(field, 3, 0, true).withOtherBits()));
        if (family.rounds() != Rounding.NEAREST) {
            modes.addAll(List.of(Mode.of(field, 0, 1, false), Mode.of(field, 0, 2, false), Mode.of(field, 0, 3, false),
                    Mode.of(field, 3, 1, false)));
        }
        return modes;
    }

    private static MeasuredRow row(Family family, Mode mode, int repeat) {
        SplittableRandom random = new SplittableRandom(SEED + repeat * 1000L + family.asm().hashCode());
        List<Cell> in = new ArrayList<>();
        for (int operand = 0; operand < family.sources().size(); operand++) {
            long[] low = new long[LANES];
            long[] high = new long[LANES];
            Width width = family.sources().get(operand);
            boolean inOrder = family.sources().size() == 1 && repeat == 0;
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
        for (int i = 0; i < (family.isWide() ? 2 : 1); i++) {
            out.add(cell(10 + i, new long[LANES]));
        }
        List<Integer> words = new ArrayList<>();
        Assembler assembler = new Assembler(LANES);
        for (String line : family.asm().split(" ; ")) {
            Arrays.stream(assembler.assemble(line.replace("vcc", "vcc_lo"))).forEach(words::add);
        }
        return new MeasuredRow(family.name() + " " + mode, LANES, mode.bits(), mode.ieee(), mode.clampsNan(), mode.limitsHalves(),
                words.stream().mapToInt(Integer::intValue).toArray(), 0xffffffffL, in, List.of(), out,
                java.util.Collections.nCopies(out.size(), EXACT), "computed");
    }

    private static Cell cell(int register, long[] lanes) {
        boolean[] compared = new boolean[LANES];
        Arrays.fill(compared, true);
        return new Cell("v" + register, Kind.VECTOR, register, lanes, compared);
    }

    /** Lanes that differ, described by operands, expectation and result. */
    private static List<String> differences(MeasuredRow row, RowExecutor.State expected, RowExecutor.State found) {
        List<String> lines = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            StringBuilder text = new StringBuilder();
            boolean differs = false;
            for (Cell cell : row.out()) {
                long want = expected.vector(cell.index(), lane) & 0xffffffffL;
                long got = found.vector(cell.index(), lane) & 0xffffffffL;
                differs |= !row.rules().getFirst().passes(want, got);
                text.append(" %s=%08x not %08x".formatted(cell.text(), got, want));
            }
            if (differs) {
                int at = lane;
                String operands = row.in().stream().map(cell -> "%s=%08x".formatted(cell.text(), cell.lanes()[at]))
                        .reduce("", (a, b) -> a + " " + b);
                lines.add(row.id() + ":" + operands + " ->" + text);
            }
        }
        return lines;
    }

    /**
     * What a run of the matrix found.
     *
     * @param differences lanes that differ, by instruction and mode
     * @param refusals    what was refused though the matrix takes it, and what was translated though it refuses it
     */
    record Report(Map<String, List<String>> differences, Map<String, String> refusals) {}

    /** Runs the families whose instruction's name matches. */
    static Report run(RowExecutor device, String only) {
        RowExecutor interpreter = new InterpreterRows();
        Map<String, List<String>> differences = new TreeMap<>();
        Map<String, String> refusals = new TreeMap<>();
        for (Family family : MATRIX) {
            for (Mode mode : family.name().matches(only) ? modes(family) : List.<Mode>of()) {
                for (int repeat = 0; repeat < family.sources().size() + 1; repeat++) {
                    MeasuredRow row = row(family, mode, repeat);
                    try {
                        RowExecutor.State found = device.run(row);
                        if (family.refuses(mode)) {
                            refusals.put(row.id(), "is translated");
                        }
                        List<String> lines = differences(row, interpreter.run(row), found);
                        if (!lines.isEmpty()) {
                            differences.computeIfAbsent(row.id(), _ -> new ArrayList<>()).addAll(lines);
                        }
                    } catch (IllegalArgumentException e) {
                        if (!family.refuses(mode)) {
                            refusals.put(row.id(), String.valueOf(e.getMessage()));
                        }
                        break;
                    }
                }
            }
        }
        return new Report(differences, refusals);
    }

    /**
     * Instructions that may differ, with how many lanes at most: hosts may split a fused sum in two (quirk split-fma of rule B-032), and
     * f64 fused sums and minima are not flushed (B-016; no rule says so of minima).
     */
    private static final Map<String, Integer> OPEN = Map.of("v_fma_f32", 3, "v_fma_f16", 19, "v_fma_f64", 55, "v_pk_fma_f16", 23,
            "v_min_f64", 91);

    @Test
    @Tag("gpu")
    @Rule({"A-063", "B-016", "B-017", "B-018", "B-021", "B-022", "B-023", "B-027", "B-028", "B-029", "B-030", "B-031", "B-032", "B-034",
        "B-038", "B-039", "B-046", "B-049", "B-052", "B-053", "C-014", "C-015", "C-016", "C-017", "C-018"})
    void everyCellGivesWhatTheInterpreterGives() {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");

        Report report;
        try (VulkanRows device = Wiring.rows()) {
            report = run(device, ".*");
        }

        Map<String, Integer> open = new TreeMap<>();
        List<String> findings = new ArrayList<>();
        report.differences().forEach((id, lanes) -> {
            String name = id.substring(0, id.indexOf(' '));
            if (OPEN.containsKey(name)) {
                open.merge(name, lanes.size(), Integer::sum);
            } else {
                findings.addAll(lanes);
            }
        });
        open.forEach((name, lanes) -> {
            if (lanes > OPEN.getOrDefault(name, 0)) {
                findings.add(lanes + " lanes of " + name + " differ, " + OPEN.get(name) + " may");
            }
        });
        assertEquals(Map.of(), report.refusals());
        assertEquals(List.of(), findings, "drawn with seed " + SEED);
    }
}
