package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the elements of one level of a surface lie in memory: linear, or in blocks. Documented: the public address
 * library's patterns for the S modes, and for the R_X and Z_X modes of 64 KB blocks with 16 pipes; public coordinate
 * ramps drawn on the console give the same R_X order for all five element sizes.
 *
 * @param mode         swizzle mode of the descriptor
 * @param elementBytes bytes of a texel or compressed block
 * @param width        elements in a row
 * @param height       rows of elements
 * @param paddedWidth  elements of a row with what fills its last block
 * @param paddedHeight rows with what fills the last blocks
 * @param originX      column of the first element in its block; not 0 in a block that small levels share
 * @param originY      its row
 */
record Tiling(int mode, int elementBytes, int width, int height, int paddedWidth, int paddedHeight, int originX,
        int originY) {
    static final int LINEAR = 0;
    private static final int LINEAR_ALIGNMENT = 256;
    private static final int FIRST_XOR_MODE = 16;
    private static final int DEPTH_MODE = 24;
    private static final int RENDER_MODE = 27;
    /** Block bytes by swizzle mode, as a power of two. */
    private static final Map<Integer, Integer> BLOCK_BITS = Map.of(1, 8, 5, 12, 9, 16, DEPTH_MODE, 16, RENDER_MODE, 16);

    /** Coordinates that give the bits of an element's offset, low bit first, by log2 of the element's bytes. */
    private static final String[] STANDARD_ORDER = {
        "x0 x1 x2 x3 y0 y1 y2 y3 y4 x4 y5 x5 y6 x6 y7 x7",
        "-  x0 x1 x2 y0 y1 y2 x3 y3 x4 y4 x5 y5 x6 y6 x7",
        "-  -  x0 x1 y0 y1 y2 x2 y3 x3 y4 x4 y5 x5 y6 x6",
        "-  -  -  x0 y0 y1 x1 x2 y2 x3 y3 x4 y4 x5 y5 x6",
        "-  -  -  -  y0 y1 x0 x1 y2 x2 y3 x3 y4 x4 y5 x5"};
    private static final String[] RENDER_ORDER = {
        "x0 x1 x2 y1 y0 y2 x3 y4 x3^y3 x4^y4 x6^y5 x5^y6 y6 x6 y7 x7",
        "-  x0 x1 x2 y0 y1 y2 x3 x3^y3 x4^y4 x6^y5 x5^y6 y4 x6 y6 x7",
        "-  -  x0 x1 y0 y1 y2 x2 x3^y3 x4^y4 x6^y5 x5^y6 y3 x4 y6 x6",
        "-  -  -  x0 y0 x1 x2 y1 x3^y3 x4^y4 x6^y5 x5^y6 y2 x3 y4 x6",
        "-  -  -  -  x0 y0 x1 y1 x3^y3 x4^y4 x6^y5 x5^y6 y2 x2 y3 x4"};
    /** Only elements of four bytes were looked at. */
    private static final @Nullable String[] DEPTH_ORDER = {null, null,
        "-  -  x0 y0 x1 y1 x2 y2 x3^y3 x4^y4 x6^y5 x5^y6 y3 x4 y6 x6", null, null};
    private static final Map<Integer, Pattern> PATTERNS = new HashMap<>();

    /** Bits of a byte offset by column and by row, taken together by exclusive or. */
    private record Pattern(int[] byX, int[] byY) {}

    /**
     * A block of a mode.
     *
     * @param bits log2 of its bytes
     * @param xBits log2 of its elements in a row
     * @param yBits log2 of its rows
     */
    record Block(int bits, int xBits, int yBits) {
        static Block of(int bits, int elementBytes) {
            int elements = bits - Integer.numberOfTrailingZeros(elementBytes);
            return new Block(bits, (elements + 1) / 2, elements / 2);
        }

        int width() {
            return 1 << xBits;
        }

        int height() {
            return 1 << yBits;
        }

        int bytes() {
            return 1 << bits;
        }
    }

    /** A level that has its memory to itself. @return null for modes whose order is not known here */
    static @Nullable Tiling of(int mode, int elementBytes, int width, int height) {
        if (mode == LINEAR) {
            return new Tiling(mode, elementBytes, width, height, width, height, 0, 0);
        }
        if (order(mode, elementBytes) == null) {
            return null;
        }
        Block block = block(mode, elementBytes);
        return new Tiling(mode, elementBytes, width, height, roundUp(width, block.width()), roundUp(height,
                block.height()), 0, 0);
    }

    private static int roundUp(int size, int step) {
        return (size + step - 1) / step * step;
    }

    private static @Nullable String order(int mode, int elementBytes) {
        if (Integer.bitCount(elementBytes) != 1 || elementBytes > 16 || !BLOCK_BITS.containsKey(mode)) {
            return null;
        }
        int size = Integer.numberOfTrailingZeros(elementBytes);
        return mode == RENDER_MODE ? RENDER_ORDER[size] : mode == DEPTH_MODE ? DEPTH_ORDER[size] : STANDARD_ORDER[size];
    }

    /** The blocks of a mode other than linear whose order is known. */
    static Block block(int mode, int elementBytes) {
        return Block.of(BLOCK_BITS.getOrDefault(mode, 0), elementBytes);
    }

    /** Whether the pipes are mixed, as in surfaces that the GPU draws to. */
    boolean isRenderOrder() {
        return mode >= FIRST_XOR_MODE;
    }

    private Pattern pattern() {
        synchronized (PATTERNS) {
            return PATTERNS.computeIfAbsent(mode << 8 | elementBytes, k -> build(String.valueOf(order(mode,
                    elementBytes)), block(mode, elementBytes).bits()));
        }
    }

    private static Pattern build(String order, int bits) {
        String[] sources = order.split("\\s+");
        int[] byX = new int[1 << 8];
        int[] byY = new int[1 << 8];
        for (int bit = 0; bit < bits; bit++) {
            for (String source : sources[bit].equals("-") ? new String[0] : sources[bit].split("\\^")) {
                int[] table = source.startsWith("x") ? byX : byY;
                int coordinateBit = Integer.parseInt(source.substring(1));
                for (int i = 0; i < table.length; i++) {
                    table[i] ^= (i >>> coordinateBit & 1) << bit;
                }
            }
        }
        return new Pattern(byX, byY);
    }

    /** Bytes from one row to the next of a linear surface. */
    private long rowBytes() {
        return (long) (width * elementBytes + LINEAR_ALIGNMENT - 1) / LINEAR_ALIGNMENT * LINEAR_ALIGNMENT;
    }

    /** Bytes of one slice. */
    long sliceBytes() {
        return mode == LINEAR ? rowBytes() * height : (long) paddedWidth * paddedHeight * elementBytes;
    }

    /** Bytes of the elements alone, packed. */
    long packedBytes() {
        return (long) width * height * elementBytes;
    }

    /** Byte offset of an element in its slice. */
    long offset(int x, int y) {
        if (mode == LINEAR) {
            return y * rowBytes() + (long) x * elementBytes;
        }
        Block block = block(mode, elementBytes);
        return offset(pattern(), block, x, y);
    }

    private long offset(Pattern pattern, Block block, int x, int y) {
        int column = x + originX;
        int row = y + originY;
        long index = (long) (row >>> block.yBits()) * (paddedWidth >>> block.xBits()) + (column >>> block.xBits());
        return (index << block.bits()) + (pattern.byX()[column & 0xFF] ^ pattern.byY()[row & 0xFF]);
    }

    /**
     * Copies tightly packed rows of one slice to their places in guest memory; bytes between them stay as they are.
     *
     * @param source rows of {@code width * elementBytes}
     * @param slice  at least {@link #sliceBytes} long
     */
    void write(MemorySegment source, long sourceOffset, MemorySegment slice) {
        copy(slice, source, sourceOffset, true);
    }

    /**
     * Copies one slice out of guest memory into tightly packed rows.
     *
     * @param slice  at least {@link #sliceBytes} long
     * @param target rows of {@code width * elementBytes}
     */
    void read(MemorySegment slice, byte[] target, int targetOffset) {
        copy(slice, MemorySegment.ofArray(target), targetOffset, false);
    }

    private void copy(MemorySegment slice, MemorySegment packed, long packedOffset, boolean isWrite) {
        long at = packedOffset;
        if (mode == LINEAR) {
            long bytes = (long) width * elementBytes;
            for (int y = 0; y < height; y++) {
                copy(slice, y * rowBytes(), packed, at, bytes, isWrite);
                at += bytes;
            }
            return;
        }
        Pattern pattern = pattern();
        Block block = block(mode, elementBytes);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                element(slice, offset(pattern, block, x, y), packed, at, isWrite);
                at += elementBytes;
            }
        }
    }

    private void element(MemorySegment slice, long place, MemorySegment packed, long at, boolean isWrite) {
        MemorySegment from = isWrite ? packed : slice;
        MemorySegment to = isWrite ? slice : packed;
        long source = isWrite ? at : place;
        long target = isWrite ? place : at;
        switch (elementBytes) {
            case 1 -> to.set(ValueLayout.JAVA_BYTE, target, from.get(ValueLayout.JAVA_BYTE, source));
            case 2 -> to.set(ValueLayout.JAVA_SHORT_UNALIGNED, target, from.get(ValueLayout.JAVA_SHORT_UNALIGNED,
                    source));
            case 4 -> to.set(ValueLayout.JAVA_INT_UNALIGNED, target, from.get(ValueLayout.JAVA_INT_UNALIGNED, source));
            case 8 -> to.set(ValueLayout.JAVA_LONG_UNALIGNED, target, from.get(ValueLayout.JAVA_LONG_UNALIGNED,
                    source));
            default -> MemorySegment.copy(from, source, to, target, elementBytes);
        }
    }

    private static void copy(MemorySegment slice, long place, MemorySegment packed, long at, long bytes,
            boolean isWrite) {
        if (isWrite) {
            MemorySegment.copy(packed, at, slice, place, bytes);
        } else {
            MemorySegment.copy(slice, place, packed, at, bytes);
        }
    }
}
