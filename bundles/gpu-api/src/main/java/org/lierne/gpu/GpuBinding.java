package org.lierne.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands at a (set, binding, element) for the draws and dispatches that follow. A null resource reads zero and
 * drops writes. The objects are small and immutable: a caller that keeps them, and the list they are in, saves the
 * work of comparing.
 */
public sealed interface GpuBinding {
    int set();

    int binding();

    int element();

    /** Bytes of a buffer as a uniform block. */
    record Uniform(int set, int binding, int element, @Nullable GpuBuffer buffer, long offset, long bytes)
            implements GpuBinding {}

    /**
     * Words as a uniform or storage block, without a buffer of the caller's: they are taken at the next draw or
     * dispatch. This is the way for constants that change from draw to draw.
     */
    record Constants(int set, int binding, int element, int[] words) implements GpuBinding {}

    /** Bytes of a buffer as a storage block. */
    record Storage(int set, int binding, int element, @Nullable GpuBuffer buffer, long offset, long bytes)
            implements GpuBinding {}

    /** Bytes of a buffer as formatted texels; the slot says whether they can be stored to. */
    record Texels(int set, int binding, int element, @Nullable GpuBuffer buffer, Format format, long offset,
            long bytes) implements GpuBinding {}

    /** An image to sample or fetch from. */
    record Sampled(int set, int binding, int element, @Nullable GpuImageView view) implements GpuBinding {}

    /** Images to sample or fetch from, in all elements of a binding from the first on. The list is never changed. */
    record SampledArray(int set, int binding, List<@Nullable GpuImageView> views) implements GpuBinding {
        @Override
        public int element() {
            return 0;
        }
    }

    /** An image to load from and store to. */
    record Stored(int set, int binding, int element, @Nullable GpuImageView view) implements GpuBinding {}

    /** A sampler. */
    record Sampler(int set, int binding, int element, GpuSampler sampler) implements GpuBinding {}

    /** An image and its sampler in one. */
    record Combined(int set, int binding, int element, @Nullable GpuImageView view, GpuSampler sampler)
            implements GpuBinding {}
}
