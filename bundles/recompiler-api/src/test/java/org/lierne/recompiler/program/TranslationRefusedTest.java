package org.lierne.recompiler.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** One line: where, what was found, which switch governs it; what is not known leaves no gap. */
final class TranslationRefusedTest {
    private static String message(int pc, String instruction) {
        return String.valueOf(new TranslationRefused(ShaderStage.COMPUTE, "0a1b2c3d4e5f", pc, instruction, "why", "pass.some").getMessage());
    }

    @Test
    void namesPlaceInstructionReasonAndSwitch() {
        assertEquals("refused at translation: cs 0a1b2c3d4e5f pc=0x0010 s_barrier: why (pass.some)", message(0x10, "s_barrier"));
        assertEquals("refused at translation: cs 0a1b2c3d4e5f pc=0x0010: why (pass.some)", message(0x10, ""));
        assertEquals("refused at translation: cs 0a1b2c3d4e5f: why (pass.some)", message(-1, ""));
    }
}
