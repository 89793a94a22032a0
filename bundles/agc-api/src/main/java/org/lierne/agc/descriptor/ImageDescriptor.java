package org.lierne.agc.descriptor;

import org.jspecify.annotations.Nullable;

/**
 * An image descriptor (T#), eight words. Documented: GFX10 image resource. Sizes are in texels of the base level.
 *
 * @param type      null where the TYPE field names no image
 * @param minLod    unsigned 4.8 fixed point, in levels of the whole surface
 * @param depth     slices of a 3D image; else last array slice + 1 (a pitch for linear images is not read as a depth)
 * @param firstSlice first array slice
 * @param selects   four 3-bit selectors: 0 zero, 1 one, 4..7 x..w
 * @param mode      swizzle mode, 0 linear
 */
public record ImageDescriptor(long base, @Nullable ImageType type, int minLod, int format, int width, int height,
        int depth, int firstSlice, int selects, int baseLevel, int lastLevel, int mode, int maxMip,
        boolean isCompressed) {
    /** @param at index of word 0 */
    public static ImageDescriptor of(int[] words, int at) {
        int w1 = words[at + 1];
        int w2 = words[at + 2];
        int w3 = words[at + 3];
        int w4 = words[at + 4];
        return new ImageDescriptor((Integer.toUnsignedLong(words[at]) | (w1 & 0xFFL) << 32) << 8,
                ImageType.of(w3 >>> 28), w1 >>> 8 & 0xFFF, w1 >>> 20 & 0x1FF, (w1 >>> 30 | (w2 & 0xFFF) << 2) + 1,
                (w2 >>> 14 & 0x3FFF) + 1, (w4 & 0x1FFF) + 1, w4 >>> 16 & 0x1FFF,
                w3 & 0xFFF, w3 >>> 12 & 0xF, w3 >>> 16 & 0xF, w3 >>> 20 & 0x1F, words[at + 5] >>> 4 & 0xF,
                (words[at + 6] >>> 21 & 1) != 0);
    }

    /** The address of what says how a surface is compressed. @param at index of word 0 */
    public static long metadata(int[] words, int at) {
        return Integer.toUnsignedLong(words[at + 6]) >>> 24 << 8 | Integer.toUnsignedLong(words[at + 7]) << 16;
    }

    /** The same surface of texels in another format. */
    public ImageDescriptor inFormat(int unifiedFormat) {
        return new ImageDescriptor(base, type, minLod, unifiedFormat, width, height, depth, firstSlice, selects, baseLevel, lastLevel, mode,
                maxMip, isCompressed);
    }

    public boolean isMultisampled() {
        return type == ImageType.D2_MSAA || type == ImageType.D2_MSAA_ARRAY;
    }

    /** Samples; a multisampled image's last level is their log2. */
    public int samples() {
        return isMultisampled() ? 1 << lastLevel : 1;
    }

    /** Levels of the whole surface. */
    public int levels() {
        return isMultisampled() ? 1 : Math.max(lastLevel, maxMip) + 1;
    }

    /**
     * Array slices of the surface that the descriptor reaches, from slice 0. A cube has whole faces in sixes, also
     * where first and last slice are equal.
     */
    public int slices() {
        return type == null ? 1 : switch (type) {
            case CUBE -> (Math.max(depth, firstSlice + 1) + 5) / 6 * 6;
            case D1_ARRAY, D2_ARRAY, D2_MSAA_ARRAY -> depth;
            case D1, D2, D3, D2_MSAA -> firstSlice + 1;
        };
    }

    @Override
    public String toString() {
        GuestFormat known = GuestFormat.of(format);
        return "0x%x %s %dx%dx%d %s, slices %d..%d, levels %d..%d of %d, selects 0x%x, swizzle mode %d%s".formatted(
                base, type == null ? "no image" : type, width, height, depth, known == null ? "format " + format
                : known.name(), firstSlice, depth - 1, baseLevel, lastLevel, levels(), selects, mode, isCompressed
                ? ", compressed" : "");
    }
}
