package org.lierne.lib.png_dec;

import java.nio.ByteBuffer;

/**
 * What the header of a picture says. Documented: the PNG specification (second edition), section 11.2.2.
 *
 * @param depth bits of a sample, or of a palette's index
 */
record PngHeader(int width, int height, int depth, Color color, boolean isInterlaced) {
    static final long SIGNATURE = 0x89504E47_0D0A1A0AL;
    /** Bytes of the signature and the header chunk. */
    static final int BYTES = 33;
    private static final int LENGTH = 13;
    private static final int TYPE = 0x49484452;

    /** Kinds of pixels: their number in the file, samples, and their number among the library's color spaces. */
    enum Color {
        GRAY(0, 1, 2, 1 | 2 | 4 | 8 | 16),
        RGB(2, 3, 3, 8 | 16),
        PALETTE(3, 1, 4, 1 | 2 | 4 | 8),
        GRAY_ALPHA(4, 2, 18, 8 | 16),
        RGB_ALPHA(6, 4, 19, 8 | 16);

        private final int number;
        final int samples;
        final int space;
        private final int depths;

        Color(int number, int samples, int space, int depths) {
            this.number = number;
            this.samples = samples;
            this.space = space;
            this.depths = depths;
        }
    }

    static PngHeader of(ByteBuffer file) throws PngRefused {
        if (file.limit() < BYTES || file.getLong(0) != SIGNATURE || file.getInt(8) != LENGTH || file.getInt(12) != TYPE) {
            throw new PngRefused("no header");
        }
        int depth = file.get(24);
        for (Color color : Color.values()) {
            boolean isKnown = color.number == file.get(25) && Integer.bitCount(depth) == 1 && (color.depths & depth) != 0;
            boolean isPlain = file.get(26) == 0 && file.get(27) == 0 && (file.get(28) & ~1) == 0;
            if (isKnown && isPlain && file.getInt(16) > 0 && file.getInt(20) > 0) {
                return new PngHeader(file.getInt(16), file.getInt(20), depth, color, file.get(28) == 1);
            }
        }
        throw new PngRefused("a header that is not described");
    }

    /** Bytes of a row of so many pixels, without its filter's byte. */
    long rowBytes(int pixels) {
        return ((long) pixels * color.samples * depth + 7) / 8;
    }

    /** Bytes from a sample to the one that a filter looks back to. */
    int filterStep() {
        return Math.max(1, color.samples * depth / 8);
    }
}
