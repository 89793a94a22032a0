package org.lierne.gpu;

import java.util.Set;

/**
 * A binding that a pipeline's shaders declare.
 *
 * @param set     descriptor set
 * @param binding number in the set
 * @param kind    what it is
 * @param count   elements, from 1
 * @param stages  stages that use it
 */
public record BindingSlot(int set, int binding, BindingKind kind, int count, Set<ShaderStage> stages) {
    public BindingSlot {
        stages = Set.copyOf(stages);
    }
}
