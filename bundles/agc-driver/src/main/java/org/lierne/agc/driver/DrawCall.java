package org.lierne.agc.driver;

import org.jspecify.annotations.Nullable;

/**
 * A draw as its packet says it; everything else stands in the registers.
 *
 * @param count         vertices or indices
 * @param indices       where the indices are, or null for a draw that counts
 * @param firstIndex    first index in that buffer, or first vertex
 * @param baseVertex    added to each index by registers, 0 unless the packet names a place for it
 * @param firstInstance of the packet's arguments
 * @param instances     not 0, of 32 bits without a sign
 */
record DrawCall(int count, @Nullable Indices indices, int firstIndex, int baseVertex, int firstInstance, int instances,
        int drawIndex) {
    /**
     * An index buffer.
     *
     * @param address guest address of index 0
     * @param max     indices in the buffer
     */
    record Indices(long address, int max) {}

    @Override
    public String toString() {
        return "draw " + count + (indices == null ? " vertices" : " indices at 0x"
                + Long.toHexString(indices.address())) + (instances == 1 ? "" : " x " + Integer.toUnsignedString(instances));
    }
}
