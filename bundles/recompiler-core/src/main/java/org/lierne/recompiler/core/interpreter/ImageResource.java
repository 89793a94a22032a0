package org.lierne.recompiler.core.interpreter;

/**
 * An image descriptor taken apart. Documented: RDNA 2 ISA, "Image Resource Descriptor".
 *
 * @param base       byte address
 * @param format     unified format number
 * @param width      texels of a row
 * @param height     rows
 * @param depth      slices of a 3D image; else the last slice plus one
 * @param firstSlice slice that 0 stands for
 * @param selectors  destination selects of the four channels, 3 bits each
 * @param levels     mip levels
 * @param tiling     swizzle mode, 0 linear
 * @param type       8 to 15: 1D, 2D, 3D, cube, 1D array, 2D array, 2D of several samples, array of those
 */
record ImageResource(long base, int format, int width, int height, int depth, int firstSlice, int selectors, int levels, int tiling,
        int type) {
    static final int TYPE_3D = 10;
    private static final int PITCH_ALIGNMENT = 256;

    static ImageResource of(int[] w) {
        int type = w[3] >>> 28;
        boolean samples = type >= 14;
        return new ImageResource((w[0] & 0xffffffffL | (w[1] & 0xffL) << 32) << 8, w[1] >>> 20 & 0x1ff,
                (w[1] >>> 30 | (w[2] & 0xfff) << 2) + 1, (w[2] >>> 14 & 0x3fff) + 1, (w[4] & 0x1fff) + 1, w[4] >>> 16 & 0x1fff,
                w[3] & 0xfff, samples ? 1 : (w[3] >>> 16 & 15) + 1, w[3] >>> 20 & 31, type);
    }

    /** Whether all words of the descriptor were zero: such an image reads zero and drops writes. */
    boolean isNull() {
        return type == 0;
    }

    /** Slices that an index may name. */
    int slices() {
        return type == TYPE_3D ? depth : Math.max(0, depth - firstSlice);
    }

    boolean holds(int x, int y, int slice) {
        return x >= 0 && x < width && y >= 0 && y < height && slice >= 0 && slice < slices();
    }

    /** Where a texel lies in a linear image: rows start at multiples of 256 bytes, slices follow each other. */
    long address(int x, int y, int slice, int texelBytes) {
        long row = ((long) width * texelBytes + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
        long start = type == TYPE_3D ? slice : slice + firstSlice;
        return base + (start * height + y) * row + (long) x * texelBytes;
    }
}
