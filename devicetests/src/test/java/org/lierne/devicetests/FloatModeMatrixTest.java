package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.shader.harness.FloatFamily;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/**
 * The float mode matrix at the end of rules part B: each instruction family in the modes that a cell of its row says something about, on
 * special and random operands, by the translator on a device and by the interpreter, which is held to the measured rows elsewhere.
 */
final class FloatModeMatrixTest {
    private static final int LANES = FloatFamily.LANES;
    private static final long SEED = 0x5eed;

    private static final List<FloatFamily> MATRIX = FloatFamily.all();

    private static boolean refuses(FloatFamily family, Mode mode) {
        return family.refused().contains(mode.denormals(family.field()))
                || family.rounding() == FloatFamily.Rounding.REFUSED && mode.isDirected(family.field());
    }

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
    private static List<Mode> modes(FloatFamily family) {
        int field = family.field();
        List<Mode> modes = new ArrayList<>(List.of(Mode.of(field, 0, 0, false), Mode.of(field, 1, 0, false), Mode.of(field, 2, 0, false),
                Mode.of(field, 3, 0, false), Mode.of(field, 0, 0, true), Mode.of(field, 3, 0, true),
                Mode.of(field, 0, 0, false).withOtherBits(), Mode.of(field, 3, 0, true).withOtherBits()));
        if (family.rounding() != FloatFamily.Rounding.NEAREST) {
            modes.addAll(List.of(Mode.of(field, 0, 1, false), Mode.of(field, 0, 2, false), Mode.of(field, 0, 3, false),
                    Mode.of(field, 3, 1, false)));
        }
        return modes;
    }

    private static MeasuredRow row(FloatFamily family, Mode mode, int repeat) {
        return family.row(family.name() + " " + mode, new FloatMode(mode.bits(), mode.clampsNan(), mode.ieee(), mode.limitsHalves()), SEED, repeat);
    }

    /** Exact but for the approximations of rule B-033, whose last place is the driver's. */
    private static MeasuredRow.CheckRule rule(String instruction) {
        return instruction.matches("v_(sqrt|rcp)_f16.*") ? new MeasuredRow.CheckRule(MeasuredRow.Check.ULP16, 1)
                : new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0);
    }

    /** Lanes that differ, described by operands, expectation and result. */
    private static List<String> differences(MeasuredRow row, RowExecutor.State expected, RowExecutor.State found, boolean canKeep) {
        List<String> lines = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            StringBuilder text = new StringBuilder();
            boolean differs = false;
            for (Cell cell : row.out()) {
                long want = expected.vector(cell.index(), lane) & 0xffffffffL;
                long got = found.vector(cell.index(), lane) & 0xffffffffL;
                differs |= !rule(row.id()).passes(want, got);
                text.append(" %s=%08x not %08x".formatted(cell.text(), got, want));
            }
            int at = lane;
            int[] bits = IntStream.concat(row.in().stream().mapToInt(cell -> (int) cell.lanes()[at]),
                    row.out().stream().mapToInt(cell -> expected.vector(cell.index(), at))).toArray();
            if (differs && (canKeep || !DriverResults.decidesOnDenormals(row.id(), row.floatMode(), bits))) {
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

    /**
     * Runs the families whose instruction's name matches.
     *
     * @param canKeep whether the device can be asked to keep denormal f32
     */
    static Report run(RowExecutor device, boolean canKeep, String only) {
        RowExecutor interpreter = new InterpreterRows();
        Map<String, List<String>> differences = new TreeMap<>();
        Map<String, String> refusals = new TreeMap<>();
        for (FloatFamily family : MATRIX) {
            for (Mode mode : family.name().matches(only) ? modes(family) : List.<Mode>of()) {
                for (int repeat = 0; repeat < family.sources().size() + 1; repeat++) {
                    MeasuredRow row = row(family, mode, repeat);
                    try {
                        RowExecutor.State found = device.run(row);
                        if (refuses(family, mode)) {
                            refusals.put(row.id(), "is translated");
                        }
                        List<String> lines = differences(row, interpreter.run(row), found, canKeep);
                        if (!lines.isEmpty()) {
                            differences.computeIfAbsent(row.id(), _ -> new ArrayList<>()).addAll(lines);
                        }
                    } catch (IllegalArgumentException e) {
                        if (!refuses(family, mode)) {
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
     * f64 minima are not flushed (no rule says so).
     */
    private static final Map<String, Integer> OPEN = Map.of("v_fma_f32", 3, "v_fma_mix_f32", 12, "v_fma_f16", 19, "v_fma_f64", 55, "v_pk_fma_f16", 23,
            "v_min_f64", 91);

    /** What is the driver's by default, in its exact variant. */
    private static final Map<String, Boolean> EXACT = Map.of("pass.float.mad-separate.exact", true, "pass.float.fma.f64.honour-d16", true);

    @Test
    @Tag("gpu")
    @Rule({"A-018", "A-063", "B-016", "B-017", "B-018", "B-021", "B-022", "B-023", "B-024", "B-025", "B-026", "B-027", "B-028", "B-029", "B-030", "B-031", "B-032", "B-033", "B-034",
        "B-038", "B-039", "B-046", "B-052", "B-053", "C-014", "C-015", "C-016", "C-017", "C-018"})
    void everyCellGivesWhatTheInterpreterGives() {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");

        Report report;
        try (VulkanRows device = Wiring.rows(EXACT)) {
            report = run(device, Wiring.keepsDenormalSingles(), ".*");
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
