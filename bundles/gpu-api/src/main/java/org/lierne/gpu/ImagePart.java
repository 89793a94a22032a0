package org.lierne.gpu;

/**
 * A box of texels of one level.
 *
 * @param aspect    part of the texels
 * @param mip       level
 * @param baseLayer first layer
 * @param layers    layers
 */
public record ImagePart(Aspect aspect, int mip, int baseLayer, int layers, int x, int y, int z, int width, int height,
        int depth) {
    /** A whole level with all its layers. */
    public static ImagePart level(ImageSpec image, int mip) {
        return of(image, mip, 0, image.layers());
    }

    /** Some layers of a level. */
    public static ImagePart of(ImageSpec image, int mip, int baseLayer, int layers) {
        return new ImagePart(image.format().mainAspect(), mip, baseLayer, layers, 0, 0, 0, image.widthOf(mip),
                image.heightOf(mip), image.depthOf(mip));
    }

    public ImagePart withAspect(Aspect other) {
        return new ImagePart(other, mip, baseLayer, layers, x, y, z, width, height, depth);
    }

    /** Bytes of the texels when they are tightly packed. */
    public long bytes(Format format) {
        return format.bytes(aspect, width, height, depth, layers);
    }
}
