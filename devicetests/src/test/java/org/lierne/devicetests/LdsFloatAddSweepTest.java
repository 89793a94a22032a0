package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.shader.harness.OracleRows;
import org.lierne.testing.Rule;

/** The sweep of rule B-041 over the interpreter, against rule B-040 worked out in exact arithmetic. */
final class LdsFloatAddSweepTest {
    private static final int SIGN = 0x80000000;
    private static final int INFINITY = 0x7f800000;
    private static final int QUIET = 0x00400000;

    private static int flushed(int bits) {
        return (bits & ~SIGN) < 0x00800000 ? bits & SIGN : bits;
    }

    private static boolean isNan(int bits) {
        return (bits & ~SIGN) > INFINITY;
    }

    private static int expected(int old, int data, int denormals) {
        if (isNan(data)) {
            return data | QUIET;
        }
        if (isNan(old)) {
            return old | QUIET;
        }
        int a = (denormals & 1) == 0 ? flushed(old) : old;
        int b = (denormals & 1) == 0 ? flushed(data) : data;
        int sum = sum(a, b);
        return (denormals & 2) == 0 && !isNan(sum) ? flushed(sum) : sum;
    }

    private static int sum(int a, int b) {
        float x = Float.intBitsToFloat(a);
        float y = Float.intBitsToFloat(b);
        if (Float.isInfinite(x) || Float.isInfinite(y)) {
            return Float.isInfinite(x) && Float.isInfinite(y) && a != b ? 0xffc00000 : Float.isInfinite(x) ? a : b;
        }
        BigDecimal exact = new BigDecimal(x).add(new BigDecimal(y));
        if (exact.signum() == 0) {
            return (a & b & SIGN) != 0 ? SIGN : 0;
        }
        return Float.floatToRawIntBits(exact.floatValue());
    }

    @Test
    @Rule({"B-040", "B-041"})
    void everyPairInEveryModeGivesTheRulesSum() {
        List<MeasuredRow> rows = OracleRows.of("B-041");
        InterpreterRows interpreter = new InterpreterRows();
        Map<String, Map<String, Integer>> byMode = new HashMap<>();

        for (MeasuredRow row : rows) {
            RowExecutor.State state = interpreter.run(row);
            int denormals = row.floatMode() >> 4 & 3;
            for (int lane = 0; lane < row.waveSize(); lane++) {
                int old = (int) row.in().get(0).lanes()[lane];
                int data = (int) row.in().get(1).lanes()[lane];
                String place = row.id() + " %08x + %08x".formatted(old, data);
                assertEquals(expected(old, data, denormals), state.vector(10, lane), place);
                assertEquals(state.vector(10, lane), state.vector(12, lane), place + ": both forms store the same");
                assertEquals(old, state.vector(11, lane), place + ": the old value comes back as it was");
                if ((row.floatMode() & 3) == 0 && !row.ieee() && row.dx10Clamp()) {
                    byMode.computeIfAbsent(String.valueOf(denormals), _ -> new HashMap<>()).put(row.id().replaceFirst(".*\\.", "") + " " + lane,
                            state.vector(10, lane));
                }
            }
        }

        assertEquals(18 * 50, rows.size(), "1574 pairs in waves of 32, in 18 modes");
        for (String pair : List.of("03", "01", "02", "13", "23")) {
            Map<String, Integer> first = byMode.get(pair.substring(0, 1));
            Map<String, Integer> second = byMode.get(pair.substring(1));
            assertTrue(first.entrySet().stream().anyMatch(entry -> !entry.getValue().equals(second.get(entry.getKey()))),
                    "the sweep has rows that differ between the denormal modes " + pair);
        }
    }
}
