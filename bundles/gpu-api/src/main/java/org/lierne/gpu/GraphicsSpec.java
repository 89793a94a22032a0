package org.lierne.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a graphics pipeline that costs a compilation. All the rest is {@link DrawState} and may change from draw
 * to draw.
 *
 * @param stages             vertex or mesh first, fragment if any
 * @param layout             bindings of all stages
 * @param vertexInput        vertex fetch, usually {@link VertexInput#NONE}
 * @param colorFormats       formats of the colour targets; null for a target that is not there
 * @param depthFormat        format of the depth or stencil target, or null
 * @param samples            samples of all targets
 * @param patchControlPoints points of a patch; 0 without tessellation
 */
public record GraphicsSpec(List<StageSpec> stages, BindingLayout layout, VertexInput vertexInput,
        List<@Nullable Format> colorFormats, @Nullable Format depthFormat, int samples, int patchControlPoints) {
    public GraphicsSpec {
        stages = List.copyOf(stages);
        colorFormats = java.util.Collections.unmodifiableList(new java.util.ArrayList<>(colorFormats));
    }
}
