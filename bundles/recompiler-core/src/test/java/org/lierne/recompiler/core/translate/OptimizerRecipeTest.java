package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.spirv.SpirvCommands;
import org.lierne.recompiler.pass.Switches;
import org.lierne.testing.Rule;

final class OptimizerRecipeTest {
    /** A header and OpCapability instructions of these capabilities. */
    private static int[] module(int... capabilities) {
        int[] words = new int[5 + 2 * capabilities.length];
        words[0] = 0x07230203;
        for (int i = 0; i < capabilities.length; i++) {
            words[5 + 2 * i] = 2 << 16 | 17;
            words[6 + 2 * i] = capabilities[i];
        }
        return words;
    }

    @Test
    @Rule("A-041")
    void narrowStorageTypesTakeExactlyFoldingAndSimplificationOut() {
        List<String> whole = OptimizerRecipe.of(module(1, 4433, 22), Switches.DEFAULTS);
        List<String> narrow = OptimizerRecipe.of(module(1, 4433), Switches.DEFAULTS);

        List<String> difference = new ArrayList<>(whole);
        difference.removeAll(narrow);
        assertEquals(List.of("--ccp", "--simplify-instructions"), difference);
        assertTrue(whole.containsAll(narrow));
    }

    @Test
    @Rule("A-041")
    void theQuirkCanBeSwitchedOff() {
        Switches off = new Switches(Map.of("quirk.spirv-tools.narrow-fold", false));

        assertEquals(OptimizerRecipe.of(module(1), off), OptimizerRecipe.of(module(1, 4448), off));
    }

    @Test
    @Rule("A-002")
    void theStockRedundancyEliminationRunsOnDemandOnly() {
        assertFalse(OptimizerRecipe.of(module(1), Switches.DEFAULTS).contains("--redundancy-elimination"));
        assertTrue(OptimizerRecipe.of(module(1), new Switches(Map.of("spirv.opt.redundancy-elimination", true)))
                .contains("--redundancy-elimination"));
    }

    @Test
    void theLibraryKnowsEveryPassOfTheRecipe() {
        var tools = SpirvCommands.installed();
        int[] kernel = tools.assemble("""
                OpCapability Shader
                OpMemoryModel Logical GLSL450
                OpEntryPoint GLCompute %main "main"
                OpExecutionMode %main LocalSize 1 1 1
                %void = OpTypeVoid
                %fn = OpTypeFunction %void
                %main = OpFunction %void None %fn
                %l = OpLabel
                OpReturn
                OpFunctionEnd
                """);

        int[] optimised = tools.optimize(kernel, OptimizerRecipe.of(kernel, Switches.DEFAULTS));

        assertEquals(List.of(), tools.validate(optimised));
    }
}
