package org.lierne.gpu;

import org.jspecify.annotations.Nullable;

/**
 * A sampler.
 *
 * @param mag           filter where a texel covers more than a pixel
 * @param min           filter where it covers less
 * @param mip           filter between levels
 * @param u             outside in x
 * @param v             outside in y
 * @param w             outside in z
 * @param lodBias       added to the level
 * @param minLod        smallest level
 * @param maxLod        largest level
 * @param maxAnisotropy 1 for none
 * @param compare       comparison against the reference, or null for none
 * @param reduction     how texels are put together
 * @param border        colour outside
 * @param isUnnormalized coordinates are texels
 */
public record SamplerSpec(Filter mag, Filter min, Filter mip, AddressMode u, AddressMode v, AddressMode w,
        float lodBias, float minLod, float maxLod, float maxAnisotropy, @Nullable CompareOp compare,
        Reduction reduction, BorderColor border, boolean isUnnormalized) {
    /** A level without limit. */
    public static final float LOD_NO_LIMIT = 1000;

    /** No comparison, no bias, no anisotropy, all levels, one address mode and one filter for everything. */
    public static SamplerSpec of(Filter filter, AddressMode address) {
        return new SamplerSpec(filter, filter, filter, address, address, address, 0, 0, LOD_NO_LIMIT, 1, null,
                Reduction.AVERAGE, BorderColor.Fixed.TRANSPARENT_BLACK, false);
    }

    public SamplerSpec withCompare(CompareOp op) {
        return new SamplerSpec(mag, min, mip, u, v, w, lodBias, minLod, maxLod, maxAnisotropy, op, reduction, border,
                isUnnormalized);
    }

    public SamplerSpec withBorder(BorderColor color) {
        return new SamplerSpec(mag, min, mip, u, v, w, lodBias, minLod, maxLod, maxAnisotropy, compare, reduction,
                color, isUnnormalized);
    }
}
