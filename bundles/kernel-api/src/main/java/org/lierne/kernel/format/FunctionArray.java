package org.lierne.kernel.format;

/**
 * An array of function addresses in the image's memory, filled by relocations.
 *
 * @param address relative to the base
 */
public record FunctionArray(long address, long bytes) {
    public static final FunctionArray EMPTY = new FunctionArray(0, 0);

    public int count() {
        return (int) (bytes / Long.BYTES);
    }
}
