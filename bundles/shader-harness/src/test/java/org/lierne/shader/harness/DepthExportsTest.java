package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Assembler;

final class DepthExportsTest {
    private static DepthExports of(String... lines) {
        int[] words = new Assembler(64).assembleProgram(List.of(lines));
        return DepthExports.of(words, words.length, 64);
    }

    @Test
    void findsStencilAndMaskBesideAndWithoutADepth() {
        assertEquals(new DepthExports(0, false), of("exp mrt0 v0, v1, off, off done vm", "s_endpgm"));
        assertEquals(new DepthExports(1 << 1 | 1 << 8, false), of("v_mov_b32_e32 v2, 0x12345678", "exp mrtz v0, v1, v2, off done vm", "s_endpgm"));
        // Documented: Mesa, a mask alone is the second of two packed words.
        assertEquals(new DepthExports(1 << 8, true), of("exp mrtz off, off, v1, v1 done compr vm", "s_endpgm"));
    }
}
