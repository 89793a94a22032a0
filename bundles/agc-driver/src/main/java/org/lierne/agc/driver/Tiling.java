package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the elements of a single-level surface lie in memory: linear, or in the blocks of the standard order. Documented:
 * the public address library's patterns for the S modes; the pipe-mixed orders are not here.
 *
 * @param mode         swizzle mode of the descriptor
 * @param elementBytes bytes of a texel or compressed block
 * @param width        elements in a row
 * @param height       rows of elements
 */
record Tiling(int mode, int elementBytes, int width, int height) {
    private static final int LINEAR = 0;
    private static final int LINEAR_ALIGNMENT = 256;
    /** Block bytes by swizzle mode, as a power of two, for modes of the standard order. */
    private static final Map<Integer, Integer> STANDARD_MODES = Map.of(1, 8, 5, 12, 9, 16);
    /** Coordinates that give the bits of an element's offset, low bit first, by log2 of the element's bytes. */
    private static final String[] STANDARD_ORDER = {
        "x0 x1 x2 x3 y0 y1 y2 y3 y4 x4 y5 x5 y6 x6 y7 x7",
        "-  x0 x1 x2 y0 y1 y2 x3 y3 x4 y4 x5 y5 x6 y6 x7",
        "-  -  x0 x1 y0 y1 y2 x2 y3 x3 y4 x4 y5 x5 y6 x6",
        "-  -  -  x0 y0 y1 x1 x2 y2 x3 y3 x4 y4 x5 y5 x6",
        "-  -  -  -  y0 y1 x0 x1 y2 x2 y3 x3 y4 x4 y5 x5"};
    private static final Map<Long, Pattern> PATTERNS = new HashMap<>();

    /** Byte offsets within a block by column and by row; the bits of both are disjoint. */
    private record Pattern(int[] byX, int[] byY, int blockBytes) {}

    /** @return null for modes whose order is not known here */
    static @Nullable Tiling of(int mode, int elementBytes, int width, int height) {
        boolean isPowerOfTwo = Integer.bitCount(elementBytes) == 1 && elementBytes <= 16;
        if (mode != LINEAR && !(STANDARD_MODES.containsKey(mode) && isPowerOfTwo)) {
            return null;
        }
        return new Tiling(mode, elementBytes, width, height);
    }

    private Pattern pattern() {
        int blockBits = STANDARD_MODES.getOrDefault(mode, 0);
        long key = (long) blockBits << 32 | elementBytes;
        synchronized (PATTERNS) {
            return PATTERNS.computeIfAbsent(key, k -> build(blockBits, elementBytes));
        }
    }

    private static Pattern build(int blockBits, int elementBytes) {
        String[] order = STANDARD_ORDER[Integer.numberOfTrailingZeros(elementBytes)].split("\\s+");
        int xBits = 0;
        int yBits = 0;
        for (int bit = 0; bit < blockBits; bit++) {
            xBits += order[bit].startsWith("x") ? 1 : 0;
            yBits += order[bit].startsWith("y") ? 1 : 0;
        }
        int[] byX = new int[1 << xBits];
        int[] byY = new int[1 << yBits];
        for (int bit = 0; bit < blockBits; bit++) {
            char axis = order[bit].charAt(0);
            if (axis == '-') {
                continue;
            }
            int[] table = axis == 'x' ? byX : byY;
            int source = Integer.parseInt(order[bit].substring(1));
            for (int i = 0; i < table.length; i++) {
                table[i] |= (i >>> source & 1) << bit;
            }
        }
        return new Pattern(byX, byY, 1 << blockBits);
    }

    /** Bytes from one row to the next of a linear surface. */
    private long rowBytes() {
        return (long) (width * elementBytes + LINEAR_ALIGNMENT - 1) / LINEAR_ALIGNMENT * LINEAR_ALIGNMENT;
    }

    /** Bytes of one slice. */
    long sliceBytes() {
        if (mode == LINEAR) {
            return rowBytes() * height;
        }
        Pattern pattern = pattern();
        return (long) blocks(width, pattern.byX().length) * blocks(height, pattern.byY().length) * pattern.blockBytes();
    }

    private static int blocks(int size, int block) {
        return (size + block - 1) / block;
    }

    /** Byte offset of an element in its slice. */
    long offset(int x, int y) {
        if (mode == LINEAR) {
            return y * rowBytes() + (long) x * elementBytes;
        }
        Pattern pattern = pattern();
        int bw = pattern.byX().length;
        int bh = pattern.byY().length;
        long block = (long) (y / bh) * blocks(width, bw) + x / bw;
        return block * pattern.blockBytes() + pattern.byX()[x % bw] + pattern.byY()[y % bh];
    }

    /**
     * Copies tightly packed rows of one slice to their places in guest memory; bytes between them stay as they are.
     *
     * @param source rows of {@code width * elementBytes}
     * @param slice  at least {@link #sliceBytes} long
     */
    void write(MemorySegment source, long sourceOffset, MemorySegment slice) {
        long from = sourceOffset;
        for (int y = 0; y < height; y++) {
            if (mode == LINEAR) {
                long bytes = (long) width * elementBytes;
                MemorySegment.copy(source, from, slice, y * rowBytes(), bytes);
                from += bytes;
            } else {
                for (int x = 0; x < width; x++) {
                    MemorySegment.copy(source, from, slice, offset(x, y), elementBytes);
                    from += elementBytes;
                }
            }
        }
    }

    /**
     * Copies one slice out of guest memory into tightly packed rows.
     *
     * @param slice  at least {@link #sliceBytes} long
     * @param target rows of {@code width * elementBytes}
     */
    void read(MemorySegment slice, byte[] target, int targetOffset) {
        MemorySegment out = MemorySegment.ofArray(target);
        long to = targetOffset;
        if (mode == LINEAR) {
            long bytes = (long) width * elementBytes;
            for (int y = 0; y < height; y++) {
                MemorySegment.copy(slice, y * rowBytes(), out, to, bytes);
                to += bytes;
            }
            return;
        }
        Pattern pattern = pattern();
        int bw = pattern.byX().length;
        int bh = pattern.byY().length;
        int across = blocks(width, bw);
        for (int y = 0; y < height; y++) {
            long row = (long) (y / bh) * across * pattern.blockBytes() + pattern.byY()[y % bh];
            for (int x = 0; x < width; x++) {
                long from = row + (long) (x / bw) * pattern.blockBytes() + pattern.byX()[x % bw];
                switch (elementBytes) {
                    case 1 -> out.set(ValueLayout.JAVA_BYTE, to, slice.get(ValueLayout.JAVA_BYTE, from));
                    case 2 -> out.set(ValueLayout.JAVA_SHORT_UNALIGNED, to,
                            slice.get(ValueLayout.JAVA_SHORT_UNALIGNED, from));
                    case 4 -> out.set(ValueLayout.JAVA_INT_UNALIGNED, to,
                            slice.get(ValueLayout.JAVA_INT_UNALIGNED, from));
                    case 8 -> out.set(ValueLayout.JAVA_LONG_UNALIGNED, to,
                            slice.get(ValueLayout.JAVA_LONG_UNALIGNED, from));
                    default -> MemorySegment.copy(slice, from, out, to, elementBytes);
                }
                to += elementBytes;
            }
        }
    }
}
