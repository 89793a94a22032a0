package org.lierne.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is drawn to.
 *
 * @param colors colour targets; null for one that is not there
 * @param depth  depth and stencil target, or null
 * @param area   the part that is drawn to
 * @param layers layers, 1 usually
 */
public record RenderTargets(List<@Nullable Color> colors, @Nullable DepthStencil depth, Rect area, int layers) {
    public RenderTargets {
        colors = java.util.Collections.unmodifiableList(new java.util.ArrayList<>(colors));
    }

    /** What the target holds when drawing begins. */
    public enum Load { KEEP, CLEAR, UNDEFINED }

    /**
     * A colour target.
     *
     * @param view    a view of one level
     * @param load    what it holds at first
     * @param clear   the colour of {@link Load#CLEAR}
     * @param resolve single-sample view that the samples are averaged into at the end, or null
     */
    public record Color(GpuImageView view, Load load, ClearColor clear, @Nullable GpuImageView resolve) {
        public static Color keep(GpuImageView view) {
            return new Color(view, Load.KEEP, ClearColor.ZERO, null);
        }

        public static Color cleared(GpuImageView view, ClearColor clear) {
            return new Color(view, Load.CLEAR, clear, null);
        }
    }

    /** The depth and stencil target. */
    public record DepthStencil(GpuImageView view, Load depthLoad, float clearDepth, Load stencilLoad,
            int clearStencil) {
        public static DepthStencil keep(GpuImageView view) {
            return new DepthStencil(view, Load.KEEP, 0, Load.KEEP, 0);
        }

        public static DepthStencil cleared(GpuImageView view, float depth, int stencil) {
            return new DepthStencil(view, Load.CLEAR, depth, Load.CLEAR, stencil);
        }
    }
}
