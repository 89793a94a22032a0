package org.lierne.agc.driver.tiling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.ImageKind;

/** Places of levels and elements: the public address library's own answers where it is said so, else worked out from its rule. */
final class SurfaceLayoutTest {
    private static SurfaceLayout of(int mode, int elementBytes, int width, int height, int blockSize, int mips) {
        return of(mode, ImageKind.D2, elementBytes, width, height, 1, blockSize, mips, 1);
    }

    private static SurfaceLayout of(int mode, ImageKind kind, int elementBytes, int width, int height, int depth,
            int blockSize, int mips, int samples) {
        return Objects.requireNonNull(SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(mode), kind, elementBytes,
                width, height, depth, blockSize, mips, samples)));
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
        assertEquals(0x10000, layout.bytes());
    }

    /** Derived: 256 and 128 texels have blocks of their own, 64 and less share the first. */
    @Test
    void putsLargeLevelsBehindIt() {
        SurfaceLayout layout = of(9, 4, 256, 256, 1, 9);

        assertEquals(0x20000, layout.levels().get(0).offset());
        assertEquals(0x10000, layout.levels().get(1).offset());
        assertEquals(0, layout.levels().get(2).offset());
        assertEquals(64, layout.levels().get(2).tiling().originX());
        assertEquals(0x60000, layout.bytes());
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
        assertEquals(256 + 512 + 1536, layout.bytes());
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
        assertEquals(0x2000, layout.bytes());
    }

    /** Derived: rows of each level begin at multiples of 256 bytes, the smallest level lies first. */
    @Test
    void putsLevelsOfLinearSurfacesBehindEachOther() {
        SurfaceLayout layout = of(0, 4, 100, 6, 1, 3);

        assertEquals(0, layout.levels().get(2).offset());
        assertEquals(2 * 256, layout.levels().get(1).offset());
        assertEquals(5 * 256, layout.levels().get(0).offset());
        assertEquals(5 * 256 + 6 * 512, layout.bytes());
        assertEquals(2 * 256 + 256 + 8, layout.offset(1, 2, 1, 0, 0));
    }

    /** Which of these levels share a block differs between chips of the family. */
    @Test
    void doesNotGuessLevelsOfNarrowDepth() {
        assertNull(SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(24), ImageKind.D2, 2, 64, 64, 1, 1, 7, 1)));
        assertEquals(0x10000, of(24, 4, 64, 64, 1, 7).bytes());
    }

    /**
     * Sizes and places, all known modes, element sizes and counts of samples, with and without levels. Documented: see the file's head.
     */
    @Test
    void agreesWithThePublicLibrary() throws IOException {
        int lines = 0;
        int places = 0;
        for (String line : lines()) {
            if (!line.startsWith("#")) {
                lines++;
                places += agrees(line);
            }
        }
        assertEquals(282, lines);
        assertTrue(places > 1000, places + " places");
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = Objects.requireNonNull(SurfaceLayoutTest.class.getResourceAsStream(
                "/swizzle-addresses.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
        }
    }

    private static int agrees(String line) {
        String[] parts = line.split(" \\| ?");
        String[] words = parts[0].split(" ");
        int[] shape = Stream.of(words).skip(1).mapToInt(Integer::parseInt).toArray();
        SurfaceLayout layout = of(shape[0], ImageKind.valueOf("D" + words[0].charAt(0)), shape[1], shape[3], shape[4],
                shape[5], 1, shape[6], shape[2]);
        assertEquals(Long.parseLong(parts[1], 16), layout.bytes(), line);
        String[] places = parts[2].split(" ");
        for (String place : places) {
            String[] sides = place.split("=");
            int[] at = Stream.of(sides[0].split(",")).mapToInt(Integer::parseInt).toArray();
            assertEquals(Long.parseLong(sides[1], 16), layout.offset(at[0], at[1], at[2], at[3], at[4]), place + " of " + line);
        }
        return places.length;
    }

    @Test
    void readsEachLevelOfEachSliceAsItWasWritten() {
        SurfaceLayout layout = of(5, ImageKind.D2, 4, 100, 70, 3, 1, 7, 1);
        MemorySegment memory = MemorySegment.ofArray(new byte[(int) layout.bytes()]);
        byte[][] levels = new byte[7][];
        Random random = new Random(5);
        for (int mip = 0; mip < 7; mip++) {
            levels[mip] = new byte[(int) layout.packedBytes(mip)];
            random.nextBytes(levels[mip]);
            layout.write(memory, mip, levels[mip]);
        }

        for (int mip = 0; mip < 7; mip++) {
            assertArrayEquals(levels[mip], layout.read(memory, mip), "level " + mip);
        }
    }
}
