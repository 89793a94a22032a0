package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
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
import org.lierne.recompiler.isa.MeasuredRow.Check;
import org.lierne.recompiler.isa.MeasuredRow.CheckRule;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/**
 * The f32 instructions that hosts approximate, held against the interpreter, which rounds the exact result once: as near as rules B-033 and
 * B-035 say, zeros, infinities and NaNs exactly. What becomes of denormals is left to drivers but for sine and cosine (float mode matrix).
 */
final class ApproximationsTest {
    private static final int WAVE = 64;
    private static final int REPEATS = 24;
    private static final int FIRST_RESULT = 128;
    private static final int MODE = 0xc0;
    private static final int[] SPECIALS = {0, 0x80000000, 0x00800000, 0x80800000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3e800000,
        0x3f400000, 0x40000000, 0x4b800001, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc12345, 0x3f7fffff, 0x3f800001, 0x39000000, 0x3f000800};

    /** Places that a result may lie off. */
    private static final Map<String, Integer> PLACES = new TreeMap<>(Map.of("rcp", 2, "rsq", 2, "sqrt", 2, "exp", 4, "log", 9, "sin", 13, "cos", 13));

    private static int operand(String name, SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> SPECIALS[random.nextInt(SPECIALS.length)];
            case 1 -> random.nextInt();
            case 2 -> Float.floatToRawIntBits((float) random.nextDouble(-200, 200));
            default -> name.equals("log") ? 0x3f600000 + random.nextInt(0x300000) : Float.floatToRawIntBits((float) random.nextDouble(-2, 2));
        };
    }

    private static MeasuredRow row(String name) {
        SplittableRandom random = new SplittableRandom(name.hashCode());
        List<String> lines = new ArrayList<>();
        List<Cell> in = new ArrayList<>();
        List<Cell> out = new ArrayList<>();
        for (int i = 0; i < REPEATS; i++) {
            lines.add("v_%s_f32_e32 v%d, v%d".formatted(name, FIRST_RESULT + i, i));
            in.add(RandomPairs.cell(i, random.ints(WAVE).mapToLong(_ -> operand(name, random) & 0xffffffffL).toArray()));
            out.add(RandomPairs.cell(FIRST_RESULT + i, new long[WAVE]));
        }
        return new MeasuredRow(name, WAVE, MODE, false, true, false, new Assembler(WAVE).assembleProgram(lines), -1, in, List.of(), out,
                Collections.nCopies(REPEATS, new CheckRule(Check.EXACT, 0)), "computed");
    }

    private static boolean agrees(int want, int got, int places) {
        boolean isExact = (want & Integer.MAX_VALUE) == 0 || (want & Integer.MAX_VALUE) >= 0x7f800000;
        return want == got || !isExact && new CheckRule(Check.ULP, places).passes(want, got);
    }

    @Test
    @Tag("gpu")
    @Rule({"B-033", "B-035"})
    void approximationsLieAsNearAsTheirRulesSay() {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");
        List<String> findings = new ArrayList<>();

        try (VulkanRows device = Wiring.rows()) {
            PLACES.forEach((name, places) -> {
                MeasuredRow row = row(name);
                RowExecutor.State expected = new InterpreterRows().run(row);
                RowExecutor.State found = device.run(row);
                for (int i = 0; i < REPEATS * WAVE; i++) {
                    int want = expected.vector(FIRST_RESULT + i / WAVE, i % WAVE);
                    int got = found.vector(FIRST_RESULT + i / WAVE, i % WAVE);
                    int operand = (int) row.in().get(i / WAVE).lanes()[i % WAVE];
                    if (!agrees(want, got, places) && !DriverResults.isDenormal(operand) && !DriverResults.isDenormal(got)) {
                        findings.add("%s %08x: %08x, not %08x".formatted(name, operand, got, want));
                    }
                }
            });
        }

        assertEquals(List.of(), findings);
    }
}
