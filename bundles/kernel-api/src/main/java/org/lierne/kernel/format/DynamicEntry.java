package org.lierne.kernel.format;

/** One entry of the dynamic table. */
public record DynamicEntry(long tag, long value) {
    /** Bytes of one entry. */
    public static final int BYTES = 16;
}
