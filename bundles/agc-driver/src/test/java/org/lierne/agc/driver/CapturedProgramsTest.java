package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.testing.Rule;

final class CapturedProgramsTest {
    private static ShaderProgram calling(long callee) {
        StageState state = new StageState(new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(64, 1, 1));
        return new ShaderProgram(ShaderStage.COMPUTE, 64, new int[16], 0, 0x1000, state,
                List.of(new LinkedCall(8, List.of(new LinkedCall.Copy(callee, 32)), true)));
    }

    /** Without what its calls lead to, a program that was linked would be refused for the copies behind its end. */
    @Test
    @Rule("A-019")
    void linkedProgramsKeepWhatTheyCall() {
        CapturedPrograms programs = new CapturedPrograms();

        programs.add(calling(0x20_0000_0000L), new int[0], List.of());

        assertTrue(programs.index().contains("\"calls\":[{\"pc\":8,\"stops\":true,\"copies\":[{\"address\":\"0x2000000000\",\"pc\":32}]}],"),
                programs.index());
    }

    @Test
    void codeFromAnotherAddressIsAnotherProgram() {
        CapturedPrograms programs = new CapturedPrograms();

        programs.add(calling(0x20_0000_0000L), new int[0], List.of());
        programs.add(calling(0x20_0000_0000L), new int[0], List.of());
        programs.add(calling(0x20_0000_1000L), new int[0], List.of());

        assertEquals(2, programs.index().lines().count(), programs.index());
    }
}
