package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void knowsWhichOrdersItHas() {
        assertNull(Tiling.of(25, 4, 64, 64));
        assertNull(Tiling.of(26, 4, 64, 64));
        assertNull(Tiling.of(24, 8, 64, 64));
        assertNull(Tiling.of(9, 12, 64, 64));
        assertNull(Tiling.of(27, 12, 64, 64));
    }

    /**
     * Each line: bytes of an element, what each bit of the column adds by exclusive or, what each bit of the row adds.
     * Measured: coordinate ramps that public programs drew on the console.
     */
    @ParameterizedTest
    @ValueSource(strings = {
        "1: 1 2 4 140 200 800 2400 8000: 10 8 20 100 280 400 1800 4000",
        "2: 2 4 8 180 200 800 2400 8000: 10 20 40 100 1200 400 4800",
        "4: 4 8 80 100 2200 800 8400: 10 20 40 1100 200 400 4800",
        "8: 8 20 40 2100 200 800 8400: 10 80 1000 100 4200 400 800",
        "16: 10 40 2000 100 8200 800 400: 20 80 1000 4100 200 400 800"})
    void placesEachCoordinateBitOfTheRenderOrder(String line) {
        String[] parts = line.split(": ");
        Tiling tiling = of(27, Integer.parseInt(parts[0]), 256, 256);
        long blocks = 256L * 256 * tiling.elementBytes() / 0x10000;
        String[] columns = parts[1].split(" ");
        String[] rows = parts[2].split(" ");

        for (int i = 0; i < columns.length; i++) {
            assertEquals(Integer.parseInt(columns[i], 16), tiling.offset(1 << i, 0) & 0xFFFF, "column bit " + i);
        }
        for (int i = 0; i < rows.length; i++) {
            assertEquals(Integer.parseInt(rows[i], 16), tiling.offset(0, 1 << i) & 0xFFFF, "row bit " + i);
        }
        assertEquals(blocks * 0x10000, tiling.sliceBytes());
    }

    /** Every element has a place of its own, so that what is written is what is read. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16})
    void givesEachElementOfTheRenderOrderAPlaceOfItsOwn(int elementBytes) {
        Tiling tiling = of(27, elementBytes, 300, 200);
        Set<Long> places = new HashSet<>();
        for (int y = 0; y < 200; y++) {
            for (int x = 0; x < 300; x++) {
                long place = tiling.offset(x, y);
                assertEquals(0, place % elementBytes);
                assertTrue(place + elementBytes <= tiling.sliceBytes() && places.add(place), x + "," + y);
            }
        }
    }

    /** Derived from the same table's row for depth, as a public program gives it. */
    @Test
    void placesWordsOfTheDepthOrder() {
        Tiling tiling = of(24, 4, 128, 128);
        int[] columns = {0x4, 0x10, 0x40, 0x100, 0x2200, 0x800, 0x8400};
        int[] rows = {0x8, 0x20, 0x80, 0x1100, 0x200, 0x400, 0x4800};

        for (int i = 0; i < 7; i++) {
            assertEquals(columns[i], tiling.offset(1 << i, 0));
            assertEquals(rows[i], tiling.offset(0, 1 << i));
        }
    }

    @Test
    void writesWhatItReads() {
        Tiling tiling = of(27, 4, 150, 140);
        byte[] packed = new byte[150 * 140 * 4];
        new Random(7).nextBytes(packed);
        MemorySegment memory = MemorySegment.ofArray(new byte[(int) tiling.sliceBytes()]);
        byte[] again = new byte[packed.length];

        tiling.write(MemorySegment.ofArray(packed), 0, memory);
        tiling.read(memory, again, 0);

        assertArrayEquals(packed, again);
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
