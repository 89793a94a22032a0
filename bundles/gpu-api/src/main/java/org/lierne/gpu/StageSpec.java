package org.lierne.gpu;

import java.util.List;

/**
 * A stage of a pipeline.
 *
 * @param stage                which
 * @param shader               its module
 * @param entry                its entry point
 * @param requiredSubgroupSize lanes, or 0 for the device's choice; needs {@link GpuFeature#SUBGROUP_SIZE_CONTROL}
 * @param isFullSubgroups      no subgroup of a workgroup has missing lanes; needs {@link
 *                             GpuFeature#COMPUTE_FULL_SUBGROUPS}
 * @param constants            specialisation constants: bits of 32-bit values
 */
public record StageSpec(ShaderStage stage, GpuShader shader, String entry, int requiredSubgroupSize,
        boolean isFullSubgroups, List<Constant> constants) {
    public StageSpec {
        constants = List.copyOf(constants);
    }

    /** A specialisation constant. */
    public record Constant(int id, int bits) {}

    /** Entry {@code main}, nothing special. */
    public static StageSpec of(ShaderStage stage, GpuShader shader) {
        return new StageSpec(stage, shader, "main", 0, false, List.of());
    }
}
