package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Decoding;
import org.lierne.recompiler.program.ShaderProgram;

final class AluLoopTest {
    @Test
    void goesBackToTheFirstOfItsSixteenCopies() {
        AluLoop loop = AluLoop.all().stream().filter(l -> l.subject().equals("v_mul_f32_e32 0xc0")).findFirst().orElseThrow();

        List<Decoded> code = decoded(loop.program());
        Decoded branch = code.stream().filter(d -> d.toString().startsWith("s_cbranch_scc1")).findFirst().orElseThrow();
        int target = branch.pc() + 4 + 4 * (short) branch.words()[0];

        assertEquals(16, code.stream().filter(d -> d.toString().startsWith("v_mul_f32")).count());
        assertEquals("v_mul_f32_e32 v8, v2, v8", code.stream().filter(d -> d.pc() == target).findFirst().orElseThrow().toString());
    }

    @Test
    void holdsOnlyInstructionsThatDecode() {
        Set<String> subjects = new HashSet<>();
        for (AluLoop loop : AluLoop.all()) {
            assertTrue(subjects.add(loop.subject()), loop.subject() + " is there twice");
            decoded(loop.program());
        }
    }

    private static List<Decoded> decoded(ShaderProgram program) {
        Decoder decoder = new Decoder(program.waveSize());
        int[] words = program.words();
        List<Decoded> code = new java.util.ArrayList<>();
        for (int at = 0; at < words.length; ) {
            Decoding decoding = decoder.decode(words, at, 4 * at);
            Decoded d = assertInstanceOf(Decoded.class, decoding);
            code.add(d);
            at += d.dwords();
        }
        return code;
    }
}
