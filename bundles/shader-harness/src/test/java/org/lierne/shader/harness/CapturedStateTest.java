package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.testing.Rule;

final class CapturedStateTest {
    private static ShaderProgram captured(String calls) {
        Json line = Json.parse("""
                {"id":"comp-1","abi":"agc","stage":"comp","wave_size":64,"code_address":"0x1000","regs":{"float_mode":192},"registers":[],\
                "workgroup_size":[64,1,1],%s"user_data":[],"descriptors":[]}""".formatted(calls));
        return new CorpusProgram(line, new int[16]).describe(CorpusProgram.Partner.NONE, 0);
    }

    @Test
    @Rule("A-019")
    void linkedProgramsKnowWhatTheyCall() {
        ShaderProgram program = captured("\"calls\":[{\"pc\":8,\"stops\":true,\"copies\":[{\"address\":\"0x2000000000\",\"pc\":32}]}],");

        assertEquals(List.of(new LinkedCall(8, List.of(new LinkedCall.Copy(0x20_0000_0000L, 32)), true)), program.calls());
        assertEquals(0x1000, program.codeAddress());
    }

    @Test
    void programsOfOlderCapturesCallNothing() {
        assertEquals(List.of(), captured("").calls());
    }
}
