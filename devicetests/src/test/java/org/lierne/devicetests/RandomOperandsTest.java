package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/** f32 instructions with two operands on random pairs, by interpreter and device; ten million pairs each in {@link RandomOperandsMain}. */
final class RandomOperandsTest {
    private static final int USUAL_MODE = 0xc0;
    private static final int PAIRS = 10_000;
    private static final int REPEATS = 4;

    @Test
    @Tag("gpu")
    @Rule({"B-027", "B-032", "B-034", "B-038", "C-018"})
    void devicesMakeOfRandomPairsWhatTheInterpreterDoes() {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");
        boolean canKeep = Wiring.keepsDenormalSingles();
        List<String> findings = new ArrayList<>();

        try (VulkanRows device = Wiring.rows()) {
            for (RandomPairs pairs : RandomPairs.all()) {
                if (pairs.floatMode() == USUAL_MODE && !pairs.ieee()) {
                    RandomPairs.Result result = pairs.run(device, canKeep, PAIRS, REPEATS, 1);
                    if (result.differ() > 0) {
                        findings.add(pairs + ": " + result);
                    }
                }
            }
        }

        assertEquals(List.of(), findings);
    }
}
