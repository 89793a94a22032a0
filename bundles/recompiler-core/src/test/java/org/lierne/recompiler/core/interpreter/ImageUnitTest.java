package org.lierne.recompiler.core.interpreter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.testing.Rule;

/** Images in memory. Rows of an image lie 256 bytes apart or a multiple of that. Expected values are derived from the rules' text. */
class ImageUnitTest {
    private static final long BASE = 0x10000;
    private static final int ROW = 256;
    private static final int UINT_8 = 5;
    private static final int SINT_8 = 6;
    private static final int SINT_16 = 12;
    private static final int UINT_8_8 = 18;
    private static final int UINT_32 = 20;
    private static final int FLOAT_32 = 22;
    private static final int UNORM_10_11_11 = 30;
    private static final int UNORM_8_8_8_8 = 56;
    private static final int SRGB_8 = 128;
    private static final int ONE = 0x3f800000;
    private static final int POINT = 0;
    private static final int LINEAR = 0x0050_0000;
    private static final int EDGES = 2 | 2 << 3 | 2 << 6;
    private static final int BORDERS = 6 | 6 << 3 | 6 << 6;

    private final byte[] bytes = new byte[0x4000];
    private final ByteBuffer texels = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);

    /** Runs one instruction on lane 0: image in s[0:7], sampler in s[8:11], address from v0 on, data in v8 to v11. */
    private int[] run(String instruction, int[] image, int[] sampler, int[] data, int... address) {
        Assembler assembler = new Assembler(32);
        int[] end = assembler.assemble("s_endpgm");
        int[] words = java.util.stream.IntStream.concat(java.util.Arrays.stream(assembler.assemble(instruction)),
                java.util.Arrays.stream(end)).toArray();
        ArrayMemory memory = new ArrayMemory();
        memory.map(BASE, bytes);
        ImageUnit images = new ImageUnit(memory);
        Workgroup group = new Workgroup(new Program(words, 32), memory, new Outside() {
            @Override
            public void image(Wave wave, Decoded d, Effect.Image access) {
                images.access(wave, d, access);
            }
        }, 0, new byte[0], 0);
        Wave wave = group.addWave(16);
        wave.mode(Wave.modeOf(OneWave.KEPT, false, true, false));
        wave.exec(1);
        System.arraycopy(image, 0, wave.scalars, 0, 8);
        System.arraycopy(sampler, 0, wave.scalars, 8, 4);
        for (int i = 0; i < address.length; i++) {
            wave.vectors[i][0] = address[i];
        }
        for (int i = 0; i < data.length; i++) {
            wave.vectors[8 + i][0] = data[i];
        }
        group.run(10);
        return new int[] {wave.vectors[8][0], wave.vectors[9][0], wave.vectors[10][0], wave.vectors[11][0]};
    }

    private static int[] image(int format, int width, int height) {
        return new int[] {(int) (BASE >>> 8), format << 20 | (width - 1 & 3) << 30, width - 1 >>> 2 | height - 1 << 14, 0x90000fac, 0, 0, 0, 0};
    }

    private static int[] sampler(int word0, int filters, int border) {
        return new int[] {word0, 0, filters, border << 30};
    }

    private int load(String mask, int[] image, int x, int y) {
        return run("image_load v8, v[0:1], s[0:7] dmask:" + mask + " dim:SQ_RSRC_IMG_2D unorm", image, new int[4], new int[] {-1}, x, y)[0];
    }

    private int[] sample(String form, int format, int width, int[] sampler, float u, float v) {
        return run("image_sample_lz v[8:11], v[0:1], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D" + form, image(format, width, 2), sampler,
                new int[4], Float.floatToRawIntBits(u), Float.floatToRawIntBits(v));
    }

    @Test
    void loadsATexelThroughTheSelectsAndZeroOutside() {
        texels.putInt(ROW + 4 * 2, 0x80ff0040);
        int[] image = image(UNORM_8_8_8_8, 3, 2);

        assertEquals(Float.floatToRawIntBits(0x40 / 255f), load("0x1", image, 2, 1));
        assertEquals(ONE, load("0x4", image, 2, 1));
        assertEquals(0, load("0x4", image, 3, 1));
        assertEquals(0, load("0x4", image, 2, 2));
        assertEquals(0, load("0x4", image, -1, 1));
        image[3] = image[3] & ~0xfff | 1;
        assertEquals(ONE, load("0x1", image, 0, 0), "select one");
    }

    @Test
    void aNullDescriptorReadsZeroAndDropsWrites() {
        assertEquals(0, load("0x1", new int[8], 0, 0));

        run("image_store v8, v[0:1], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", new int[8], new int[4], new int[] {5}, 0, 0);

        assertArrayEquals(new byte[0x4000], bytes);
    }

    /** Two cubes have twelve faces, of which six are left behind the first six. */
    @Test
    void tellsTheFacesOfCubes() {
        int[] cubes = image(UINT_32, 8, 8);
        cubes[3] = cubes[3] & 0xfffffff | 11 << 28;
        cubes[4] = 11;
        String query = "image_get_resinfo v[8:11], v0, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_CUBE unorm";

        assertArrayEquals(new int[] {8, 8, 12, 1}, run(query, cubes, new int[4], new int[4], 0));
        cubes[4] = 6 << 16 | 11;
        assertArrayEquals(new int[] {8, 8, 6, 1}, run(query, cubes, new int[4], new int[4], 0));
    }

    /** The columns of rule A-044, one channel each. */
    @Test
    void gathersFourTexelsOfARow() {
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 8; x++) {
                texels.putShort(ROW * y + 2 * x, (short) (16 * y + x << 8));
            }
        }
        double[][] places = {{3.5, 1.5}, {0.5, 1.5}, {7.5, 1.5}, {3.5, -0.5}, {3.5, 4}};
        String[] expected = {"[18, 19, 20, 21]", "[16, 16, 17, 18]", "[22, 23, 23, 23]", "[2, 3, 4, 5]", "[0, 0, 0, 0]"};
        for (int i = 0; i < places.length; i++) {
            int[] row = run("image_gather4h v[8:11], v[0:1], s[0:7], s[8:11] dmask:0x2 dim:SQ_RSRC_IMG_2D", image(UINT_8_8, 8, 4),
                    sampler(0, LINEAR, 0), new int[4], Float.floatToRawIntBits((float) places[i][0] / 8), Float.floatToRawIntBits((float) places[i][1] / 4));

            assertEquals(expected[i], java.util.Arrays.toString(row), "place " + i);
        }
    }

    /** Level 1 lies in front of level 0. LOD_BIAS moves a level that is given; a sampler without levels reads level 0. */
    @Test
    void gathersAndSamplesAtTheLevelNamed() {
        texels.putInt(0, 100).putInt(4, 101);
        for (int x = 0; x < 4; x++) {
            texels.putInt(ROW + 4 * x, x).putInt(2 * ROW + 4 * x, 10 + x);
        }
        int[] image = image(UINT_32, 4, 2);
        image[3] |= 1 << 16;
        image[5] = 1 << 4;
        int half = Float.floatToRawIntBits(0.5f);
        String gather = "image_gather4_l v[8:11], v[0:2], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D";
        String sample = "image_sample_l v8, v[0:2], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D";
        int[] levels = {EDGES, 0xfff000, 1 << 26, 0};
        int[] biased = {EDGES, 0xfff000, 1 << 26 | 0x100, 0};

        assertEquals("[11, 12, 2, 1]", java.util.Arrays.toString(run(gather, image, levels, new int[4], half, half, 0)));
        assertEquals("[100, 101, 101, 100]", java.util.Arrays.toString(run(gather, image, levels, new int[4], half, half, ONE)));
        assertEquals("[11, 12, 2, 1]", java.util.Arrays.toString(run(gather, image, new int[] {EDGES, 0xfff000, 0, 0}, new int[4], half, half, ONE)));
        assertEquals(12, run(sample, image, levels, new int[4], half, half, 0)[0]);
        assertEquals(101, run(sample, image, biased, new int[4], half, half, 0)[0]);
    }

    @Test
    @Rule("A-060")
    void loadsOfSrgbAreRoundedToEightBits() {
        int[] codes = {0, 1, 2, 10, 11, 64, 127};
        int[] values = {0, 0x399f0000, 0x3a1f0000, 0x3b470000, 0x3b5b0000, 0x3d520000, 0x3e590000};
        for (int i = 0; i < codes.length; i++) {
            bytes[i] = (byte) codes[i];
            assertEquals(values[i], load("0x1", image(SRGB_8, 8, 1), i, 0), "code " + codes[i]);
        }
    }

    private void store(int format, int... data) {
        run("image_store v[8:11], v[0:1], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm", image(format, 4, 2), new int[4], data, 1, 1);
    }

    @Test
    @Rule("B-019")
    void signedStoresSaturate() {
        int[] data = {0x80, 0xffffff7f, 0x7fffffff, 0x80000000, 0xffffffff};
        byte[] stored = {0x7f, (byte) 0x80, 0x7f, (byte) 0x80, (byte) 0xff};
        for (int i = 0; i < data.length; i++) {
            store(SINT_8, data[i], 0, 0, 0);
            assertEquals(stored[i], bytes[ROW + 1], Integer.toHexString(data[i]));
        }
        store(SINT_16, 0x00008000, 0, 0, 0);
        assertEquals(0x7fff, texels.getShort(ROW + 2));
        store(SINT_16, 0xffff7fff, 0, 0, 0);
        assertEquals((short) 0x8000, texels.getShort(ROW + 2));
    }

    @Test
    @Rule("B-020")
    void theSecondOfTwoChannelsComesFromTheLastSlot() {
        store(UINT_8_8, 1, 2, 3, 4);

        assertEquals(0x0401, texels.getShort(ROW + 2));
    }

    @Test
    void tellsItsSize() {
        int[] image = image(UINT_8, 7, 5);
        image[3] |= 2 << 16;

        assertArrayEquals(new int[] {7, 5, 1, 3},
                run("image_get_resinfo v[8:11], v0, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D", image, new int[4], new int[4], 0));
        assertArrayEquals(new int[] {3, 2, 1, 3},
                run("image_get_resinfo v[8:11], v0, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D", image, new int[4], new int[4], 1));
        assertArrayEquals(new int[4],
                run("image_get_resinfo v[8:11], v0, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D", image, new int[4], new int[4], 3));
    }

    @Test
    void atomicsGiveTheOldTexelWithGlc() {
        texels.putInt(4, 40);

        int[] old = run("image_atomic_add v8, v[0:1], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc", image(UINT_32, 4, 1), new int[4],
                new int[] {2}, 1, 0);
        assertEquals(40, old[0]);
        assertEquals(42, texels.getInt(4));

        run("image_atomic_cmpswap v[8:9], v[0:1], s[0:7] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm", image(UINT_32, 4, 1), new int[4],
                new int[] {7, 42}, 1, 0);
        assertEquals(7, texels.getInt(4));
    }

    @Test
    @Rule("C-021")
    void weightsLieOnAGridOf256RoundedToEven() {
        texels.putInt(4, -1);
        texels.putInt(ROW + 4, -1);
        double[] fractions = {0.5, 1 / 512.0, 3 / 512.0, 5 / 512.0, 255.5 / 256};
        int[] weights = {128, 0, 2, 2, 256};
        for (int i = 0; i < fractions.length; i++) {
            int[] blended = sample("", UNORM_10_11_11, 2, sampler(EDGES, LINEAR, 0), (float) ((fractions[i] + 0.5) / 2), 0.5f);
            assertEquals(Float.floatToRawIntBits(weights[i] / 256f), blended[0], "fraction " + fractions[i]);
        }
    }

    @Test
    @Rule("A-035")
    void integersAreNeverBlended() {
        texels.putInt(0, 1);
        texels.putInt(4, 2);

        assertEquals(2, sample("", UINT_32, 2, sampler(EDGES, LINEAR, 0), 0.5f, 0.25f)[0]);
        assertEquals(1, sample("", UINT_32, 2, sampler(EDGES, LINEAR, 0), 0.25f, 0.25f)[0]);
    }

    @Test
    void goesOnPastTheEdgeAsTheSamplerSays() {
        for (int x = 0; x < 4; x++) {
            texels.putInt(4 * x, 10 + x);
        }
        int[] wrap = sampler(0, POINT, 0);
        int[] mirror = sampler(1 | 1 << 3, POINT, 0);
        int[] once = sampler(3 | 3 << 3, POINT, 0);

        assertEquals(13, sample("", UINT_32, 4, wrap, -0.125f, 0.25f)[0]);
        assertEquals(10, sample("", UINT_32, 4, mirror, -0.125f, 0.25f)[0]);
        assertEquals(13, sample("", UINT_32, 4, mirror, 1.125f, 0.25f)[0]);
        assertEquals(12, sample("", UINT_32, 4, once, -0.625f, 0.25f)[0]);
        assertEquals(13, sample("", UINT_32, 4, once, -2.5f, 0.25f)[0]);
        assertEquals(13, sample("", UINT_32, 4, sampler(EDGES, POINT, 0), 5f, 0.25f)[0]);
        assertArrayEquals(new int[] {0, 0, 0, 0}, sample("", FLOAT_32, 4, sampler(BORDERS, POINT, 0), 5f, 0.25f));
        assertArrayEquals(new int[] {ONE, ONE, ONE, ONE}, sample("", FLOAT_32, 4, sampler(BORDERS, POINT, 2), 5f, 0.25f));
        assertArrayEquals(new int[] {0, 0, 0, ONE}, sample("", FLOAT_32, 4, sampler(BORDERS, POINT, 1), 5f, 0.25f));
    }

    @Test
    @Rule("A-008")
    void comparesDepthsAndGivesZeroForOtherColours() {
        texels.putFloat(0, 0.5f);
        int lessOrEqual = EDGES | 3 << 12;
        String form = "image_sample_c_lz v8, v[0:2], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D";
        int[] at = {Float.floatToRawIntBits(0.25f), Float.floatToRawIntBits(0.1f), Float.floatToRawIntBits(0.1f)};

        assertEquals(ONE, run(form, image(FLOAT_32, 4, 2), sampler(lessOrEqual, POINT, 0), new int[4], at)[0]);
        at[0] = Float.floatToRawIntBits(0.75f);
        assertEquals(0, run(form, image(FLOAT_32, 4, 2), sampler(lessOrEqual, POINT, 0), new int[4], at)[0]);
        assertEquals(0, run(form, image(UNORM_8_8_8_8, 4, 2), sampler(EDGES | 7 << 12, POINT, 0), new int[4], at)[0]);
    }

    @Test
    void gathersFourTexelsCounterclockwiseFromTheLowerLeft() {
        texels.putInt(0, 1);
        texels.putInt(4, 2);
        texels.putInt(ROW, 3);
        texels.putInt(ROW + 4, 4);

        assertArrayEquals(new int[] {3, 4, 2, 1}, run("image_gather4_lz v[8:11], v[0:1], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D",
                image(UINT_32, 2, 2), sampler(EDGES, LINEAR, 0), new int[4], Float.floatToRawIntBits(0.5f), Float.floatToRawIntBits(0.5f)));
    }

    @Test
    void refusesAnOrderThatTheMemoryDoesNotKnow() {
        int[] tiled = image(UINT_32, 4, 4);
        tiled[3] |= 9 << 20;

        InterpreterRefusal refusal = assertThrows(InterpreterRefusal.class, () -> load("0x1", tiled, 0, 0));

        assertTrue(refusal.getMessage().endsWith("where texels of swizzle mode 9 lie is not known"), refusal.getMessage());
    }
}
