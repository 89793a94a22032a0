package org.lierne.recompiler.program;

import org.jspecify.annotations.Nullable;

/**
 * One binding of a translated module.
 *
 * @param set host descriptor set
 * @param binding host binding number
 * @param kind what has to be bound
 * @param resource index into {@link ShaderLayout#resources()}, or -1 for the constants block
 * @param written whether the module writes through it
 * @param view images: the view it was built for; else null
 */
public record HostBinding(int set, int binding, Kind kind, int resource, boolean written, @Nullable ViewShape view) {
    /** Kinds of host descriptors. */
    public enum Kind { CONSTANTS, STORAGE_BUFFER, SAMPLED_IMAGE, STORAGE_IMAGE, SAMPLER }
}
