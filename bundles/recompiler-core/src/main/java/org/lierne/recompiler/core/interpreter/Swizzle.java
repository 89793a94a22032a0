package org.lierne.recompiler.core.interpreter;

/** The lane maps of ds_swizzle_b32, each within 32 lanes. Documented: RDNA 2 ISA, "DS_SWIZZLE_B32". */
final class Swizzle {
    private static final int FFT = 0xe000;
    private static final int ROTATE = 0xc000;
    private static final int QUAD = 0x8000;

    private Swizzle() {
    }

    /** The lane that lane {@code lane} reads. */
    static int source(int offset, int lane) {
        int half = lane & ~31;
        int at = lane & 31;
        if (offset >= FFT) {
            int mask = offset & 31;
            int reversed = Integer.reverse(at) >>> 27;
            return half | (mask == 31 ? at : (reversed >>> Integer.bitCount(mask) | at & mask) & 31);
        }
        if (offset >= ROTATE) {
            int mask = offset & 31;
            int by = offset >>> 5 & 31;
            int moved = (offset & 1 << 10) == 0 ? at + by : at - by;
            return half | at & mask | moved & 31 & ~mask;
        }
        if ((offset & QUAD) != 0) {
            return lane & ~3 | offset >>> 2 * (lane & 3) & 3;
        }
        return half | (at & offset & 31 | offset >>> 5 & 31) ^ offset >>> 10 & 31;
    }
}
