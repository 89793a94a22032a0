package org.lierne.agc.driver;

import org.lierne.agc.VideoOutputs.BufferLayout;
import org.lierne.gpu.Format;

/** Pixel formats of display buffers. Documented: the three that the display library's attribute names. */
final class DisplayPixels {
    private static final long BLUE_GREEN_RED = 0x8000000000000000L;
    private static final long RED_GREEN_BLUE = 0x8000000022000000L;
    private static final long TEN_BIT = 0x8100000622000000L;

    private DisplayPixels() {}

    static Format format(BufferLayout layout) {
        if (layout.format() == BLUE_GREEN_RED) {
            return Format.B8G8R8A8_UNORM;
        }
        if (layout.format() == RED_GREEN_BLUE) {
            return Format.R8G8B8A8_UNORM;
        }
        if (layout.format() == TEN_BIT) {
            return Format.A2B10G10R10_UNORM_PACK32;
        }
        throw new WorkRefused("refused at flip: pixel format 0x%016x is not known".formatted(layout.format()));
    }

    /** The bytes are read as the display reads them, whatever they were drawn as. */
    static Picture picture(byte[] texels, Format stored, Format shown, int width, int height) {
        byte[] rgb = new byte[3 * width * height];
        if (stored.blockBytes() != 4) {
            throw new WorkRefused("refused at screenshot: format " + stored);
        }
        for (int i = 0; i < width * height; i++) {
            switch (shown) {
                case B8G8R8A8_UNORM -> {
                    rgb[3 * i] = texels[4 * i + 2];
                    rgb[3 * i + 1] = texels[4 * i + 1];
                    rgb[3 * i + 2] = texels[4 * i];
                }
                case R8G8B8A8_UNORM -> System.arraycopy(texels, 4 * i, rgb, 3 * i, 3);
                default -> {
                    int word = texels[4 * i] & 0xFF | (texels[4 * i + 1] & 0xFF) << 8 | (texels[4 * i + 2] & 0xFF) << 16
                            | texels[4 * i + 3] << 24;
                    rgb[3 * i] = (byte) (word >>> 2);
                    rgb[3 * i + 1] = (byte) (word >>> 12);
                    rgb[3 * i + 2] = (byte) (word >>> 22);
                }
            }
        }
        return new Picture(width, height, rgb);
    }
}
