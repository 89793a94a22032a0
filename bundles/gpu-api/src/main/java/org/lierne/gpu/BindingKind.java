package org.lierne.gpu;

/** What a shader finds at a binding. */
public enum BindingKind {
    UNIFORM_BUFFER, STORAGE_BUFFER, UNIFORM_TEXEL_BUFFER, STORAGE_TEXEL_BUFFER, SAMPLED_IMAGE, STORAGE_IMAGE, SAMPLER,
    COMBINED_IMAGE_SAMPLER
}
