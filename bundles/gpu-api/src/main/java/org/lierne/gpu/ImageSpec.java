package org.lierne.gpu;

import java.util.Set;

/**
 * An image to make.
 *
 * @param kind    dimensions
 * @param format  texel format; views may read it as another one of the same size when {@code isMutable}
 * @param width   texels
 * @param height  texels, 1 for {@link ImageKind#D1}
 * @param depth   texels, 1 except for {@link ImageKind#D3}
 * @param mips    levels, from 1
 * @param layers  array layers, from 1; a cube has 6 for each element
 * @param samples 1, 2, 4, 8 or 16
 * @param uses    what it is used for
 * @param isMutable views may have another format of the same texel size
 * @param isCube  views may be cubes
 */
public record ImageSpec(ImageKind kind, Format format, int width, int height, int depth, int mips, int layers,
        int samples, Set<ImageUse> uses, boolean isMutable, boolean isCube) {
    public ImageSpec {
        uses = Set.copyOf(uses);
    }

    /** A single-sample 2D image of one level and layer. */
    public static ImageSpec of2d(Format format, int width, int height, ImageUse... uses) {
        return new ImageSpec(ImageKind.D2, format, width, height, 1, 1, 1, 1, Set.of(uses), false, false);
    }

    public ImageSpec withMips(int count) {
        return new ImageSpec(kind, format, width, height, depth, count, layers, samples, uses, isMutable, isCube);
    }

    public ImageSpec withLayers(int count) {
        return new ImageSpec(kind, format, width, height, depth, mips, count, samples, uses, isMutable, isCube);
    }

    public ImageSpec withSamples(int count) {
        return new ImageSpec(kind, format, width, height, depth, mips, layers, count, uses, isMutable, isCube);
    }

    public ImageSpec withMutableFormat() {
        return new ImageSpec(kind, format, width, height, depth, mips, layers, samples, uses, true, isCube);
    }

    /** The same as a cube: six layers for each of {@code cubes}. */
    public ImageSpec asCube(int cubes) {
        return new ImageSpec(kind, format, width, height, depth, mips, 6 * cubes, samples, uses, isMutable, true);
    }

    /** The width of a level. */
    public int widthOf(int mip) {
        return Math.max(1, width >> mip);
    }

    /** The height of a level. */
    public int heightOf(int mip) {
        return Math.max(1, height >> mip);
    }

    /** The depth of a level. */
    public int depthOf(int mip) {
        return Math.max(1, depth >> mip);
    }
}
