package org.lierne.recompiler.core.interpreter;

/**
 * A buffer descriptor taken apart. Documented: RDNA 2 ISA, "Buffer Resource Descriptor".
 *
 * @param base        byte address
 * @param strideBytes bytes between records, 0 for raw
 * @param swizzled    whether records are interleaved
 * @param records     NUM_RECORDS
 * @param selectors   destination selects of the four channels, 3 bits each
 * @param format      unified format number
 * @param indexStride records interleaved together
 * @param addLaneId   whether the lane number is added to the index
 * @param bounds      how the bounds check works: 0 structured, 1 index, 2 none if not empty, 3 raw
 */
record BufferResource(long base, int strideBytes, boolean swizzled, int records, int selectors, int format, int indexStride,
        boolean addLaneId, int bounds) {
    static BufferResource of(int w0, int w1, int w2, int w3) {
        // Addresses have 48 bits; the upper half of the space is that of negative numbers.
        return new BufferResource(w0 & 0xffffffffL | (long) (short) w1 << 32, w1 >>> 16 & 0x3fff, w1 < 0, w2, w3 & 0xfff,
                w3 >>> 12 & 0x7f, 8 << (w3 >>> 21 & 3), (w3 >>> 23 & 1) != 0, w3 >>> 28 & 3);
    }

    /** Whether an access is out of bounds; all byte numbers unsigned. */
    boolean isOutside(int index, int offset, int scalarOffset, int bytes) {
        long limit = records & 0xffffffffL;
        long at = offset & 0xffffffffL;
        long record = index & 0xffffffffL;
        return switch (bounds) {
            case 0 -> record >= limit || strideBytes != 0 && at + bytes > strideBytes;
            case 1 -> record >= limit;
            case 2 -> limit == 0;
            default -> {
                long linear = strideBytes * record + at;
                yield linear + bytes > limit - (scalarOffset & 0xffffffffL);
            }
        };
    }

    /** The byte address of an access in bounds. */
    long address(int index, int offset, int scalarOffset) {
        long start = base + (scalarOffset & 0xffffffffL);
        long record = index & 0xffffffffL;
        long at = offset & 0xffffffffL;
        if (!swizzled) {
            return start + record * strideBytes + at;
        }
        long group = record / indexStride;
        long within = record % indexStride;
        return start + (group * strideBytes + (at & ~3L)) * indexStride + within * 4 + (at & 3);
    }
}
