package org.lierne.recompiler.program;

/**
 * The fields of an S# that may shape code. Filters and address modes are part of a variant's key only beside images whose sampling is
 * written out in the module, and address modes that no host has always; else they read as 0. Documented: RDNA 2 ISA, "Image Sampler Descriptor".
 *
 * @param clampX       address mode along x: 0 wrap, 1 mirror, 2 edge, 3 mirror once, 4 and up with a border
 * @param clampY       along y
 * @param isUnnormalized FORCE_UNNORMALIZED: coordinates are texels
 * @param isDegamma    FORCE_DEGAMMA: texels are sRGB
 * @param reduction    FILTER_MODE: 0 blend, 1 minimum, 2 maximum
 * @param magFilter    0 point, 1 linear, 2 and 3 anisotropic
 * @param minFilter    the same
 * @param mipFilter    0 none, 1 point, 2 linear
 */
public record SamplerBits(int clampX, int clampY, boolean isUnnormalized, boolean isDegamma, int reduction, int magFilter, int minFilter,
        int mipFilter) {
    /** Word 0: both address modes. */
    public static final int CLAMPS = 0x3f;
    /** Word 0: what always shapes code. */
    public static final int FORMS = 1 << 15 | 1 << 20 | 3 << 29;
    /** Word 2: the filters. */
    public static final int FILTERS = 0xf << 20 | 3 << 26;

    /** Whether hosts have an address mode: not those that end half way to the border, nor the one that mirrors once up to it. */
    public static boolean isHosted(int clamp) {
        return clamp < 4 || clamp == 6;
    }

    public static SamplerBits of(DescriptorWords words) {
        int w0 = words.word(0);
        int w2 = words.word(2);
        return new SamplerBits(w0 & 7, w0 >>> 3 & 7, (w0 >>> 15 & 1) != 0, (w0 >>> 20 & 1) != 0, w0 >>> 29 & 3, w2 >>> 20 & 3,
                w2 >>> 22 & 3, w2 >>> 26 & 3);
    }
}
