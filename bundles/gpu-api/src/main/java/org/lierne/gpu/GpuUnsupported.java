package org.lierne.gpu;

import org.jspecify.annotations.Nullable;

/** An open device was asked for something it does not offer. */
public final class GpuUnsupported extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final @Nullable GpuFeature feature;

    public GpuUnsupported(GpuFeature feature, String what) {
        super(what + ": the device lacks " + feature);
        this.feature = feature;
    }

    public GpuUnsupported(String what) {
        super(what);
        this.feature = null;
    }

    /** The feature that is missing, when it is one of the listed ones. */
    public @Nullable GpuFeature feature() {
        return feature;
    }
}
