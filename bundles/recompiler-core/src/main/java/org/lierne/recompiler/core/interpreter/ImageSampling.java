package org.lierne.recompiler.core.interpreter;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.Effect.Image;

/**
 * A sample, gather or level query of one lane.
 *
 * <p>Blends go on a grid of 1/256 between texels, rounded to even (rule C-021), and likewise between levels; integers are never blended
 * (rule A-035). The descriptor's type says what the coordinates are (rules, B-001). Implicit levels come from
 * the differences within the quad (decision B-001).
 */
final class ImageSampling {
    private static final int GRID = 256;
    private static final int CHANNELS = 4;
    private static final int FACES = 6;
    private static final int DIM_CUBE = 3;
    private static final int DIM_1D_ARRAY = 4;
    private static final int BLENDED_LEVELS = 2;

    private final ImageTexels texels;
    private final ImageResource image;
    private final SamplerResource sampler;
    private final Image access;
    private final ImageAddresses at;
    private final ImageAddresses @Nullable [] quad;
    private final boolean counts;
    private final int dim;

    /**
     * @param quad the addresses of the quad's lanes, for levels that come from them
     * @param isUnnormalized the instruction's own word that coordinates are texels
     */
    ImageSampling(ImageTexels texels, SamplerResource sampler, Image access, ImageAddresses at, ImageAddresses @Nullable [] quad,
            boolean isUnnormalized, int dim) {
        this.texels = texels;
        this.image = texels.image();
        this.sampler = sampler;
        this.access = access;
        this.at = at;
        this.quad = quad;
        this.counts = sampler.unnormalized() || isUnnormalized;
        this.dim = dim;
    }

    // Levels.

    /** The level before it is clamped to those there are. */
    private double level() {
        double level = switch (access.lod()) {
            case ZERO -> 0;
            case EXPLICIT -> at.lastReal() + sampler.bias();
            case IMPLICIT, NONE -> fromQuad() + sampler.bias();
            case BIAS -> fromQuad() + sampler.bias() + at.bias();
            case DERIVATIVES, COARSE_DERIVATIVES -> Math.log(Math.max(length(at.ddx()), length(at.ddy()))) / Math.log(2) + sampler.bias();
        };
        return access.clamp() ? Math.max(level, at.lastReal()) : level;
    }

    private double fromQuad() {
        if (quad == null || counts) {
            return 0;
        }
        double x = 0;
        double y = 0;
        for (int i = 0; i < image.axes(); i++) {
            double dx = (quad[1].real(i) - quad[0].real(i)) * size(i, 0);
            double dy = (quad[2].real(i) - quad[0].real(i)) * size(i, 0);
            x += dx * dx;
            y += dy * dy;
        }
        return Math.log(Math.max(x, y)) / Math.log(2) / 2;
    }

    /** Of a derivative, in texels of level 0. */
    private double length(float[] derivative) {
        double sum = 0;
        for (int i = 0; i < Math.min(derivative.length, image.axes()); i++) {
            double texels = derivative[i] * (double) size(i, 0);
            sum += texels * texels;
        }
        return Math.sqrt(sum);
    }

    /** As the sampler, the image and its levels allow. */
    private double clamped(double level) {
        double most = image.levels() - 1;
        double least = Math.max(sampler.minLod(), image.minLod() / 256.0 - image.baseLevel());
        double allowed = Math.clamp(Double.isNaN(level) ? 0 : level, least, Math.max(least, sampler.maxLod()));
        return Math.clamp(allowed, 0, most);
    }

    /** Bits of the clamped level, and of the level before. */
    int[] levels() {
        double level = level();
        return new int[] {Float.floatToRawIntBits((float) clamped(level)), Float.floatToRawIntBits((float) level), 0, 0};
    }

    // Texels.

    int[] sample() {
        if (image.isNull()) {
            return new int[CHANNELS];
        }
        double level = level();
        double limited = Math.clamp(Double.isNaN(level) ? 0 : level, sampler.minLod(), Math.max(sampler.minLod(), sampler.maxLod()));
        boolean isLinear = (limited > 0 ? sampler.minFilter() : sampler.magFilter()) == SamplerResource.LINEAR && !texels.format().isInteger();
        double chosen = sampler.mipFilter() == 0 ? 0 : clamped(level);
        if (sampler.mipFilter() < BLENDED_LEVELS || texels.format().isInteger()) {
            return filtered((int) Math.floor(chosen + 0.5), isLinear);
        }
        int lower = (int) Math.floor(chosen);
        double share = onGrid(chosen - lower);
        int[] near = filtered(lower, isLinear);
        return share == 0 ? near : blended(near, filtered(Math.min(lower + 1, image.levels() - 1), isLinear), share);
    }

    private static int[] blended(int[] near, int[] far, double share) {
        int[] result = new int[CHANNELS];
        for (int c = 0; c < CHANNELS; c++) {
            double sum = Float.intBitsToFloat(near[c]) * (1 - share) + Float.intBitsToFloat(far[c]) * share;
            result[c] = Float.floatToRawIntBits((float) sum);
        }
        return result;
    }

