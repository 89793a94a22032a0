package org.lierne.recompiler.program;

/**
 * The fields of a T# that shape code; a variant's key holds no others. Documented: RDNA 2 ISA, "Image Resource Descriptor".
 *
 * @param type     TYPE field: 8 and up are images
 * @param format   unified format number
 * @param selects  destination selects of the four channels, 3 bits each: 0 zero, 1 one, 4 to 7 the channels
 * @param isOneSlice whether a 3D image is one slice deep; false for other types
 * @param isCubeArray whether a cube has more than six slices; false for other types
 * @param isLevelZeroAlone whether the view's one level is level 0; kept for images where a rule asks for it, else false
 * @param isCompressed whether metadata compresses it
 * @param tiling   swizzle mode; kept for formats of sample masks, else 0
 */
public record ImageBits(int type, int format, int selects, boolean isOneSlice, boolean isCubeArray, boolean isLevelZeroAlone,
        boolean isCompressed, int tiling) {
    public static final int D1 = 8;
    public static final int D2 = 9;
    public static final int D3 = 10;
    public static final int CUBE = 11;
    public static final int D1_ARRAY = 12;
    public static final int D2_ARRAY = 13;
    public static final int D2_MSAA = 14;
    public static final int D2_MSAA_ARRAY = 15;

    private static final int UINT_8_8_8_8 = 60;
    /** x, y, z, w. */
    private static final int UNSELECTED = 4 | 5 << 3 | 6 << 6 | 7 << 9;

    /** The formats that say which fragment each sample has: 156 to 168. */
    public boolean isSampleMask() {
        return isSampleMask(format);
    }

    /** Whether a format number is one of those. */
    public static boolean isSampleMask(int format) {
        return format >= 156 && format <= 168;
    }

    /** Formats of three normalised channels of 10 and 11 bits: the host has none, so sampling is written out. */
    public static boolean isConverted(int format) {
        return format == 30;
    }

    private static final String[] NAMES = {"1D", "2D", "3D", "cube", "1D array", "2D array", "2D of several samples",
        "2D array of several samples"};

    /** Whether a sampler's filters and the image's levels decide how samples of it are written (rules C-021, C-035, C-036). */
    public boolean isSamplingWritten() {
        return isConverted(format) || type == D3 || format == UINT_8_8_8_8;
    }

    public static ImageBits of(DescriptorWords words) {
        int type = words.word(3) >>> 28;
        int levels = words.word(3) >>> 12 & 0xff;
        int last = words.word(4) & 0x1fff;
        int first = words.word(4) >>> 16 & 0x1fff;
        return new ImageBits(type, words.word(1) >>> 20 & 0x1ff, words.word(3) & 0xfff, type == D3 && last == 0,
                type == CUBE && last - first >= 6, levels == 0, (words.word(6) >>> 21 & 1) != 0, words.word(3) >>> 20 & 0x1f);
    }

    /** The select of an output channel. */
    public int select(int channel) {
        return selects >>> 3 * channel & 7;
    }

    /** Whether every output channel is the texel's own. */
    public boolean isUnselected() {
        return selects == UNSELECTED;
    }

    @Override
    public String toString() {
        return (type < D1 ? "no image (type " + type + ")" : NAMES[type - D1]) + ", format " + format + " (" + UnifiedFormat.numericClass(format)
                + "), selects 0x" + Integer.toHexString(selects);
    }
}
