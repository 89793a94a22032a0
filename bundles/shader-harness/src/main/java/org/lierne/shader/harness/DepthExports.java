package org.lierne.shader.harness;

import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Decoding;
import org.lierne.recompiler.isa.Effect;

/**
 * What a pixel program exports beside its colours, as its code tells: lines of programs say nothing of the registers.
 *
 * @param control of DB_SHADER_CONTROL: stencil export 1, sample mask export 8
 * @param isPacked whether stencil and mask are 16-bit numbers, as without a depth
 */
record DepthExports(int control, boolean isPacked) {
    static final int UINT16_ABGR = 7;
    private static final int DEPTH_TARGET = 8;
    private static final int STENCIL = 1 << 1;
    private static final int MASK = 1 << 8;

    /** @param dwords of the instructions */
    static DepthExports of(int[] words, int dwords, int waveSize) {
        Decoder decoder = new Decoder(waveSize);
        int control = 0;
        boolean isPacked = false;
        int at = 0;
        while (at < dwords) {
            int word = words[at];
            Decoding decoding = decoder.decode(words, at, dwords, 4 * at);
            if (decoding instanceof Decoded inst && inst.row().effect() instanceof Effect.Export && (word >>> 4 & 63) == DEPTH_TARGET) {
                control |= (word & 2) != 0 ? STENCIL : 0;
                control |= (word & 4) != 0 ? MASK : 0;
                isPacked |= (word >>> 10 & 1) != 0;
            }
            at += decoding instanceof Decoded inst ? inst.dwords() : 1;
        }
        return new DepthExports(control, isPacked);
    }
}
