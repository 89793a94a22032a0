package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FloatExecutionModesTest {
    @Test
    void namesWhatAModuleAsksFor() {
        // Header; OpCapability Shader; LocalSize 8 1 1 of function 1; DenormPreserve 16, RoundingModeRTE 32.
        int[] module = {0x07230203, 0x10600, 0, 9, 0, 2 << 16 | 17, 1, 6 << 16 | 16, 1, 17, 8, 1, 1, 4 << 16 | 16, 1, 4459, 16, 4 << 16 | 16, 1, 4462, 32};

        assertEquals(List.of("DenormPreserve 16", "RoundingModeRTE 32"), FloatExecutionModes.of(module));
    }
}