    private int size(int axis, int level) {
        return axis == 0 ? image.width(level) : axis == 1 ? image.height(level) : image.slices(level);
    }

    /** Where the sample lies along an axis, in texels of a level. */
    private double along(int axis, int level) {
        double coordinate = at.real(axis);
        if (image.type() == ImageResource.TYPE_CUBE) {
            coordinate -= 1;
        }
        return (counts ? coordinate : (double) (float) (coordinate * size(axis, level))) + at.offset(axis);
    }

    /** The layer or face; 0 where the image has none, and where the instruction names none. */
    private int layer() {
        if (!image.isLayered()) {
            return 0;
        }
        double value = at.real(dim == DIM_1D_ARRAY ? 1 : 2);
        if (image.type() != ImageResource.TYPE_CUBE) {
            return (int) Math.clamp(Math.rint(value), 0, Math.max(0, image.slices(0) - 1));
        }
        int face = dim == DIM_CUBE ? (int) Math.max(0, Math.rint(value)) : 0;
        return image.slices(0) > FACES ? Math.min((face >> 3) * FACES + (face & 7), image.slices(0) - 1) : Math.min(face, FACES - 1);
    }

    private int[] filtered(int level, boolean isLinear) {
        int axes = image.axes();
        int layer = layer();
        int[] start = new int[3];
        double[] weight = new double[3];
        for (int i = 0; i < axes; i++) {
            boolean blends = isLinear && (i < 2 || sampler.deep());
            double along = along(i, level) - (blends ? 0.5 : 0);
            start[i] = (int) Math.floor(along);
            weight[i] = blends ? onGrid(along - Math.floor(along)) : 0;
        }
        double[] sums = new double[CHANNELS];
        int[] only = null;
        boolean isFirst = true;
        for (int corner = 0; corner < 1 << axes; corner++) {
            double share = 1;
            int[] index = start.clone();
            for (int i = 0; i < axes; i++) {
                share *= (corner >> i & 1) != 0 ? weight[i] : 1 - weight[i];
                index[i] += corner >> i & 1;
            }
            if (share == 0) {
                continue;
            }
            int[] texel = texel(index, layer, level);
            only = share == 1 ? texel : only;
            for (int c = 0; c < CHANNELS; c++) {
                double value = Float.intBitsToFloat(texel[c]);
                sums[c] = switch (sampler.reduction()) {
                    case 1 -> isFirst ? value : Math.min(sums[c], value);
                    case 2 -> isFirst ? value : Math.max(sums[c], value);
                    default -> sums[c] + share * value;
                };
            }
            isFirst = false;
        }
        if (only != null) {
            return only;
        }
        int[] result = new int[CHANNELS];
        for (int c = 0; c < CHANNELS; c++) {
            result[c] = Float.floatToRawIntBits((float) sums[c]);
        }
        return result;
    }

    private static double onGrid(double share) {
        return Math.rint(share * GRID) / GRID;
    }

    /** A texel, or the border; of a comparison, 1 or 0 in all channels. */
    private int[] texel(int[] index, int layer, int level) {
        int[] place = {wrapped(0, index[0], level), image.axes() > 1 ? wrapped(1, index[1], level) : 0,
            image.axes() > 2 ? wrapped(2, index[2], level) : layer, level};
        if (!access.compare()) {
            return texels.holds(place) ? texels.load(place) : border();
        }
        int depth = texels.holds(place) ? texels.first(place) : sampler.border() == 2 ? Float.floatToRawIntBits(1) : 0;
        boolean passes = texels.format().isDepth() && sampler.passes(at.reference(), Float.intBitsToFloat(depth));
        return texels.format().isDepth() ? texels.format().compared(passes ? Float.floatToRawIntBits(1) : 0) : new int[CHANNELS];
    }

    private int wrapped(int axis, int index, int level) {
        return SamplerResource.wrapped(sampler.clamp()[axis], index, size(axis, level));
    }

    private int[] border() {
        int one = texels.format().isInteger() ? 1 : Float.floatToRawIntBits(1);
        return texels.format().border(sampler.border() == 2 ? one : 0, sampler.border() == 0 ? 0 : one);
    }

    /** A channel of the four texels that a blend would take: lower left, lower right, upper right, upper left. */
    int[] gathered(int channel) {
        int[][] corners = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
        int[] four = new int[CHANNELS];
        boolean isPlain = access.lod() == Image.Lod.IMPLICIT && !access.clamp();
        int used = sampler.mipFilter() == 0 ? 0 : (int) Math.floor(clamped(isPlain ? 0 : level()) + 0.5);
        for (int i = 0; i < corners.length && !image.isNull(); i++) {
            int[] index = new int[3];
            for (int axis = 0; axis < image.axes(); axis++) {
                double along = along(axis, used);
                index[axis] = axis < 2 ? (int) Math.floor(along - 0.5) + corners[i][axis] : (int) Math.floor(along);
            }
            four[i] = texel(index, layer(), used)[channel];
        }
        return four;
    }
}
