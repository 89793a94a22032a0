package org.lierne.agc.driver.tiling;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.ImageKind;

/**
 * Where the levels of each slice of a surface lie. Documented: the public address library. Slices (of thick blocks: as
 * many slices as a block has) follow each other, each with all its levels: the smallest share one block, which comes
 * first, and the others follow from the smallest to the largest.
 *
 * @param groupSlices slices that lie together: 1, or as many as a thick block has
 * @param groupBytes  bytes from one group of slices to the next
 */
public record SurfaceLayout(Shape shape, List<Level> levels, int groupSlices, long groupBytes) {
    private static final int SMALL_BLOCK_BITS = 8;
    private static final int FIRST_DOUBLING_PLACE = 6;

    /**
     * A surface.
     *
     * @param width     texels of level 0
     * @param depth     slices of a 3D surface, layers of another
     * @param blockSize texels along the side of an element
     */
    public record Shape(SwizzleMode mode, ImageKind kind, int elementBytes, int width, int height, int depth, int blockSize,
            int mips, int samples) {
        private int columns(int mip) {
            return elements(width, mip);
        }

        private int rows(int mip) {
            return elements(height, mip);
        }

        private int elements(int texels, int mip) {
            return (Math.max(1, texels >> mip) + blockSize - 1) / blockSize;
        }

        /** Elements of a row that a level has room for: those of level 0, rounded up at each halving. */
        private int roomColumns(int mip) {
            return halved(columns(0), mip);
        }

        private int roomRows(int mip) {
            return halved(rows(0), mip);
        }

        private static int halved(int elements, int mip) {
            return Math.max(1, elements + (1 << mip) - 1 >> mip);
        }

        /** Slices of a level. */
        public int slices(int mip) {
            return kind == ImageKind.D3 ? Math.max(1, depth >> mip) : depth;
        }

        /** Whether chips of the family differ in which levels share a block. */
        private boolean isUncertain() {
            return mode.order() == SwizzleMode.Order.Z && !mode.isLinear() && elementBytes <= 2 && mips > 1;
        }

        @Override
        public String toString() {
            return "%s, %s surface of %d-byte elements, %d levels, %d samples".formatted(mode, switch (kind) {
                case D1 -> "1D";
                case D2 -> "2D";
                case D3 -> "3D";
            }, elementBytes, mips, samples);
        }
    }

    /**
     * A level.
     *
     * @param offset byte of its group of slices at which its elements, or the block that it shares, begin
     */
    public record Level(Tiling tiling, long offset) {}

    /** @return null where the order is not known here */
    public static @Nullable SurfaceLayout of(Shape shape) {
        if (Integer.bitCount(shape.elementBytes) != 1 || shape.mips > 1 && shape.samples > 1) {
            return null;
        }
        if (shape.mode.isLinear()) {
            return shape.samples > 1 ? null : linear(shape);
        }
        BlockEquation block = BlockEquation.of(shape.mode, shape.kind, shape.samples, shape.elementBytes);
        return block == null || shape.isUncertain() ? null : tiled(shape, block);
    }

    private static SurfaceLayout linear(Shape shape) {
        List<Level> levels = new ArrayList<>();
        long offset = 0;
        for (int mip = shape.mips - 1; mip >= 0; mip--) {
            Tiling room = Tiling.linear(shape.elementBytes, shape.roomColumns(mip), shape.roomRows(mip));
            levels.add(new Level(new Tiling(null, shape.elementBytes, shape.columns(mip), shape.rows(mip),
                    room.paddedWidth(), room.paddedHeight(), 0, 0), offset));
            offset += room.groupBytes(1);
        }
        Collections.reverse(levels);
        return new SurfaceLayout(shape, List.copyOf(levels), 1, offset);
    }

    private static SurfaceLayout tiled(Shape shape, BlockEquation block) {
        int firstShared = shape.mips == 1 ? 1 : firstShared(shape, block);
        List<Level> levels = new ArrayList<>();
        for (int mip = shape.mips - 1; mip >= firstShared; mip--) {
            levels.add(new Level(shared(shape, mip, block, mip - firstShared), 0));
        }
        long offset = firstShared < shape.mips ? block.bytes() : 0;
        for (int mip = firstShared - 1; mip >= 0; mip--) {
            Tiling tiling = new Tiling(block, shape.elementBytes, shape.columns(mip), shape.rows(mip),
                    roundUp(shape.roomColumns(mip), block.width()), roundUp(shape.roomRows(mip), block.height()), 0, 0);
            levels.add(new Level(tiling, offset));
            offset += tiling.groupBytes(shape.samples);
        }
        Collections.reverse(levels);
        return new SurfaceLayout(shape, List.copyOf(levels), block.depth(), offset);
    }

