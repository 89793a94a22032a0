package org.lierne.kernel.space;

import org.lierne.kernel.title.CompatMode;

/** Where the address space rests on an assumption. */
public enum SpaceCompat implements CompatMode {
    /** Sizes, first addresses and the less certain error numbers of the memory calls. */
    SIZES("kernel.memory.sizes"),
    /** Pages that only the GPU may touch are open to the processor. */
    GPU_PAGES("kernel.memory.gpu-pages");

    private final String id;

    SpaceCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
