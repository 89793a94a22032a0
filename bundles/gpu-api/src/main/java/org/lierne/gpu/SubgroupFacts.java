package org.lierne.gpu;

import java.util.Set;

/**
 * How the device runs invocations together.
 *
 * @param size               lanes of a subgroup where no size is required
 * @param minSize            smallest size that can be required, or that occurs
 * @param maxSize            largest
 * @param stages             stages with subgroup operations
 * @param operations         operations that exist there
 * @param requiredSizeStages stages for which {@link StageSpec#requiredSubgroupSize} is honoured
 */
public record SubgroupFacts(int size, int minSize, int maxSize, Set<ShaderStage> stages,
        Set<SubgroupOperation> operations, Set<ShaderStage> requiredSizeStages) {}