    private static int roundUp(int size, int step) {
        return (size + step - 1) / step * step;
    }

    /** Levels in one block have at most half its elements; there are as many places as {@link #places} says. */
    private static int firstShared(Shape shape, BlockEquation block) {
        boolean isFlattened = block.isThick() && block.bits() % 3 == 0;
        int maxColumns = isFlattened ? block.width() : block.width() / 2;
        int maxRows = isFlattened ? block.height() / 2 : block.height();
        for (int mip = 0; mip < shape.mips && block.bits() > SMALL_BLOCK_BITS; mip++) {
            if (shape.roomColumns(mip) <= maxColumns && shape.roomRows(mip) <= maxRows
                    && shape.mips - mip <= places(block)) {
                return mip;
            }
        }
        return shape.mips;
    }

    private static int places(BlockEquation block) {
        int bits = block.isThick() ? block.bits() - (block.bits() - SMALL_BLOCK_BITS) / 3 : block.bits();
        return bits <= 11 ? 1 + (1 << bits - 9) : bits - 4;
    }

    /** The level at a place: places are pieces of 256 bytes, whose number gives row and column bit by bit in turn. */
    private static Tiling shared(Shape shape, int mip, BlockEquation block, int index) {
        int place = places(block) - 1 - index;
        int piece = place > FIRST_DOUBLING_PLACE ? 1 << place - 4 : place;
        int column = 0;
        int row = 0;
        for (int i = 0; i < 4; i++) {
            row |= (piece >>> 2 * i & 1) << i;
            column |= (piece >>> 2 * i + 1 & 1) << i;
        }
        return new Tiling(block, shape.elementBytes, shape.columns(mip), shape.rows(mip), block.width(),
                block.height(), column * block.microX(), row * block.microY());
    }

    public boolean isRenderOrder() {
        return shape.mode.isRenderOrder();
    }

    /** Bytes of all slices. */
    public long bytes() {
        return groupBytes * ((shape.depth + groupSlices - 1) / groupSlices);
    }

    /** Byte of the surface at which an element lies. */
    public long offset(int mip, int x, int y, int z, int sample) {
        Level level = levels.get(mip);
        return z / groupSlices * groupBytes + level.offset() + level.tiling().offset(x, y, z, sample);
    }

    /** Bytes of a level of all slices and samples, packed. */
    public long packedBytes(int mip) {
        return levels.get(mip).tiling().packedBytes() * shape.slices(mip) * shape.samples;
    }

    /** Packs a level: slice after slice, in it sample after sample. */
    public byte[] read(MemorySegment content, int mip) {
        byte[] texels = new byte[Math.toIntExact(packedBytes(mip))];
        read(content, mip, texels);
        return texels;
    }

    /** Packs a level into an array of {@link #packedBytes}. */
    public void read(MemorySegment content, int mip, byte[] texels) {
        Tiling tiling = levels.get(mip).tiling();
        WholeBlocks whole = tiling.whole();
        for (int i = 0; i < shape.slices(mip) * shape.samples; i++) {
            int slice = i / shape.samples;
            tiling.read(group(content, mip, slice), texels, Math.toIntExact(i * tiling.packedBytes()), slice,
                    i % shape.samples, whole);
        }
    }

    /** Puts the packed texels of a level in their places. */
    public void write(MemorySegment content, int mip, byte[] texels) {
        Tiling tiling = levels.get(mip).tiling();
        WholeBlocks whole = tiling.whole();
        for (int i = 0; i < shape.slices(mip) * shape.samples; i++) {
            int slice = i / shape.samples;
            tiling.write(texels, Math.toIntExact(i * tiling.packedBytes()), group(content, mip, slice), slice,
                    i % shape.samples, whole);
        }
    }

    private MemorySegment group(MemorySegment content, int mip, int slice) {
        Level level = levels.get(mip);
        return content.asSlice(slice / groupSlices * groupBytes + level.offset(), level.tiling().groupBytes(
                shape.samples));
    }
}
