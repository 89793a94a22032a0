package org.lierne.gpu;

/** A colour as the bits of its channels: floats, or integers for integer formats. */
public record ClearColor(int r, int g, int b, int a) {
    public static final ClearColor ZERO = new ClearColor(0, 0, 0, 0);

    public static ClearColor of(float r, float g, float b, float a) {
        return new ClearColor(Float.floatToRawIntBits(r), Float.floatToRawIntBits(g), Float.floatToRawIntBits(b),
                Float.floatToRawIntBits(a));
    }
}
