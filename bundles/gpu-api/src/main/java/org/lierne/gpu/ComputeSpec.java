package org.lierne.gpu;

/** A compute pipeline: its stage and its bindings. */
public record ComputeSpec(StageSpec stage, BindingLayout layout) {}
