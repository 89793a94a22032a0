package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the levels of each slice of a surface lie. Documented: the public address library. Slices follow each other,
 * each with all its levels: the smallest share one block, which comes first, and the others follow from the smallest to
 * the largest.
 *
 * @param sliceBytes bytes from one slice to the next
 */
record SurfaceLayout(List<Level> levels, long sliceBytes) {
    private static final int SMALL_BLOCK_BITS = 8;

    /**
     * A level.
     *
     * @param offset byte of the slice at which its elements, or the block that it shares, begin
     */
    record Level(Tiling tiling, long offset) {}

    /**
     * A surface of one or several levels.
     *
     * @param width     texels of level 0
     * @param blockSize texels along the side of an element
     * @return null where the order is not known here
     */
    static @Nullable SurfaceLayout of(int mode, int elementBytes, int width, int height, int blockSize, int mips) {
        int columns = elements(width, 0, blockSize);
        int rows = elements(height, 0, blockSize);
        Tiling whole = Tiling.of(mode, elementBytes, columns, rows);
        if (whole == null || mips > 1 && mode == Tiling.LINEAR) {
            return null;
        }
        if (mips == 1) {
            return new SurfaceLayout(List.of(new Level(whole, 0)), whole.sliceBytes());
        }
        Tiling.Block block = Tiling.block(mode, elementBytes);
        int firstShared = firstShared(block, columns, rows, mips);
        List<Level> levels = new ArrayList<>();
        for (int mip = mips - 1; mip >= firstShared; mip--) {
            levels.add(new Level(shared(mode, elementBytes, elements(width, mip, blockSize), elements(height, mip,
                    blockSize), block, mip - firstShared), 0));
        }
        long offset = firstShared < mips ? block.bytes() : 0;
        for (int mip = firstShared - 1; mip >= 0; mip--) {
            int paddedWidth = roundUp(halved(columns, mip), block.width());
            int paddedHeight = roundUp(halved(rows, mip), block.height());
            Tiling tiling = new Tiling(mode, elementBytes, elements(width, mip, blockSize), elements(height, mip,
                    blockSize), paddedWidth, paddedHeight, 0, 0);
            levels.add(new Level(tiling, offset));
            offset += tiling.sliceBytes();
        }
        Collections.reverse(levels);
        return new SurfaceLayout(List.copyOf(levels), offset);
    }

    private static int elements(int texels, int mip, int blockSize) {
        return (Math.max(1, texels >> mip) + blockSize - 1) / blockSize;
    }

    /** Room for a level is counted in elements, rounded up at each halving. */
    private static int halved(int elements, int mip) {
        return Math.max(1, elements + (1 << mip) - 1 >> mip);
    }

    private static int roundUp(int size, int step) {
        return (size + step - 1) / step * step;
    }

    /** Levels in one block are at most half as wide as it; there are as many places as it has bits, less four. */
    private static int firstShared(Tiling.Block block, int columns, int rows, int mips) {
        for (int mip = 0; mip < mips && block.bits() > SMALL_BLOCK_BITS; mip++) {
            if (halved(columns, mip) <= block.width() / 2 && halved(rows, mip) <= block.height()
                    && mips - mip <= places(block)) {
                return mip;
            }
        }
        return mips;
    }

    private static int places(Tiling.Block block) {
        return block.bits() - 4;
    }

    /** The level at a place: places are pieces of 256 bytes, whose number gives row and column bit by bit in turn. */
    private static Tiling shared(int mode, int elementBytes, int width, int height, Tiling.Block block, int index) {
        int place = places(block) - 1 - index;
        int piece = place > 6 ? 1 << place - 4 : place;
        int column = 0;
        int row = 0;
        for (int i = 0; i < 4; i++) {
            row |= (piece >>> 2 * i & 1) << i;
            column |= (piece >>> 2 * i + 1 & 1) << i;
        }
        Tiling.Block small = Tiling.Block.of(SMALL_BLOCK_BITS, elementBytes);
        return new Tiling(mode, elementBytes, width, height, block.width(), block.height(), column << small.xBits(),
                row << small.yBits());
    }

    boolean isRenderOrder() {
        return levels.getFirst().tiling().isRenderOrder();
    }

    /** Bytes of a level of all slices, packed. */
    long packedBytes(int mip, int slices) {
        return levels.get(mip).tiling().packedBytes() * slices;
    }

    /** Packs a level of all slices. */
    byte[] read(MemorySegment content, int mip, int slices) {
        Level level = levels.get(mip);
        byte[] texels = new byte[Math.toIntExact(packedBytes(mip, slices))];
        for (int slice = 0; slice < slices; slice++) {
            level.tiling().read(part(content, level, slice), texels, (int) (slice * level.tiling().packedBytes()));
        }
        return texels;
    }

    /** Puts the packed texels of a level of all slices in their places. */
    void write(MemorySegment content, int mip, int slices, byte[] texels) {
        Level level = levels.get(mip);
        MemorySegment packed = MemorySegment.ofArray(texels);
        for (int slice = 0; slice < slices; slice++) {
            level.tiling().write(packed, slice * level.tiling().packedBytes(), part(content, level, slice));
        }
    }

    private MemorySegment part(MemorySegment content, Level level, int slice) {
        return content.asSlice(slice * sliceBytes + level.offset(), level.tiling().sliceBytes());
    }
}
