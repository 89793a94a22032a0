package org.lierne.recompiler.core.interpreter;

/**
 * A sampler descriptor taken apart. Documented: RDNA 2 ISA, "Image Sampler Descriptor".
 *
 * @param clamp        how each axis goes on past the edge
 * @param compare      0 never, 1 less, 2 equal, 3 less or equal, 4 greater, 5 not equal, 6 greater or equal, 7 always
 * @param unnormalized whether coordinates count texels
 * @param reduction    0 blends, 1 takes the smallest texel, 2 the greatest
 * @param minLod       the smallest level
 * @param maxLod       the greatest
 * @param bias         is added to levels of detail
 * @param magFilter    where texels are larger than pixels: 0 point, 1 linear, 2 and 3 anisotropic
 * @param minFilter    where they are smaller
 * @param deep         whether slices of a volume are blended
 * @param mipFilter    0 level 0 alone, 1 the nearest level, 2 two levels blended
 * @param border       0 transparent black, 1 black, 2 white, 3 from a table
 */
record SamplerResource(int[] clamp, int compare, boolean unnormalized, int reduction, double minLod, double maxLod, double bias, int magFilter,
        int minFilter, boolean deep, int mipFilter, int border) {
    static final int BORDER = 6;
    static final int LINEAR = 1;
    private static final int WRAP = 0;
    private static final int MIRROR = 1;
    private static final int EDGE = 2;
    private static final int MIRROR_ONCE = 3;

    static SamplerResource of(int[] w) {
        return new SamplerResource(new int[] {w[0] & 7, w[0] >>> 3 & 7, w[0] >>> 6 & 7}, w[0] >>> 12 & 7, (w[0] >>> 15 & 1) != 0,
                w[0] >>> 29 & 3, (w[1] & 0xfff) / 256.0, (w[1] >>> 12 & 0xfff) / 256.0, (w[2] << 18 >> 18) / 256.0, w[2] >>> 20 & 3,
                w[2] >>> 22 & 3, (w[2] >>> 24 & 3) == 2, w[2] >>> 26 & 3, w[3] >>> 30);
    }

    /** Whether this clamp mode is modelled: the half-border ones are not. */
    static boolean isModelled(int mode) {
        return mode <= MIRROR_ONCE || mode == BORDER;
    }

    /** The texel that index {@code i} of an axis means; outside of the axis only with a border. */
    static int wrapped(int mode, int i, int size) {
        return switch (mode) {
            case WRAP -> Math.floorMod(i, size);
            case MIRROR -> {
                int at = Math.floorMod(i, 2 * size);
                yield at < size ? at : 2 * size - 1 - at;
            }
            case EDGE -> Math.clamp(i, 0, size - 1);
            case MIRROR_ONCE -> Math.min(i < 0 ? -1 - i : i, size - 1);
            default -> i;
        };
    }

    boolean passes(double reference, double texel) {
        return switch (compare) {
            case 0 -> false;
            case 1 -> reference < texel;
            case 2 -> reference == texel;
            case 3 -> reference <= texel;
            case 4 -> reference > texel;
            case 5 -> reference != texel;
            case 6 -> reference >= texel;
            default -> true;
        };
    }
}
