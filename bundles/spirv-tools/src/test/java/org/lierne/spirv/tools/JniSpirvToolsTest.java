package org.lierne.spirv.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class JniSpirvToolsTest {
    private static final String EMPTY_KERNEL = """
            OpCapability Shader
            OpMemoryModel Logical GLSL450
            OpEntryPoint GLCompute %main "main"
            OpExecutionMode %main LocalSize 1 1 1
            %void = OpTypeVoid
            %fn = OpTypeFunction %void
            %int = OpTypeInt 32 1
            %c1 = OpConstant %int 1
            %main = OpFunction %void None %fn
            %l = OpLabel
            %dead = OpIAdd %int %c1 %c1
            OpReturn
            OpFunctionEnd
            """;

    private final JniSpirvTools tools = new JniSpirvTools();

    @Test
    void acceptsAValidModule() {
        assertEquals(List.of(), tools.validate(tools.assemble(EMPTY_KERNEL)));
    }

    @Test
    void namesWhatIsWrongWithABrokenModule() {
        int[] module = tools.assemble(EMPTY_KERNEL.replace("OpReturn\n", "OpReturnValue %dead\n"));

        List<String> findings = tools.validate(module);

        assertFalse(findings.isEmpty());
        assertTrue(findings.getFirst().contains("OpReturnValue"), findings.toString());
    }

    @Test
    void removesDeadCodeWhenAsked() {
        int[] module = tools.assemble(EMPTY_KERNEL);

        int[] smaller = tools.optimize(module, List.of("--eliminate-dead-code-aggressive"));

        assertTrue(smaller.length < module.length);
        assertFalse(tools.disassemble(smaller).contains("OpIAdd"));
    }

    @Test
    void refusesAnUnknownPassByName() {
        int[] module = tools.assemble(EMPTY_KERNEL);

        var refusal = assertThrows(IllegalArgumentException.class, () -> tools.optimize(module, List.of("--no-such-pass")));

        assertTrue(String.valueOf(refusal.getMessage()).contains("no-such-pass"), refusal.getMessage());
    }

    @Test
    void refusesTextThatIsNoAssembly() {
        assertThrows(IllegalArgumentException.class, () -> tools.assemble("OpNothing"));
    }
}
