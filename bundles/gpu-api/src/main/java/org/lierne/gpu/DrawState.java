package org.lierne.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a draw that is not shaders, formats, resources, viewports and scissors. A device sets what it can
 * while recording and keeps pipeline variants for the rest. Callers keep the records and pass the same object again
 * where nothing changed.
 *
 * @param topology           primitives
 * @param primitiveRestart   the index of all ones starts a new strip
 * @param raster             culling, filling, bias
 * @param depth              depth test
 * @param stencil            stencil test
 * @param blend              blending
 * @param multisample        samples
 */
public record DrawState(Topology topology, boolean primitiveRestart, Raster raster, Depth depth, Stencil stencil,
        Blend blend, Multisample multisample) {
    /** Triangle list, no culling, no tests, no blending, everything written, to this many colour targets. */
    public static DrawState plain(int targets) {
        return new DrawState(Topology.TRIANGLE_LIST, false, Raster.PLAIN, Depth.OFF, Stencil.OFF, Blend.off(targets),
                Multisample.PLAIN);
    }

    public DrawState withTopology(Topology other) {
        return new DrawState(other, primitiveRestart, raster, depth, stencil, blend, multisample);
    }

    public DrawState withPrimitiveRestart(boolean on) {
        return new DrawState(topology, on, raster, depth, stencil, blend, multisample);
    }

    public DrawState withRaster(Raster other) {
        return new DrawState(topology, primitiveRestart, other, depth, stencil, blend, multisample);
    }

    public DrawState withDepth(Depth other) {
        return new DrawState(topology, primitiveRestart, raster, other, stencil, blend, multisample);
    }

    public DrawState withStencil(Stencil other) {
        return new DrawState(topology, primitiveRestart, raster, depth, other, blend, multisample);
    }

    public DrawState withBlend(Blend other) {
        return new DrawState(topology, primitiveRestart, raster, depth, stencil, other, multisample);
    }

    public DrawState withMultisample(Multisample other) {
        return new DrawState(topology, primitiveRestart, raster, depth, stencil, blend, other);
    }

    /** Which faces are dropped. */
    public enum Cull { NONE, FRONT, BACK, FRONT_AND_BACK }

    /** Which winding is the front. */
    public enum FrontFace { COUNTER_CLOCKWISE, CLOCKWISE }

    /** How polygons are drawn; other than {@link #FILL} needs {@link GpuFeature#FILL_MODE_NON_SOLID}. */
    public enum PolygonMode { FILL, LINE, POINT }

    /**
     * Rasterisation.
     *
     * @param cull             faces dropped
     * @param frontFace        winding of the front
     * @param polygonMode      how polygons are drawn
     * @param depthClamp       depth is clamped to the viewport's range
     * @param depthClip        primitives are clipped at near and far; differing from the opposite of
     *                         {@code depthClamp} needs {@link GpuFeature#DEPTH_CLIP_ENABLE}
     * @param clipMinusOne     clip space depth runs from -w to w; needs {@link GpuFeature#DEPTH_CLIP_CONTROL}
     * @param provokingLast    flat inputs come from the last vertex; needs {@link GpuFeature#PROVOKING_VERTEX_LAST}
     * @param discard          nothing is rasterised
     * @param depthBias        whether the bias is added
     * @param biasConstant     constant factor
     * @param biasClamp        clamp of the bias
     * @param biasSlope        slope factor
     * @param lineWidth        pixels; other than 1 needs {@link GpuFeature#WIDE_LINES}
     */
    public record Raster(Cull cull, FrontFace frontFace, PolygonMode polygonMode, boolean depthClamp,
            boolean depthClip, boolean clipMinusOne, boolean provokingLast, boolean discard, boolean depthBias,
            float biasConstant, float biasClamp, float biasSlope, float lineWidth) {
        public static final Raster PLAIN = new Raster(Cull.NONE, FrontFace.COUNTER_CLOCKWISE, PolygonMode.FILL, false,
                true, false, false, false, false, 0, 0, 0, 1);

        /** Depth clamped to the viewport's range and nothing clipped at near and far, or the other way round. */
        public Raster withDepthClamp(boolean clamps) {
            return new Raster(cull, frontFace, polygonMode, clamps, !clamps, clipMinusOne, provokingLast, discard, depthBias,
                    biasConstant, biasClamp, biasSlope, lineWidth);
        }

        public Raster withCull(Cull faces, FrontFace front) {
            return new Raster(faces, front, polygonMode, depthClamp, depthClip, clipMinusOne, provokingLast, discard,
                    depthBias, biasConstant, biasClamp, biasSlope, lineWidth);
        }
    }

    /** Depth test. The bounds need {@link GpuFeature#DEPTH_BOUNDS}. */
    public record Depth(boolean test, boolean write, CompareOp compare, boolean boundsTest, float minBound,
            float maxBound) {
        public static final Depth OFF = new Depth(false, false, CompareOp.ALWAYS, false, 0, 1);

        /** Test and write without bounds. */
        public static Depth of(boolean write, CompareOp compare) {
            return new Depth(true, write, compare, false, 0, 1);
        }
    }

    /** What happens to a stencil value. */
    public enum StencilOp { KEEP, ZERO, REPLACE, INCREMENT_AND_CLAMP, DECREMENT_AND_CLAMP, INVERT, INCREMENT_AND_WRAP,
            DECREMENT_AND_WRAP }

    /** The stencil test of one face. */
    public record StencilFace(StencilOp fail, StencilOp pass, StencilOp depthFail, CompareOp compare, int compareMask,
            int writeMask, int reference) {
        public static final StencilFace KEEP = new StencilFace(StencilOp.KEEP, StencilOp.KEEP, StencilOp.KEEP,
                CompareOp.ALWAYS, 0xff, 0xff, 0);
    }

    /** Stencil test. */
    public record Stencil(boolean test, StencilFace front, StencilFace back) {
        public static final Stencil OFF = new Stencil(false, StencilFace.KEEP, StencilFace.KEEP);
    }

    /** Factors of blending. The {@code SRC1} ones need {@link GpuFeature#DUAL_SRC_BLEND}. */
    public enum BlendFactor {
        ZERO, ONE, SRC_COLOR, ONE_MINUS_SRC_COLOR, DST_COLOR, ONE_MINUS_DST_COLOR, SRC_ALPHA, ONE_MINUS_SRC_ALPHA,
                DST_ALPHA, ONE_MINUS_DST_ALPHA,
        CONSTANT_COLOR, ONE_MINUS_CONSTANT_COLOR, CONSTANT_ALPHA, ONE_MINUS_CONSTANT_ALPHA, SRC_ALPHA_SATURATE,
                SRC1_COLOR, ONE_MINUS_SRC1_COLOR,
        SRC1_ALPHA, ONE_MINUS_SRC1_ALPHA
    }

    /** How the products are put together. */
    public enum BlendOp { ADD, SUBTRACT, REVERSE_SUBTRACT, MIN, MAX }

    /**
     * Blending of one target.
     *
     * @param writeMask channels written: 1 red, 2 green, 4 blue, 8 alpha
     */
    public record TargetBlend(boolean enable, BlendFactor src, BlendFactor dst, BlendOp op, BlendFactor srcAlpha,
            BlendFactor dstAlpha, BlendOp opAlpha, int writeMask) {
        public static final TargetBlend OFF = new TargetBlend(false, BlendFactor.ONE, BlendFactor.ZERO, BlendOp.ADD,
                BlendFactor.ONE, BlendFactor.ZERO, BlendOp.ADD, 15);
    }

    /** Logic operations on the stored bits, in Vulkan's order. */
    public enum LogicOp {
        CLEAR, AND, AND_REVERSE, COPY, AND_INVERTED, NO_OP, XOR, OR, NOR, EQUIVALENT, INVERT, OR_REVERSE,
                COPY_INVERTED, OR_INVERTED, NAND, SET
    }

    /**
     * Blending of all targets.
     *
     * @param targets one for each colour target of the pipeline
     * @param r       blend constants
     * @param logicOp a logic operation in place of blending, or null
     */
    public record Blend(List<TargetBlend> targets, float r, float g, float b, float a, @Nullable LogicOp logicOp) {
        public Blend {
            targets = List.copyOf(targets);
        }

        /** Everything written as it is. */
        public static Blend off(int targets) {
            return new Blend(java.util.Collections.nCopies(targets, TargetBlend.OFF), 0, 0, 0, 0, null);
        }
    }

    /**
     * Samples.
     *
     * @param mask            samples written
     * @param alphaToCoverage alpha decides how many
     * @param alphaToOne      alpha is 1 afterwards
     * @param perSample       the fragment shader runs for each sample
     */
    public record Multisample(int mask, boolean alphaToCoverage, boolean alphaToOne, boolean perSample) {
        public static final Multisample PLAIN = new Multisample(-1, false, false, false);
    }
}
