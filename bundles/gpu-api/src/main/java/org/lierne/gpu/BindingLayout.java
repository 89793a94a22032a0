package org.lierne.gpu;

import java.util.List;

/**
 * The bindings of a pipeline.
 *
 * @param slots            in any order; a (set, binding) occurs once
 * @param pushConstantBytes size of the push constants, seen by all stages of the pipeline; 0 for none
 */
public record BindingLayout(List<BindingSlot> slots, int pushConstantBytes) {
    public BindingLayout {
        slots = List.copyOf(slots);
    }
}
