package org.lierne.agc.driver.tiling;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Moves the elements of blocks that a level fills, 64 bytes of a block at once. Each order puts the elements of a small rectangle there, eight
 * bytes or more of each of its rows, so that the places of eight words beside each other in a block are known once for all of it.
 */
final class WholeBlocks {
    private static final VarHandle PACKED = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int PIECE_BYTES = 64;
    private static final int WORDS = PIECE_BYTES / Long.BYTES;

    private final int rowBytes;
    private final int stepBytes;
    private final int pieceRows;
    /** Places of the rectangles of a row of them, in words of the block, and of the first of each row. */
    private final int[] columns;
    private final int[] rows;
    /** Bytes of packed rows from the rectangle's first element to each of its words. */
    private final int[] packedWords = new int[WORDS];
    private final long[] words;

    private WholeBlocks(BlockEquation block, int elementBytes, int rowBytes, int pieceColumns, int pieceRows) {
        this.rowBytes = rowBytes;
        this.stepBytes = pieceColumns * elementBytes;
        this.pieceRows = pieceRows;
        this.columns = new int[block.width() / pieceColumns];
        this.rows = new int[block.height() / pieceRows];
        this.words = new long[(int) block.bytes() / Long.BYTES];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = block.offset(i * pieceColumns, 0, 0, 0) / Long.BYTES;
        }
        for (int i = 0; i < rows.length; i++) {
            rows[i] = block.offset(0, i * pieceRows, 0, 0) / Long.BYTES;
        }
        for (int y = 0; y < pieceRows; y++) {
            for (int at = 0; at < stepBytes; at += Long.BYTES) {
                int place = block.offset(at / elementBytes, y, 0, 0) + at % elementBytes;
                packedWords[place / Long.BYTES] = y * rowBytes + at;
            }
        }
    }

    /**
     * @param rowBytes bytes of a packed row of the level
     * @return null where eight bytes of a block hold elements of several rows, or a block those of several slices or samples
     */
    static @Nullable WholeBlocks of(BlockEquation block, int elementBytes, int rowBytes) {
        int pieceColumns = powerBelow(block.byX(), block.width());
        int pieceRows = powerBelow(block.byY(), block.height());
        boolean isFlat = (long) block.width() * block.height() * elementBytes == block.bytes();
        boolean isFilled = pieceColumns * pieceRows * elementBytes == PIECE_BYTES;
        return isFlat && isFilled && block.run(elementBytes) * elementBytes >= Long.BYTES ? new WholeBlocks(block, elementBytes, rowBytes, pieceColumns,
                pieceRows) : null;
    }

    /** How many coordinates from 0 on differ within a piece alone; from there on they do not change the place in it. */
    private static int powerBelow(int[] places, int size) {
        int power = 1;
        while (power < size && places[power] < PIECE_BYTES) {
            power *= 2;
        }
        return power;
    }

    /**
     * Packs a block. Steps are told as constants, as then the compiler finds the bounds of a whole row of moves at once.
     *
     * @param first byte of the block at which its first element lies; places differ from it bit by bit
     * @param at    byte of the packed rows at which those of the block begin
     */
    void read(MemorySegment memory, int first, byte[] packed, int at) {
        MemorySegment.copy(memory, ValueLayout.JAVA_LONG_UNALIGNED, 0, words, 0, words.length);
        for (int i = 0; i < rows.length; i++) {
            int row = rows[i] ^ first / Long.BYTES;
            int to = at + i * pieceRows * rowBytes;
            switch (stepBytes) {
                case 8 -> readRows(words, columns, row, packed, to, 8);
                case 16 -> readRows(words, columns, row, packed, to, 16);
                default -> readRows(words, columns, row, packed, to, stepBytes);
            }
        }
    }

    /** Puts packed rows into a block, all of which they fill. */
    void write(byte[] packed, int at, MemorySegment memory, int first) {
        for (int i = 0; i < rows.length; i++) {
            int row = rows[i] ^ first / Long.BYTES;
            int from = at + i * pieceRows * rowBytes;
            switch (stepBytes) {
                case 8 -> writeRows(packed, from, words, columns, row, 8);
                case 16 -> writeRows(packed, from, words, columns, row, 16);
                default -> writeRows(packed, from, words, columns, row, stepBytes);
            }
        }
        MemorySegment.copy(words, 0, memory, ValueLayout.JAVA_LONG_UNALIGNED, 0, words.length);
    }

    /** The eight moves stand one by one so that they compile to as many loads and stores, without tests between them. */
    private void readRows(long[] from, int[] places, int row, byte[] to, int at, int step) {
        int to0 = at + packedWords[0];
        int to1 = at + packedWords[1];
        int to2 = at + packedWords[2];
        int to3 = at + packedWords[3];
        int to4 = at + packedWords[4];
        int to5 = at + packedWords[5];
        int to6 = at + packedWords[6];
        int to7 = at + packedWords[7];
        for (int i = 0; i < places.length; i++) {
            int word = places[i] ^ row;
            int moved = i * step;
            PACKED.set(to, to0 + moved, from[word]);
            PACKED.set(to, to1 + moved, from[word + 1]);
            PACKED.set(to, to2 + moved, from[word + 2]);
            PACKED.set(to, to3 + moved, from[word + 3]);
            PACKED.set(to, to4 + moved, from[word + 4]);
            PACKED.set(to, to5 + moved, from[word + 5]);
            PACKED.set(to, to6 + moved, from[word + 6]);
            PACKED.set(to, to7 + moved, from[word + 7]);
        }
    }

    private void writeRows(byte[] from, int at, long[] to, int[] places, int row, int step) {
        int from0 = at + packedWords[0];
        int from1 = at + packedWords[1];
        int from2 = at + packedWords[2];
        int from3 = at + packedWords[3];
        int from4 = at + packedWords[4];
        int from5 = at + packedWords[5];
        int from6 = at + packedWords[6];
        int from7 = at + packedWords[7];
        for (int i = 0; i < places.length; i++) {
            int word = places[i] ^ row;
            int moved = i * step;
            to[word] = (long) PACKED.get(from, from0 + moved);
            to[word + 1] = (long) PACKED.get(from, from1 + moved);
            to[word + 2] = (long) PACKED.get(from, from2 + moved);
            to[word + 3] = (long) PACKED.get(from, from3 + moved);
            to[word + 4] = (long) PACKED.get(from, from4 + moved);
            to[word + 5] = (long) PACKED.get(from, from5 + moved);
            to[word + 6] = (long) PACKED.get(from, from6 + moved);
            to[word + 7] = (long) PACKED.get(from, from7 + moved);
        }
    }
}
