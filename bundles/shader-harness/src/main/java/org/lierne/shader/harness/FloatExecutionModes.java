package org.lierne.shader.harness;

import java.util.ArrayList;
import java.util.List;

/**
 * What a module asks its host's float units for; the rest of a guest's float mode is written out in its code. Documented: SPIR-V, "Execution
 * Mode".
 */
final class FloatExecutionModes {
    private static final int HEADER_WORDS = 5;
    private static final int OP_EXECUTION_MODE = 16;
    private static final int FIRST = 4459;
    private static final List<String> NAMES = List.of("DenormPreserve", "DenormFlushToZero", "SignedZeroInfNanPreserve", "RoundingModeRTE",
            "RoundingModeRTZ");

    private FloatExecutionModes() {}

    /** Names with their widths, such as {@code DenormPreserve 16}, in the module's order. */
    static List<String> of(int[] module) {
        List<String> modes = new ArrayList<>();
        for (int at = HEADER_WORDS; at < module.length; at += Math.max(1, module[at] >>> 16)) {
            int mode = (module[at] & 0xffff) == OP_EXECUTION_MODE ? module[at + 2] - FIRST : -1;
            if (mode >= 0 && mode < NAMES.size()) {
                modes.add(NAMES.get(mode) + " " + module[at + 3]);
            }
        }
        return modes;
    }
}
