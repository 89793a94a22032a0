package org.lierne.agc.driver.tiling;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * How the elements of one level of a surface lie in memory: row by row, or in the blocks of {@link BlockEquation}.
 *
 * @param block        null for linear levels
 * @param elementBytes bytes of a texel or compressed block
 * @param width        elements in a row
 * @param height       rows of elements
 * @param paddedWidth  elements of a row with what fills its last block
 * @param paddedHeight rows with what fills the last blocks
 * @param originX      column of the first element in its block; not 0 in a block that small levels share
 * @param originY      its row
 */
public record Tiling(@Nullable BlockEquation block, int elementBytes, int width, int height, int paddedWidth, int paddedHeight,
        int originX, int originY) {
    private static final int LINEAR_ALIGNMENT = 256;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final VarHandle PACKED_LONG = view(long[].class);
    private static final VarHandle PACKED_INT = view(int[].class);
    private static final VarHandle PACKED_SHORT = view(short[].class);

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.nativeOrder());
    }

    static Tiling linear(int elementBytes, int width, int height) {
        int rowBytes = (width * elementBytes + LINEAR_ALIGNMENT - 1) / LINEAR_ALIGNMENT * LINEAR_ALIGNMENT;
        return new Tiling(null, elementBytes, width, height, rowBytes / elementBytes, height, 0, 0);
    }

    /** Bytes from one row to the next of a linear level. */
    private long rowBytes() {
        return (long) paddedWidth * elementBytes;
    }

    /** Bytes of a slice; of as many slices as a block has where blocks are thick. */
    long groupBytes(int samples) {
        return (long) paddedWidth * paddedHeight * elementBytes * samples * (block == null ? 1 : block.depth());
    }

    /** Bytes of the elements of a slice alone, packed. */
    long packedBytes() {
        return (long) width * height * elementBytes;
    }

    /** Byte of its group of slices at which an element lies. */
    long offset(int x, int y, int z, int sample) {
        if (block == null) {
            return y * rowBytes() + (long) x * elementBytes;
        }
        int column = x + originX;
        int row = y + originY;
        long index = (long) (row >>> block.yBits()) * (paddedWidth >>> block.xBits()) + (column >>> block.xBits());
        return (index << block.bits()) + block.offset(column, row, z, sample);
    }

    /**
     * Copies tightly packed rows to their places in guest memory; bytes between them stay as they are.
     *
     * @param packed rows of {@code width * elementBytes}
     * @param group  at least {@link #groupBytes} long
     * @param z      slice of the surface
     * @param whole  of {@link #whole}
     */
    void write(byte[] packed, int packedOffset, MemorySegment group, int z, int sample, @Nullable WholeBlocks whole) {
        copy(group, packed, packedOffset, z, sample, whole, true);
    }

    /** Copies one slice and sample out of guest memory into tightly packed rows. */
    void read(MemorySegment group, byte[] packed, int packedOffset, int z, int sample, @Nullable WholeBlocks whole) {
        copy(group, packed, packedOffset, z, sample, whole, false);
    }

    /** What moves the blocks that the level fills, the same for all its slices; null where they are moved element by element. */
    @Nullable WholeBlocks whole() {
        return block == null || width < block.width() || height < block.height() ? null
                : WholeBlocks.of(block, elementBytes, width * elementBytes);
    }

    private void copy(MemorySegment group, byte[] packed, int packedOffset, int z, int sample, @Nullable WholeBlocks whole, boolean isWrite) {
        if (block == null) {
            int bytes = width * elementBytes;
            for (int y = 0; y < height; y++) {
                copy(group, y * rowBytes(), packed, packedOffset + y * bytes, bytes, isWrite);
            }
            return;
        }
        int slice = block.offset(0, 0, z, sample);
        for (int firstRow = 0; firstRow < height; firstRow += block.height()) {
            for (int firstColumn = 0; firstColumn < width; firstColumn += block.width()) {
                MemorySegment memory = group.asSlice(offset(firstColumn, firstRow, 0, 0) & -block.bytes(),
                        block.bytes());
                boolean isFilled = firstColumn + block.width() <= width && firstRow + block.height() <= height;
                int at = packedOffset + (firstRow * width + firstColumn) * elementBytes;
                int first = slice ^ block.offset(firstColumn, firstRow, 0, 0);
                if (whole == null || !isFilled) {
                    copyBlock(block, memory, firstColumn, firstRow, slice, packed, packedOffset, isWrite);
                } else if (isWrite) {
                    whole.write(packed, at, memory, first);
                } else {
                    whole.read(memory, first, packed, at);
                }
            }
        }
    }

    /** Copies what one block holds of a slice; levels that share a block lie in one alone. */
    private void copyBlock(BlockEquation block, MemorySegment memory, int firstColumn, int firstRow, int slice,
            byte[] packed, int packedOffset, boolean isWrite) {
        int columns = Math.min(block.width(), width - firstColumn);
        int rows = Math.min(block.height(), height - firstRow);
        int run = block.run(elementBytes);
        int runBytes = run * elementBytes;
        int[] places = new int[(columns + run - 1) / run];
        for (int i = 0; i < places.length; i++) {
            places[i] = block.offset(firstColumn + originX + i * run, 0, 0, 0);
        }
        int whole = columns / run;
        int rest = (columns - whole * run) * elementBytes;
        for (int y = 0; y < rows; y++) {
            int row = block.offset(0, firstRow + originY + y, 0, 0) ^ slice;
            int at = packedOffset + ((firstRow + y) * width + firstColumn) * elementBytes;
            if (isWrite) {
                writeRow(packed, at, memory, row, places, whole, runBytes);
            } else {
                readRow(memory, row, places, whole, packed, at, runBytes);
            }
            if (rest > 0) {
                copy(memory, places[whole] ^ row, packed, at + whole * runBytes, rest, isWrite);
            }
        }
    }

    /** One loop for each size, so that each compiles to plain moves; 16 bytes in most orders. */
    private static void readRow(MemorySegment memory, int row, int[] places, int count, byte[] packed, int at,
            int runBytes) {
        switch (runBytes) {
            case 16 -> {
                for (int i = 0; i < count; i++) {
                    int place = places[i] ^ row;
                    PACKED_LONG.set(packed, at + 16 * i, memory.get(LONG, place));
                    PACKED_LONG.set(packed, at + 16 * i + 8, memory.get(LONG, place + 8));
                }
            }
            case 8 -> {
                for (int i = 0; i < count; i++) {
                    PACKED_LONG.set(packed, at + 8 * i, memory.get(LONG, places[i] ^ row));
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    PACKED_INT.set(packed, at + 4 * i, memory.get(INT, places[i] ^ row));
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    PACKED_SHORT.set(packed, at + 2 * i, memory.get(SHORT, places[i] ^ row));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    copy(memory, places[i] ^ row, packed, at + runBytes * i, runBytes, false);
                }
            }
        }
    }

    private static void writeRow(byte[] packed, int at, MemorySegment memory, int row, int[] places, int count,
            int runBytes) {
        switch (runBytes) {
            case 16 -> {
                for (int i = 0; i < count; i++) {
                    int place = places[i] ^ row;
                    memory.set(LONG, place, (long) PACKED_LONG.get(packed, at + 16 * i));
                    memory.set(LONG, place + 8, (long) PACKED_LONG.get(packed, at + 16 * i + 8));
                }
            }
            case 8 -> {
                for (int i = 0; i < count; i++) {
                    memory.set(LONG, places[i] ^ row, (long) PACKED_LONG.get(packed, at + 8 * i));
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    memory.set(INT, places[i] ^ row, (int) PACKED_INT.get(packed, at + 4 * i));
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    memory.set(SHORT, places[i] ^ row, (short) PACKED_SHORT.get(packed, at + 2 * i));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    copy(memory, places[i] ^ row, packed, at + runBytes * i, runBytes, true);
                }
            }
        }
    }

    private static void copy(MemorySegment memory, long place, byte[] packed, int at, int bytes, boolean isWrite) {
        if (isWrite) {
            MemorySegment.copy(packed, at, memory, ValueLayout.JAVA_BYTE, place, bytes);
        } else {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, place, packed, at, bytes);
        }
    }
}
