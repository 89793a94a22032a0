package org.lierne.agc.descriptor;

/**
 * A buffer descriptor (V#), four words. Documented: GFX10 buffer resource.
 *
 * @param base        guest address, 48 bits
 * @param stride      bytes from one record to the next, 0 for raw buffers
 * @param records     records, or bytes where stride is 0 or bounds checking is raw
 * @param format      unified format number
 * @param outOfBounds 0 structured with offset, 1 structured, 2 disabled, 3 raw
 */
public record BufferDescriptor(long base, int stride, boolean isSwizzled, int records, int format, int selects,
        int outOfBounds, int type) {
    /** Records whose dwords are interleaved, at most. */
    private static final long MOST_INTERLEAVED = 64;

    /** @param at index of word 0 */
    public static BufferDescriptor of(int[] words, int at) {
        int w1 = words[at + 1];
        int w3 = words[at + 3];
        return new BufferDescriptor(Integer.toUnsignedLong(words[at]) | (w1 & 0xFFFFL) << 32, w1 >>> 16 & 0x3FFF,
                w1 < 0, words[at + 2], w3 >>> 12 & 0x7F, w3 & 0xFFF, w3 >>> 28 & 3, w3 >>> 30);
    }

    /**
     * Bytes that an access may reach; 0 for the all-zero descriptor. Strided ranges end with the last record, swizzled ones with the last
     * group of records whose dwords are interleaved.
     */
    public long bytes() {
        long records = Integer.toUnsignedLong(this.records);
        long count = isSwizzled && stride != 0 ? records + MOST_INTERLEAVED - 1 & -MOST_INTERLEAVED : records;
        return stride == 0 || outOfBounds == 3 ? count : count * stride;
    }
}
