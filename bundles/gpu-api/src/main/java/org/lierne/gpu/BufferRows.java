package org.lierne.gpu;

/**
 * How texels lie in a buffer.
 *
 * @param offset      byte of the first texel; a multiple of the texel's size and of 4
 * @param rowTexels   texels from a row to the next, or 0 for tightly packed
 * @param sliceRows   rows from a slice or layer to the next, or 0 for tightly packed
 */
public record BufferRows(long offset, int rowTexels, int sliceRows) {
    public static BufferRows tight(long offset) {
        return new BufferRows(offset, 0, 0);
    }
}
