package org.lierne.gpu;

/**
 * Execution modes for floating point that a module may ask for.
 *
 * @param f16                16-bit floats
 * @param f32                32-bit floats
 * @param f64                64-bit floats
 * @param denormIndependence between which widths the denormal modes may differ
 * @param roundIndependence  between which widths the rounding modes may differ
 */
public record FloatControls(Width f16, Width f32, Width f64, Independence denormIndependence,
        Independence roundIndependence) {
    /** The modes of one width. */
    public record Width(boolean denormPreserve, boolean denormFlushToZero, boolean roundNearestEven,
            boolean roundTowardZero, boolean signedZeroInfNanPreserve) {}

    /** The modes that one width may be given while the others have theirs. */
    public FloatControls alone() {
        return new FloatControls(alone(f16, false), alone(f32, true), alone(f64, false), denormIndependence, roundIndependence);
    }

    private Width alone(Width width, boolean is32) {
        boolean denorm = denormIndependence == Independence.ALL || is32 && denormIndependence == Independence.ONLY_32;
        boolean round = roundIndependence == Independence.ALL || is32 && roundIndependence == Independence.ONLY_32;
        return new Width(denorm && width.denormPreserve, denorm && width.denormFlushToZero, round && width.roundNearestEven,
                round && width.roundTowardZero, width.signedZeroInfNanPreserve);
    }

    /** Which widths may have modes of their own. */
    public enum Independence {
        /** 32 bits apart from the others, which share. */
        ONLY_32,
        ALL,
        NONE
    }
}
