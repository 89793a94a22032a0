package org.lierne.recompiler.program;

import org.jspecify.annotations.Nullable;

/**
 * One binding of a translated module.
 *
 * @param set host descriptor set
 * @param binding host binding number
 * @param kind what has to be bound
 * @param resource index into {@link ShaderLayout#resources()}, or -1 for what no resource stands behind: the constants block and LDS
 * @param written whether the module writes through it
 * @param view images: the view it was built for; else null
 */
public record HostBinding(int set, int binding, Kind kind, int resource, boolean written, @Nullable ViewShape view) {
    /** Kinds of host descriptors. */
    public enum Kind {
        CONSTANTS,
        /** A storage buffer in which every workgroup of the dispatch has {@link StageState#ldsStride} bytes, whatever they hold. */
        LOCAL_SHARE,
        STORAGE_BUFFER, SAMPLED_IMAGE, STORAGE_IMAGE,
        /** The descriptor's sampler without its comparison. */
        SAMPLER,
        /** The descriptor's sampler with its comparison. */
        COMPARING_SAMPLER,
        /** The descriptor's sampler without comparison and blending: integers are never blended (rule A-035). */
        POINT_SAMPLER,
        /** The descriptor's sampler that takes one texel of a level named exactly: of floats, of integers, compared. */
        TEXEL_SAMPLER, INTEGER_TEXEL_SAMPLER, COMPARING_TEXEL_SAMPLER;

        /** Whether a sampler has to be bound. */
        public boolean isSampler() {
            return compareTo(SAMPLER) >= 0;
        }

        /** Whether the sampler takes one texel of a level named exactly. */
        public boolean isOneTexel() {
            return compareTo(TEXEL_SAMPLER) >= 0;
        }

        /** Whether the sampler compares. */
        public boolean isComparing() {
            return this == COMPARING_SAMPLER || this == COMPARING_TEXEL_SAMPLER;
        }
    }
}
