package org.lierne.agc.driver.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.gpu.ImageKind;

/** Offsets derived from the table of the standard order, one bit at a time. */
final class TilingTest {
    private static SurfaceLayout surface(int mode, ImageKind kind, int elementBytes, int width, int height, int depth,
            int samples) {
        return Objects.requireNonNull(SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(mode), kind, elementBytes,
                width, height, depth, 1, 1, samples)));
    }

    private static SurfaceLayout of(int mode, int elementBytes, int width, int height) {
        return surface(mode, ImageKind.D2, elementBytes, width, height, 1, 1);
    }

    private static long offset(SurfaceLayout surface, int x, int y) {
        return surface.offset(0, x, y, 0, 0);
    }

    @Test
    void placesEachCoordinateBitOfTheLargeBlock() {
        SurfaceLayout words = of(9, 4, 256, 256);

        assertEquals(0x4, offset(words, 1, 0));
        assertEquals(0x8, offset(words, 2, 0));
        assertEquals(0x10, offset(words, 0, 1));
        assertEquals(0x80, offset(words, 4, 0));
        assertEquals(0x100, offset(words, 0, 8));
        assertEquals(0x8000, offset(words, 64, 0));
        assertEquals(0x4000, offset(words, 0, 64));
        assertEquals(0x10000, offset(words, 128, 0));
        assertEquals(0x20000, offset(words, 0, 128));
        assertEquals(0x40000, words.bytes());
    }

    @Test
    void usesTheLowBitsForSmallerBlocks() {
        SurfaceLayout kilobytes = of(5, 4, 64, 64);
        SurfaceLayout bytes = of(1, 4, 16, 16);

        assertEquals(0x800, offset(kilobytes, 16, 0));
        assertEquals(0x1000, offset(kilobytes, 32, 0));
        assertEquals(0x2000, offset(kilobytes, 0, 32));
        assertEquals(0x100, offset(bytes, 8, 0));
        assertEquals(0x200, offset(bytes, 0, 8));
    }

    @Test
    void placesBytesAndWideElements() {
        assertEquals(0x10, offset(of(9, 1, 256, 256), 0, 1));
        assertEquals(0x8, offset(of(9, 1, 256, 256), 8, 0));
        assertEquals(0x10, offset(of(9, 16, 64, 64), 0, 1));
        assertEquals(0x40, offset(of(9, 16, 64, 64), 1, 0));
    }

    @Test
    void padsLinearRowsToWholeUnitsOf256Bytes() {
        SurfaceLayout linear = of(0, 4, 65, 3);

        assertEquals(512 + 4, offset(linear, 1, 1));
        assertEquals(3 * 512, linear.bytes());
    }

    /** Modes that the hardware does not have, or whose blocks follow from more than their number. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 7, 8, 11, 12, 13, 14, 15, 16, 19, 20, 23, 28, 29, 30, 31})
    void doesNotGuessOtherModes(int mode) {
        for (ImageKind kind : ImageKind.values()) {
            assertNull(SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(mode), kind, 4, 64, 1, 1, 1, 1, 1)));
        }
    }

    @ParameterizedTest
    @CsvSource({"9, D2, 12, 1", "27, D2, 12, 1", "9, D2, 4, 2", "0, D2, 4, 2", "9, D1, 4, 1", "6, D3, 4, 1", "1, D3, 4, 1",
        "24, D2, 16, 1", "24, D2, 8, 2"})
    void doesNotGuessOtherShapes(int mode, ImageKind kind, int elementBytes, int samples) {
        assertNull(SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(mode), kind, elementBytes, 64, 1, 1, 1, 1,
                samples)));
    }

    @Test
    void namesModes() {
        assertEquals("swizzle mode 0 (linear)", SwizzleMode.of(0).toString());
        assertEquals("swizzle mode 3 (256 B R)", SwizzleMode.of(3).toString());
        assertEquals("swizzle mode 19 (64 KB R_T)", SwizzleMode.of(19).toString());
        assertEquals("swizzle mode 21 (4 KB S_X)", SwizzleMode.of(21).toString());
        assertEquals("swizzle mode 28 (variable Z_X)", SwizzleMode.of(28).toString());
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
        SurfaceLayout tiling = of(27, Integer.parseInt(parts[0]), 256, 256);
        long blocks = 256L * 256 * tiling.shape().elementBytes() / 0x10000;
        String[] columns = parts[1].split(" ");
        String[] rows = parts[2].split(" ");

        for (int i = 0; i < columns.length; i++) {
            assertEquals(Integer.parseInt(columns[i], 16), offset(tiling, 1 << i, 0) & 0xFFFF, "column bit " + i);
        }
        for (int i = 0; i < rows.length; i++) {
            assertEquals(Integer.parseInt(rows[i], 16), offset(tiling, 0, 1 << i) & 0xFFFF, "row bit " + i);
        }
        assertEquals(blocks * 0x10000, tiling.bytes());
    }

    /** Every element has a place of its own, so that what is written is what is read. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16})
    void givesEachElementOfTheRenderOrderAPlaceOfItsOwn(int elementBytes) {
        SurfaceLayout tiling = of(27, elementBytes, 300, 200);
        Set<Long> places = new HashSet<>();
        for (int y = 0; y < 200; y++) {
            for (int x = 0; x < 300; x++) {
                long place = offset(tiling, x, y);
                assertEquals(0, place % elementBytes);
                assertTrue(place + elementBytes <= tiling.bytes() && places.add(place), x + "," + y);
            }
        }
    }

    /** Derived from the same table's row for depth, as a public program gives it. */
    @Test
    void placesWordsOfTheDepthOrder() {
        SurfaceLayout tiling = of(24, 4, 128, 128);
        int[] columns = {0x4, 0x10, 0x40, 0x100, 0x2200, 0x800, 0x8400};
        int[] rows = {0x8, 0x20, 0x80, 0x1100, 0x200, 0x400, 0x4800};

        for (int i = 0; i < 7; i++) {
            assertEquals(columns[i], offset(tiling, 1 << i, 0));
            assertEquals(rows[i], offset(tiling, 0, 1 << i));
        }
    }

    /** Every place of every block is one element's: derived from what an order is. */
    @ParameterizedTest
    @CsvSource({"25, D2, 4, 1", "21, D2, 2, 1", "18, D2, 8, 1", "26, D3, 2, 1", "25, D3, 1, 1", "21, D3, 16, 1", "27, D3, 4, 1",
        "27, D2, 4, 8", "27, D2, 1, 2", "24, D2, 2, 4", "24, D2, 4, 8"})
    void fillsBlocksWithoutHoles(int mode, ImageKind kind, int elementBytes, int samples) {
        BlockEquation block = Objects.requireNonNull(BlockEquation.of(SwizzleMode.of(mode), kind, samples, elementBytes));
        boolean[] isTaken = new boolean[(int) block.bytes() / elementBytes];

        for (int z = 0; z < block.depth(); z++) {
            for (int y = 0; y < block.height(); y++) {
                for (int x = 0; x < block.width(); x++) {
                    for (int sample = 0; sample < samples; sample++) {
                        int place = block.offset(x, y, z, sample) / elementBytes;
                        assertTrue(!isTaken[place], "place " + place);
                        isTaken[place] = true;
                    }
                }
            }
        }
        assertEquals(isTaken.length, block.width() * block.height() * block.depth() * samples);
    }

    /** The copy in runs against one element at a time, for every known mode and element size, both ways. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 6, 9, 10, 17, 18, 21, 22, 24, 25, 26, 27})
    void movesEachElementToItsPlaceAndBack(int mode) {
        for (ImageKind kind : ImageKind.values()) {
            for (int elementBytes = 1; elementBytes <= 16; elementBytes *= 2) {
                for (int samples = 1; samples <= 8; samples *= 2) {
                    SurfaceLayout surface = SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(mode), kind,
                            elementBytes, 70, kind == ImageKind.D1 ? 1 : 20, 3, 1, 1, samples));
                    if (surface != null) {
                        moveBothWays(surface);
                    }
                }
            }
        }
    }

    /** More than one block, some of which the surface fills; the same places as one by one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 9, 10, 24, 25, 27})
    void movesWholeBlocksToTheirPlacesAndBack(int mode) {
        for (int elementBytes = 1; elementBytes <= 16; elementBytes *= 2) {
            for (int samples = 1; samples <= 2; samples++) {
                BlockEquation block = BlockEquation.of(SwizzleMode.of(mode), ImageKind.D2, samples, elementBytes);
                if (block != null) {
                    moveBothWays(surface(mode, ImageKind.D2, elementBytes, 2 * block.width() + 3, block.height() + 1, 2, samples));
                }
            }
        }
    }

    private static void moveBothWays(SurfaceLayout surface) {
        SurfaceLayout.Shape shape = surface.shape();
        int bytes = shape.elementBytes();
        byte[] packed = new byte[(int) surface.packedBytes(0)];
        new Random(7).nextBytes(packed);
        byte[] expected = new byte[(int) surface.bytes()];
        int at = 0;
        for (int z = 0; z < shape.depth(); z++) {
            for (int sample = 0; sample < shape.samples(); sample++) {
                for (int y = 0; y < shape.height(); y++) {
                    for (int x = 0; x < shape.width(); x++, at += bytes) {
                        System.arraycopy(packed, at, expected, (int) surface.offset(0, x, y, z, sample), bytes);
                    }
                }
            }
        }
        byte[] memory = new byte[expected.length];

        surface.write(MemorySegment.ofArray(memory), 0, packed);
        byte[] again = surface.read(MemorySegment.ofArray(memory), 0);

        assertTrue(Arrays.equals(expected, memory), shape.toString());
        assertTrue(Arrays.equals(packed, again), shape.toString());
    }
}
