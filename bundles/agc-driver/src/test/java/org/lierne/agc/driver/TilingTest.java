package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Offsets derived from the table of the standard order, one bit at a time. */
final class TilingTest {
    private static Tiling of(int mode, int elementBytes, int width, int height) {
        return Objects.requireNonNull(Tiling.of(mode, elementBytes, width, height));
    }

    @Test
    void placesEachCoordinateBitOfTheLargeBlock() {
        Tiling words = of(9, 4, 256, 256);

        assertEquals(0x4, words.offset(1, 0));
        assertEquals(0x8, words.offset(2, 0));
        assertEquals(0x10, words.offset(0, 1));
        assertEquals(0x80, words.offset(4, 0));
        assertEquals(0x100, words.offset(0, 8));
        assertEquals(0x8000, words.offset(64, 0));
        assertEquals(0x4000, words.offset(0, 64));
        assertEquals(0x10000, words.offset(128, 0));
        assertEquals(0x20000, words.offset(0, 128));
        assertEquals(0x40000, words.sliceBytes());
    }

    @Test
    void usesTheLowBitsForSmallerBlocks() {
        Tiling kilobytes = of(5, 4, 64, 64);
        Tiling bytes = of(1, 4, 16, 16);

        assertEquals(0x800, kilobytes.offset(16, 0));
        assertEquals(0x1000, kilobytes.offset(32, 0));
        assertEquals(0x2000, kilobytes.offset(0, 32));
        assertEquals(0x100, bytes.offset(8, 0));
        assertEquals(0x200, bytes.offset(0, 8));
    }

    @Test
    void placesBytesAndWideElements() {
        assertEquals(0x10, of(9, 1, 256, 256).offset(0, 1));
        assertEquals(0x8, of(9, 1, 256, 256).offset(8, 0));
        assertEquals(0x10, of(9, 16, 64, 64).offset(0, 1));
        assertEquals(0x40, of(9, 16, 64, 64).offset(1, 0));
    }

    @Test
    void padsLinearRowsToWholeUnitsOf256Bytes() {
        Tiling linear = of(0, 4, 65, 3);

        assertEquals(512 + 4, linear.offset(1, 1));
        assertEquals(3 * 512, linear.sliceBytes());
    }

    @Test
    void knowsOnlyLinearAndStandardOrders() {
        assertNull(Tiling.of(27, 4, 64, 64));
        assertNull(Tiling.of(24, 4, 64, 64));
        assertNull(Tiling.of(9, 12, 64, 64));
    }

    @Test
    void readsASliceIntoPackedRows() {
        Tiling tiling = of(1, 4, 8, 8);
        byte[] memory = new byte[(int) tiling.sliceBytes()];
        byte[] expected = new byte[8 * 8 * 4];
        for (int y = 0; y < 8; y++) {
            for (int x = 0; x < 8; x++) {
                memory[(int) tiling.offset(x, y)] = (byte) (8 * y + x);
                expected[4 * (8 * y + x)] = (byte) (8 * y + x);
            }
        }
        byte[] packed = new byte[expected.length];

        tiling.read(MemorySegment.ofArray(memory), packed, 0);

        assertArrayEquals(expected, packed);
    }
}
