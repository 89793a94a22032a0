package org.lierne.recompiler.core.interpreter;

/**
 * A sampler descriptor taken apart. Documented: RDNA 2 ISA, "Image Sampler Descriptor".
 *
 * @param clamp        how each axis goes on past the edge
 * @param compare      0 never, 1 less, 2 equal, 3 less or equal, 4 greater, 5 not equal, 6 greater or equal, 7 always
 * @param unnormalized whether coordinates count texels
 * @param magnified    whether the filter for magnification is linear
 * @param minified     the same for minification
 * @param deep         the same along z
 * @param border       0 transparent black, 1 black, 2 white, 3 from a table
 * @param plain        whether it blends, and does not take the smallest or greatest texel
 */
record SamplerResource(int[] clamp, int compare, boolean unnormalized, boolean magnified, boolean minified, boolean deep, int border,
        boolean plain) {
    static final int BORDER = 6;
    private static final int WRAP = 0;
    private static final int MIRROR = 1;
    private static final int EDGE = 2;
    private static final int MIRROR_ONCE = 3;

    static SamplerResource of(int[] w) {
        return new SamplerResource(new int[] {w[0] & 7, w[0] >>> 3 & 7, w[0] >>> 6 & 7}, w[0] >>> 12 & 7, (w[0] >>> 15 & 1) != 0,
                (w[2] >>> 20 & 1) != 0, (w[2] >>> 22 & 1) != 0, (w[2] >>> 24 & 3) == 2, w[3] >>> 30, (w[0] >>> 29 & 3) == 0);
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
