package org.lierne.kernel.format;

/**
 * Range checks of the reader. Rule S-001: unsigned, and without adding to the offset, since a sum near 2^64 wraps and
 * passes.
 */
final class Ranges {
    private Ranges() {}

    static boolean fits(long offset, long size, long total) {
        return Long.compareUnsigned(size, total) <= 0 && Long.compareUnsigned(offset, total - size) <= 0;
    }

    /** Whether {@code [offset, offset + size)} lies inside {@code [start, start + length)}. */
    static boolean within(long offset, long size, long start, long length) {
        return Long.compareUnsigned(offset, start) >= 0 && fits(offset - start, size, length);
    }
}
