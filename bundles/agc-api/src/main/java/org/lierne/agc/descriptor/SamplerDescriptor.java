package org.lierne.agc.descriptor;

/**
 * A sampler descriptor (S#), four words. Documented: GFX10 sampler resource.
 *
 * @param clampX 0 wrap, 1 mirror, 2 edge, 3 mirror once edge, 4 half border, 5 mirror once half, 6 border, 7 mirror
 *                      once border
 * @param maxAniso      log2 of the ratio
 * @param compare       depth comparison, 0 never … 7 always
 * @param filterMode    0 blend, 1 minimum, 2 maximum
 * @param minLod        in levels
 * @param magFilter     0 point, 1 linear, 2 anisotropic point, 3 anisotropic linear
 * @param mipFilter     0 none, 1 point, 2 linear
 * @param borderType    0 transparent black, 1 opaque black, 2 white, 3 from the table at {@code borderIndex}
 */
public record SamplerDescriptor(int clampX, int clampY, int clampZ, int maxAniso, int compare, boolean isUnnormalized,
        boolean isCubeWrapOff, int filterMode, float minLod, float maxLod, float lodBias, int magFilter, int minFilter,
        int zFilter, int mipFilter, int borderType, int borderIndex) {
    /** @param at index of word 0 */
    public static SamplerDescriptor of(int[] words, int at) {
        int w0 = words[at];
        int w1 = words[at + 1];
        int w2 = words[at + 2];
        int w3 = words[at + 3];
        return new SamplerDescriptor(w0 & 7, w0 >>> 3 & 7, w0 >>> 6 & 7, w0 >>> 9 & 7, w0 >>> 12 & 7,
                (w0 >>> 15 & 1) != 0, (w0 >>> 28 & 1) != 0, w0 >>> 29 & 3, (w1 & 0xFFF) / 256f,
                (w1 >>> 12 & 0xFFF) / 256f, (w2 << 18 >> 18) / 256f, w2 >>> 20 & 3, w2 >>> 22 & 3, w2 >>> 24 & 3,
                w2 >>> 26 & 3, w3 >>> 30, w3 & 0xFFF);
    }
}
