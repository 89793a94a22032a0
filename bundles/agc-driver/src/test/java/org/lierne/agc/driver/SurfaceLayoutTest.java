package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Places of levels: the public address library's own answers where it is said so, else worked out from its rule. */
final class SurfaceLayoutTest {
    private static SurfaceLayout of(int mode, int elementBytes, int width, int height, int blockSize, int mips) {
        return Objects.requireNonNull(SurfaceLayout.of(mode, elementBytes, width, height, blockSize, mips));
    }

    /** The library's answer for a surface of 64x64 words with seven levels in 64 KB blocks: all share one. */
    @Test
    void putsSmallLevelsIntoOneBlock() {
        SurfaceLayout layout = of(24, 4, 64, 64, 1, 7);
        int[] columns = {64, 0, 32, 0, 16, 8, 0};
        int[] rows = {0, 64, 0, 32, 0, 16, 24};

        for (int mip = 0; mip < 7; mip++) {
            SurfaceLayout.Level level = layout.levels().get(mip);
            assertEquals(columns[mip], level.tiling().originX(), "level " + mip);
            assertEquals(rows[mip], level.tiling().originY(), "level " + mip);
            assertEquals(0, level.offset());
            assertEquals(64 >> mip, level.tiling().width());
        }
        assertEquals(0x10000, layout.sliceBytes());
    }

    /** Derived: 256 and 128 texels have blocks of their own, 64 and less share the first. */
    @Test
    void putsLargeLevelsBehindIt() {
        SurfaceLayout layout = of(9, 4, 256, 256, 1, 9);

        assertEquals(0x20000, layout.levels().get(0).offset());
        assertEquals(0x10000, layout.levels().get(1).offset());
        assertEquals(0, layout.levels().get(2).offset());
        assertEquals(64, layout.levels().get(2).tiling().originX());
        assertEquals(0x60000, layout.sliceBytes());
    }

    /** Derived: blocks of 256 bytes are never shared; each level begins behind the next smaller one. */
    @Test
    void sharesNoBlockOf256Bytes() {
        SurfaceLayout layout = of(1, 4, 20, 9, 1, 3);

        assertEquals(24, layout.levels().get(0).tiling().paddedWidth());
        assertEquals(16, layout.levels().get(0).tiling().paddedHeight());
        assertEquals(0, layout.levels().get(2).offset());
        assertEquals(256, layout.levels().get(1).offset());
        assertEquals(256 + 512, layout.levels().get(0).offset());
        assertEquals(256 + 512 + 1536, layout.sliceBytes());
    }

    /** Derived: a level of compressed blocks has room by blocks halved and content by texels halved. */
    @Test
    void countsCompressedBlocks() {
        SurfaceLayout layout = of(5, 16, 60, 60, 4, 3);

        assertEquals(15, layout.levels().get(0).tiling().width());
        assertEquals(16, layout.levels().get(0).tiling().paddedWidth());
        assertEquals(8, layout.levels().get(1).tiling().width());
        assertEquals(4, layout.levels().get(2).tiling().width());
        assertEquals(0x1000, layout.levels().get(0).offset());
        assertEquals(0, layout.levels().get(1).offset());
        assertEquals(0x2000, layout.sliceBytes());
    }

    @Test
    void doesNotKnowLevelsOfLinearSurfaces() {
        assertNull(SurfaceLayout.of(0, 4, 64, 64, 1, 2));
        assertEquals(64 * 64 * 4, of(0, 4, 64, 64, 1, 1).sliceBytes());
    }

    @Test
    void readsEachLevelOfEachSliceAsItWasWritten() {
        SurfaceLayout layout = of(5, 4, 100, 70, 1, 7);
        int slices = 3;
        MemorySegment memory = MemorySegment.ofArray(new byte[(int) layout.sliceBytes() * slices]);
        byte[][] levels = new byte[7][];
        Random random = new Random(5);
        for (int mip = 0; mip < 7; mip++) {
            levels[mip] = new byte[(int) layout.packedBytes(mip, slices)];
            random.nextBytes(levels[mip]);
            layout.write(memory, mip, slices, levels[mip]);
        }

        for (int mip = 0; mip < 7; mip++) {
            assertArrayEquals(levels[mip], layout.read(memory, mip, slices), "level " + mip);
        }
    }
}
