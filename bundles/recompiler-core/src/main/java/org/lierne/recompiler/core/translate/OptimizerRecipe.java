package org.lierne.recompiler.core.translate;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.pass.Switches;

/**
 * Which of the SPIRV-Tools passes run, in which order. Modules here are one function in SSA form already, so the recipe has none of the
 * passes that inline or make SSA.
 */
final class OptimizerRecipe {
    private static final int OP_CAPABILITY = 17;
    private static final int HEADER_WORDS = 5;
    private static final int INT16 = 22;
    private static final int INT8 = 39;
    private static final int STORAGE_16 = 4433;
    private static final int STORAGE_8 = 4448;

    private OptimizerRecipe() {}

    static List<String> of(int[] module, Switches switches) {
        boolean folds = !narrowStorageOnly(module) || !switches.isOn(OptimizerModes.NARROW_FOLD);
        List<String> passes = new ArrayList<>();
        if (folds) {
            passes.add("--ccp");
        }
        passes.add("--eliminate-dead-code-aggressive");
        if (switches.isOn(OptimizerModes.STOCK_REDUNDANCY)) {
            passes.add("--redundancy-elimination");
        } else {
            passes.add("--local-redundancy-elimination");
        }
        if (folds) {
            passes.add("--simplify-instructions");
        }
        passes.add("--vector-dce");
        passes.add("--eliminate-dead-code-aggressive");
        passes.add("--merge-blocks");
        return passes;
    }

    /** Rule A-041: 8- or 16-bit types exist through storage capabilities alone; the folder then makes illegal narrow constants. */
    static boolean narrowStorageOnly(int[] module) {
        boolean storage = false;
        boolean arithmetic = false;
        for (int at = HEADER_WORDS; at < module.length && (module[at] & 0xffff) == OP_CAPABILITY; at += module[at] >>> 16) {
            switch (module[at + 1]) {
                case INT8, INT16 -> arithmetic = true;
                case STORAGE_8, STORAGE_16 -> storage = true;
                default -> { }
            }
        }
        return storage && !arithmetic;
    }
}
