package org.lierne.recompiler.program;

/**
 * The FLOAT_MODE byte of RSRC1 and the two bits beside it that change float results.
 * Documented: RDNA 2 ISA, MODE register; {@code docs/rules} part A, conventions.
 *
 * @param bits f32 round [1:0], f16/f64 round [3:2], f32 denormals [5:4], f16/f64 denormals [7:6]
 * @param dx10Clamp clamp turns NaN into 0
 * @param ieee signalling NaNs are quieted, output modifiers are ignored
 * @param fp16Overflow f16 results clamp to the largest finite value instead of becoming infinite
 */
public record FloatMode(int bits, boolean dx10Clamp, boolean ieee, boolean fp16Overflow) {
    /** What most titles use and what stands for a mode that is not known: f32 denormals flushed, others kept, nearest even (rule B-049). */
    public static final FloatMode USUAL = new FloatMode(0xc0, true, false, false);

    /** Rounding of f32 results: 0 nearest even, 1 up, 2 down, 3 towards zero. */
    public int round32() {
        return bits & 3;
    }

    /** Rounding of f16 and f64 results, coded as {@link #round32()}. */
    public int round16() {
        return bits >> 2 & 3;
    }

    /** f32 denormals: bit 0 keeps them in inputs, bit 1 in results. */
    public int denormals32() {
        return bits >> 4 & 3;
    }

    /** f16 and f64 denormals, coded as {@link #denormals32()}. */
    public int denormals16() {
        return bits >> 6 & 3;
    }

    /**
     * Reads the mode out of a stage's RSRC1.
     *
     * @param rsrc1 the register
     * @param overflowBit where the stage keeps FP16_OVFL: 26 compute, 29 pixel, 31 geometry, 30 hull
     */
    public static FloatMode ofRsrc1(int rsrc1, int overflowBit) {
        return new FloatMode(rsrc1 >>> 12 & 0xff, (rsrc1 >>> 21 & 1) != 0, (rsrc1 >>> 23 & 1) != 0,
                (rsrc1 >>> overflowBit & 1) != 0);
    }
}
