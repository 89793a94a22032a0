package org.lierne.gpu;

/**
 * A way of seeing an image.
 *
 * @param kind      dimensions
 * @param format    format in which texels are read
 * @param swizzle   sources of the channels
 * @param aspect    which part of a texel; a depth target's view names {@link Aspect#DEPTH} and takes the stencil along
 * @param baseMip   first level
 * @param mips      levels
 * @param baseLayer first layer, or first slice of a {@link ImageKind#D3} image seen as 2D
 * @param layers    layers
 * @param minLod    smallest level that may be read, counted from the image's level 0; other than 0 needs
 *                  {@link GpuFeature#IMAGE_VIEW_MIN_LOD}
 */
public record ViewSpec(ViewKind kind, Format format, Swizzle swizzle, Aspect aspect, int baseMip, int mips,
        int baseLayer, int layers, float minLod) {
    /** Everything an image has, in its own format. */
    public static ViewSpec whole(ImageSpec image) {
        ViewKind kind = switch (image.kind()) {
            case D1 -> image.layers() > 1 ? ViewKind.D1_ARRAY : ViewKind.D1;
            case D2 -> image.isCube() ? image.layers() > 6 ? ViewKind.CUBE_ARRAY : ViewKind.CUBE
                    : image.layers() > 1 ? ViewKind.D2_ARRAY : ViewKind.D2;
            case D3 -> ViewKind.D3;
        };
        return new ViewSpec(kind, image.format(), Swizzle.IDENTITY, image.format().mainAspect(), 0, image.mips(), 0,
                image.layers(), 0);
    }

    public ViewSpec withKind(ViewKind other) {
        return new ViewSpec(other, format, swizzle, aspect, baseMip, mips, baseLayer, layers, minLod);
    }

    public ViewSpec withFormat(Format other) {
        return new ViewSpec(kind, other, swizzle, aspect, baseMip, mips, baseLayer, layers, minLod);
    }

    public ViewSpec withSwizzle(Swizzle other) {
        return new ViewSpec(kind, format, other, aspect, baseMip, mips, baseLayer, layers, minLod);
    }

    public ViewSpec withAspect(Aspect other) {
        return new ViewSpec(kind, format, swizzle, other, baseMip, mips, baseLayer, layers, minLod);
    }

    public ViewSpec withMips(int first, int count) {
        return new ViewSpec(kind, format, swizzle, aspect, first, count, baseLayer, layers, minLod);
    }

    public ViewSpec withLayers(int first, int count) {
        return new ViewSpec(kind, format, swizzle, aspect, baseMip, mips, first, count, minLod);
    }
}
