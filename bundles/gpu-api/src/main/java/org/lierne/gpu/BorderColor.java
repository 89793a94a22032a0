package org.lierne.gpu;

/**
 * Colour outside the image: one of the fixed ones, or any where the device has {@link
 * GpuFeature#CUSTOM_BORDER_COLOR_WITHOUT_FORMAT}.
 */
public sealed interface BorderColor {
    /** Fixed colours. The integer ones are for integer formats. */
    enum Fixed implements BorderColor {
        TRANSPARENT_BLACK, OPAQUE_BLACK, OPAQUE_WHITE, INT_TRANSPARENT_BLACK, INT_OPAQUE_BLACK, INT_OPAQUE_WHITE
    }

    /**
     * Any colour, as the bits of its four channels.
     *
     * @param isInteger the bits are integers, not floats
     */
    record Custom(int r, int g, int b, int a, boolean isInteger) implements BorderColor {}
}
