package org.lierne.recompiler.core.interpreter;

/**
 * An image descriptor taken apart. Documented: RDNA 2 ISA, "Image Resource Descriptor".
 *
 * @param words      the descriptor
 * @param base       byte address
 * @param minLod     the smallest level, in 1/256 levels of the whole surface
 * @param format     unified format number
 * @param width      texels of a row of level 0
 * @param height     rows
 * @param depth      slices of a 3D image; else the last slice plus one
 * @param firstSlice slice that 0 stands for
 * @param selectors  destination selects of the four channels, 3 bits each
 * @param baseLevel  level that 0 stands for
 * @param lastLevel  the last level
 * @param maxMip     the last level of the surface
 * @param tiling     swizzle mode, 0 linear
 * @param type       8 to 15: 1D, 2D, 3D, cube, 1D array, 2D array, 2D of several samples, array of those
 */
record ImageResource(int[] words, long base, int minLod, int format, int width, int height, int depth, int firstSlice, int selectors,
        int baseLevel, int lastLevel, int maxMip, int tiling, int type) {
    static final int TYPE_1D = 8;
    static final int TYPE_2D = 9;
    static final int TYPE_3D = 10;
    static final int TYPE_CUBE = 11;
    static final int TYPE_1D_ARRAY = 12;
    static final int TYPE_2D_ARRAY = 13;
    private static final int PITCH_ALIGNMENT = 256;

    static ImageResource of(int[] w) {
        int type = w[3] >>> 28;
        boolean samples = type >= 14;
        boolean flat = type == TYPE_1D || type == TYPE_1D_ARRAY;
        return new ImageResource(w, (w[0] & 0xffffffffL | (w[1] & 0xffL) << 32) << 8, w[1] >>> 8 & 0xfff, w[1] >>> 20 & 0x1ff,
                (w[1] >>> 30 | (w[2] & 0xfff) << 2) + 1, flat ? 1 : (w[2] >>> 14 & 0x3fff) + 1, (w[4] & 0x1fff) + 1, w[4] >>> 16 & 0x1fff,
                w[3] & 0xfff, samples ? 0 : w[3] >>> 12 & 15, samples ? 0 : w[3] >>> 16 & 15, w[5] >>> 4 & 15, w[3] >>> 20 & 31, type);
    }

    /** Whether it names no image: such an image reads zero and drops writes. */
    boolean isNull() {
        return type < TYPE_1D || base == 0;
    }

    /** Levels that a level number may name. */
    int levels() {
        return Math.max(0, lastLevel - baseLevel) + 1;
    }

    int width(int level) {
        return Math.max(1, width >>> baseLevel + level);
    }

    int height(int level) {
        return Math.max(1, height >>> baseLevel + level);
    }

    /** Slices that an index may name. */
    int slices(int level) {
        return switch (type) {
            case TYPE_3D -> Math.max(1, depth >>> baseLevel + level);
            case TYPE_1D, TYPE_2D -> 1;
            case TYPE_CUBE -> Math.max(6, (depth - firstSlice) / 6 * 6);
            default -> Math.max(0, depth - firstSlice);
        };
    }

    boolean isLayered() {
        return type >= TYPE_CUBE;
    }

    /** Axes along which texels are filtered. */
    int axes() {
        return type == TYPE_1D || type == TYPE_1D_ARRAY ? 1 : type == TYPE_3D ? 3 : 2;
    }

    boolean holds(int x, int y, int slice, int level) {
        return level >= 0 && level < levels() && x >= 0 && x < width(level) && y >= 0 && y < height(level) && slice >= 0
                && slice < slices(level);
    }

    /** The slice of the surface that an index names. */
    int surfaceSlice(int slice) {
        return type == TYPE_3D ? slice : slice + firstSlice;
    }

    /**
     * Where a texel lies in a linear image: rows start at multiples of 256 bytes, the smallest level comes first, and slices follow each
     * other with all their levels.
     */
    long linearAddress(int x, int y, int slice, int level, int texelBytes) {
        int wanted = baseLevel + level;
        int last = Math.max(lastLevel, maxMip);
        long start = 0;
        long group = 0;
        for (int each = last; each >= 0; each--) {
            start = each == wanted ? group : start;
            group += rowBytes(each, texelBytes) * room(height, each);
        }
        return base + surfaceSlice(slice) * group + start + y * rowBytes(wanted, texelBytes) + (long) x * texelBytes;
    }

    private long rowBytes(int level, int texelBytes) {
        return ((long) room(width, level) * texelBytes + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    }

    /** What a level has room for: the size of level 0, rounded up at each halving. */
    private static int room(int size, int level) {
        return Math.max(1, size + (1 << level) - 1 >> level);
    }
}
