package org.lierne.recompiler.core.spirv;

import org.jspecify.annotations.Nullable;

/**
 * An array of words in some storage class.
 *
 * @param variable the array; the address of its first word where it is physical
 * @param scope of atomics on it; null where no other lane reaches it
 * @param lock of atomics on it, 0 for none
 * @param pairs the same memory as pairs of words, for atomics on two; 0 where the store's owner has another way
 * @param floats whose rule float atomics on it follow
 */
record WordStore(int variable, Spv.StorageClass storage, @Nullable Integer scope, int lock, int pairs, MemoryModes floats) {
    /** Whether it is the member of a block, in memory of the device. */
    boolean inBlock() {
        return storage == Spv.StorageClass.StorageBuffer || isPhysical();
    }

    boolean isPhysical() {
        return storage == Spv.StorageClass.PhysicalStorageBuffer;
    }
}
