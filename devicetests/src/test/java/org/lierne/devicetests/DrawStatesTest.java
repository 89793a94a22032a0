package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/**
 * Fixed functions by their registers, drawn and read back: blending, raster operations, tests, samples, clears. Expected values are derived
 * from the meanings of the registers' fields.
 */
@Tag("gpu")
final class DrawStatesTest {
    private static final int CENTER = 64 * 32 + 32;
    private static final float[] COVERING = {-1, -1, 0.5f, 1, 3, -1, 0.5f, 1, -1, 3, 0.5f, 1};
    private static final long DEPTH = 0x210000000L + 0x10000L * 200;

    private static @Nullable DriverScene shared;

    @BeforeAll
    static void open() {
        GpuDevices devices = Wiring.devices();
        shared = devices == null ? null : new DriverScene(devices);
    }

    @AfterAll
    static void close() {
        if (shared != null) {
            shared.close();
        }
    }

    private static final List<String> POSITIONS = List.of("buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen", "s_waitcnt vmcnt(0)",
            "exp pos0 v10, v11, v12, v13 done", "s_endpgm");
    /** The colour in s[0:3], four floats. */
    private static final List<String> COLOR = List.of("v_mov_b32_e32 v1, s0", "v_mov_b32_e32 v2, s1", "v_mov_b32_e32 v3, s2",
            "v_mov_b32_e32 v4, s3", "exp mrt0 v1, v2, v3, v4 done vm", "s_endpgm");

    private static DriverScene scene(float[] positions, float... color) {
        assumeTrue(shared != null, "no Vulkan device on this host");
        DriverScene scene = shared.plain().floats(DriverScene.DATA, positions);
        int[] bits = new int[color.length];
        for (int i = 0; i < color.length; i++) {
            bits[i] = DriverScene.bits(color[i]);
        }
        return scene.vertex(POSITIONS, DriverScene.records(DriverScene.DATA, 16, positions.length / 4)).pixel(COLOR, bits)
                .cx(0x1C5, 9).cx(0x1B3, 2, 2).cx(0x1B6, 0);
    }

    private static int channel(int pixel, int index) {
        return pixel >>> 8 * index & 0xFF;
    }

    // Programs in two parts.

    /** Both stages go on in code that their user data points to; another address in the same registers is other code. */
    @Test
    @Rule({"A-021", "A-022"})
    void programsGoOnWhereTheirUserDataPoints() {
        DriverScene scene = scene(COVERING, 1, 0, 0, 1);
        List<String> halved = List.of("v_mov_b32_e32 v1, 0.5", "v_mov_b32_e32 v2, s1", "v_mov_b32_e32 v3, s2", "v_mov_b32_e32 v4, s3",
                "exp mrt0 v1, v2, v3, v4 done vm", "s_endpgm");
        int[] records = DriverScene.records(DriverScene.DATA, 16, 3);
        long positions = scene.program(POSITIONS);
        scene.vertex(List.of("s_mov_b32 s14, 3", "s_setpc_b64 s[12:13]"), records[0], records[1], records[2], records[3],
                (int) positions, (int) (positions >>> 32));
        int one = DriverScene.bits(1);
        for (List<String> end : List.of(COLOR, halved)) {
            long color = scene.program(end);
            scene.pixel(List.of("v_mov_b32_e32 v9, 0", "s_mov_b32 s5, 0x%x".formatted(color >>> 32), "s_setpc_b64 s[4:5]"), one, 0, 0, one,
                    (int) color);

            assertEquals(end == halved ? 0x80 : 0xFF, channel(scene.draw(3)[CENTER], 0), 1);
        }
    }

    // Blending.

    private static final float[] SOURCE = {0.8f, 0.4f, 0.2f, 0.6f};
    private static final float[] CONSTANT = {0.25f, 0.5f, 0.75f, 1};
    private static final int TARGET = 0xC0_80_40_20;

    /** A factor's value in a channel. Documented: CB_BLEND_CONTROL. */
    private static float factor(int number, int channel, float[] target) {
        return switch (number) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> SOURCE[channel];
            case 3 -> 1 - SOURCE[channel];
            case 4 -> SOURCE[3];
            case 5 -> 1 - SOURCE[3];
            case 6 -> target[3];
            case 7 -> 1 - target[3];
            case 8 -> target[channel];
            case 9 -> 1 - target[channel];
            case 10 -> channel == 3 ? 1 : Math.min(SOURCE[3], 1 - target[3]);
            case 13 -> CONSTANT[channel];
            case 14 -> 1 - CONSTANT[channel];
            case 19 -> CONSTANT[3];
            default -> 1 - CONSTANT[3];
        };
    }

    private static float combine(int operation, float source, float target, float sourceFactor, float targetFactor) {
        return switch (operation) {
            case 0 -> source * sourceFactor + target * targetFactor;
            case 1 -> source * sourceFactor - target * targetFactor;
            case 2 -> Math.min(source, target);
            case 3 -> Math.max(source, target);
            default -> target * targetFactor - source * sourceFactor;
        };
    }

    private static void blends(int sourceFactor, int operation, int targetFactor) {
        DriverScene scene = scene(COVERING, SOURCE).filled(TARGET)
                .cx(0x1E0, sourceFactor | operation << 5 | targetFactor << 8 | 1 << 30)
                .cx(0x105, DriverScene.bits(CONSTANT[0]), DriverScene.bits(CONSTANT[1]), DriverScene.bits(CONSTANT[2]),
                        DriverScene.bits(CONSTANT[3]));
        int pixel = scene.draw(3)[CENTER];
        float[] target = new float[4];
        for (int i = 0; i < 4; i++) {
            target[i] = channel(TARGET, i) / 255f;
        }
        for (int i = 0; i < 4; i++) {
            float expected = combine(operation, SOURCE[i], target[i], factor(sourceFactor, i, target), factor(targetFactor, i, target));
            assertEquals(Math.clamp(expected, 0f, 1f) * 255, channel(pixel, i), 1.01,
                    "factors %d, %d, operation %d, channel %d".formatted(sourceFactor, targetFactor, operation, i));
        }
    }

    @Test
    void blendsByEveryFactorAndOperation() {
        int[] factors = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 19, 20};
        for (int i = 0; i < factors.length; i++) {
            blends(factors[i], 0, factors[(i + 7) % factors.length]);
        }
        for (int operation = 1; operation < 5; operation++) {
            blends(4, operation, 1);
        }
    }

    @Test
    void blendsAlphaByItselfWhereItIsSeparate() {
        // Colour: source alone. Alpha: target alone.
        int pixel = scene(COVERING, SOURCE).filled(TARGET).cx(0x1E0, 1 | 0 << 8 | 0 << 16 | 1 << 24 | 1 << 29 | 1 << 30).draw(3)[CENTER];

        assertEquals(0.8f * 255, channel(pixel, 0), 1);
        assertEquals(0xC0, channel(pixel, 3));
    }

    // Raster operations, masks.

    @Test
    void combinesBitsByEveryRasterOperation() {
        int source = 0xCC;
        int target = 0xAA;
        IntBinaryOperator[] operations = {(s, d) -> 0, (s, d) -> ~(s | d), (s, d) -> ~s & d, (s, d) -> ~s, (s, d) -> s & ~d, (s, d) -> ~d,
            (s, d) -> s ^ d, (s, d) -> ~(s & d), (s, d) -> s & d, (s, d) -> ~(s ^ d), (s, d) -> d, (s, d) -> ~s | d, (s, d) -> s,
            (s, d) -> s | ~d, (s, d) -> s | d, (s, d) -> 0xFF};
        for (int code = 0; code < 16; code++) {
            int pixel = scene(COVERING, source / 255f, source / 255f, source / 255f, source / 255f).filled(target * 0x01010101)
                    .cx(0x202, code << 16 | code << 20 | 0x10).draw(3)[CENTER];

            assertEquals(operations[code].applyAsInt(source, target) & 0xFF, channel(pixel, 1), "raster operation " + code);
        }
    }

    @Test
    void writesTheChannelsOfBothMasks() {
        assertEquals(0xFF_80_40_FF, scene(COVERING, 1, 1, 1, 1).filled(TARGET).cx(0x08E, 0xB, 0xD).draw(3)[CENTER]);
    }

    // Depth and stencil.

    private static DriverScene tested(float z, int format, int stencil, float... color) {
        float[] positions = COVERING.clone();
        for (int i = 2; i < positions.length; i += 4) {
            positions[i] = z;
        }
        long stencilAddress = DEPTH + 0x40000;
        return scene(positions, color).cx(0x007, 63 << 16 | 63).cx(0x002, 0).cx(0x010, format | 24 << 4, stencil | 24 << 4)
                .cx(0x012, (int) (DEPTH >>> 8), (int) (stencilAddress >>> 8), (int) (DEPTH >>> 8), (int) (stencilAddress >>> 8))
                .cx(0x01A, (int) (DEPTH >>> 40), (int) (DEPTH >>> 40), (int) (DEPTH >>> 40), (int) (DEPTH >>> 40));
    }

    private static final int ALWAYS = 7 << 4;
    private static final int TEST = 2;
    private static final int WRITE = 4;

    @Test
    void comparesDepthByEveryFunction() {
        boolean[][] passes = {{false, false, false}, {true, false, false}, {false, true, false}, {true, true, false}, {false, false, true},
            {true, false, true}, {false, true, true}, {true, true, true}};
        for (int format : new int[] {1, 3}) {
            tested(0.5f, format, 0, 0, 0, 0, 0).cx(0x200, TEST | WRITE | ALWAYS).draw(3);
            for (int function = 0; function < 8; function++) {
                for (int i = 0; i < 3; i++) {
                    float z = 0.25f + 0.25f * i;
                    int pixel = tested(z, format, 0, 1, 1, 1, 1).cx(0x200, TEST | function << 4).draw(3)[CENTER];

                    assertEquals(passes[function][i], pixel != 0, "format %d, function %d, depth %f".formatted(format, function, z));
                }
            }
        }
    }

    /** A packet reads the left half, which was drawn, out of the surface's block; the rest of it holds zeros. */
    @Test
    void givesDrawnDepthToWhatReadsItsMemory() {
        long copy = DriverScene.DATA + 0x90000;
        for (int format : new int[] {1, 3}) {
            DriverScene scene = tested(0.25f, format, 0, 0, 0, 0, 0).cx(0x200, TEST | WRITE | ALWAYS).cx(0x095, 64 << 16 | 32)
                    .after(0xC0055000, 0, (int) DEPTH, (int) (DEPTH >>> 32), (int) copy, (int) (copy >>> 32), 0x10000);
            scene.draw(3);

            int drawn = 0;
            for (int i = 0; i < 0x10000; i += 4) {
                int word = scene.memory().getInt(copy + i);
                drawn += format == 1 ? ((word & 0xFFFF) == 0x4000 ? 1 : 0) + (word >>> 16 == 0x4000 ? 1 : 0)
                        : word == DriverScene.bits(0.25f) ? 1 : 0;
            }
            assertEquals(64 * 32, drawn, "format " + format);
        }
    }

    /** The same of the stencil values beside it, a byte each, which have a block of their own. */
    @Test
    void givesDrawnStencilToWhatReadsItsMemory() {
        long stencil = DEPTH + 0x40000;
        long copy = DriverScene.DATA + 0x90000;
        DriverScene scene = tested(0.25f, 3, 1, 0, 0, 0, 0).cx(0x200, 1 | 7 << 8).cx(0x10B, 3 << 4, 0x5A | 0xFFFF << 8).cx(0x095, 64 << 16 | 32)
                .after(0xC0055000, 0, (int) stencil, (int) (stencil >>> 32), (int) copy, (int) (copy >>> 32), 0x10000);
        for (int i = 0; i < 0x10000; i += 4) {
            scene.memory().putInt(copy + i, 0);
        }

        scene.draw(3);

        int drawn = 0;
        for (int i = 0; i < 0x10000; i += 4) {
            int word = scene.memory().getInt(copy + i);
            for (int shift = 0; shift < 32; shift += 8) {
                drawn += (word >>> shift & 0xFF) == 0x5A ? 1 : 0;
            }
        }
        assertEquals(64 * 32, drawn);
    }

    /** The title's own code looks at depth behind the label. */
    @Test
    void leavesDepthInMemoryAtLabelsWhereTheTitleLooksAtIt() {
        assumeTrue(shared != null, "no Vulkan device on this host");
        DriverScene before = shared;
        try (DriverScene looking = new DriverScene(Objects.requireNonNull(Wiring.devices()), "host.depth-at-labels")) {
            shared = looking;
            tested(0.25f, 3, 0, 0, 0, 0, 0).cx(0x200, TEST | WRITE | ALWAYS).cx(0x095, 64 << 16 | 32).draw(3);

            int drawn = 0;
            for (int i = 0; i < 0x10000; i += 4) {
                drawn += looking.memory().getInt(DEPTH + i) == DriverScene.bits(0.25f) ? 1 : 0;
            }
            assertEquals(64 * 32, drawn);
        } finally {
            shared = before;
        }
    }

    /** Documented: HTILE in docs/console-facts.md; a word for each of 64 tiles, all of which say that they were cleared. */
    @ParameterizedTest
    @CsvSource({"0, fffc000f", "1, fffff3ff"})
    void clearsDepthWhoseTilesSayThatItWas(int stencil, String expanded) {
        long tiles = DEPTH + 0x80000;
        tested(0.1f, 3, stencil, 0, 0, 0, 0).cx(0x200, TEST | WRITE | ALWAYS).draw(3);
        DriverScene scene = tested(0.3f, 3, stencil, 1, 1, 1, 1).cx(0x200, TEST | 1 << 4);
        for (int i = 0; i < 64; i++) {
            scene.memory().putInt(tiles + 4L * i, 0);
        }
        withTiles(scene, stencil, tiles);

        assertEquals(0, scene.draw(3)[CENTER], "0.3 is not less than 0.25, which it was cleared to");
        assertTrue(withTiles(tested(0.2f, 3, stencil, 1, 1, 1, 1).cx(0x200, TEST | WRITE | 1 << 4), stencil, tiles).draw(3)[CENTER] != 0);
        for (int i = 0; i < 64; i++) {
            assertEquals(Integer.parseUnsignedInt(expanded, 16), scene.memory().getInt(tiles + 4L * i));
        }
        assertEquals(0, withTiles(tested(0.21f, 3, stencil, 1, 1, 1, 1).cx(0x200, TEST | 1 << 4), stencil, tiles).draw(3)[CENTER],
                "it is not cleared again");
    }

    /** A target of stencil values alone; words that tell of depth alone say nothing of them. */
    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void clearsStencilWhoseTilesSayThatItWas(int depthAlone, boolean isCleared) {
        long tiles = DEPTH + 0x80000;
        tested(0.5f, 0, 1, 0, 0, 0, 0).cx(0x000, 2).cx(0x00A, 0).draw(3);
        DriverScene scene = tested(0.5f, 0, 1, 1, 1, 1, 1).cx(0x000, 0).cx(0x200, 1 | 2 << 8).cx(0x10B, 0, 7 | 0xFF << 8).cx(0x00A, 7)
                .cx(0x010, 24 << 4 | 1 << 29, 1 | 24 << 4 | depthAlone << 29).cx(0x005, (int) (tiles >>> 8)).cx(0x01E, (int) (tiles >>> 40));
        for (int i = 0; i < 64; i++) {
            scene.memory().putInt(tiles + 4L * i, 0);
        }

        assertEquals(isCleared, scene.draw(3)[CENTER] != 0, "stencil equal to 7 passes");
        assertEquals(isCleared ? 0xfffff3ff : 0, scene.memory().getInt(tiles));
    }

    private static DriverScene withTiles(DriverScene scene, int stencil, long tiles) {
        return scene.cx(0x010, 3 | 24 << 4 | 1 << 29, stencil | 24 << 4).cx(0x005, (int) (tiles >>> 8)).cx(0x01E, (int) (tiles >>> 40))
                .cx(0x00A, 0, DriverScene.bits(0.25f));
    }

    @Test
    void clearsDepthAndStencilByTheRenderControl() {
        for (int format : new int[] {1, 3}) {
            // DB_RENDER_CONTROL clears what the draw covers: depth to 0.25, stencil to 7.
            tested(0.9f, format, 1, 0, 0, 0, 0).cx(0x000, 3).cx(0x00A, 7, DriverScene.bits(0.25f)).draw(3);

            assertTrue(tested(0.2f, format, 1, 1, 1, 1, 1).cx(0x000, 0).cx(0x200, TEST | 1 << 4).draw(3)[CENTER] != 0);
            assertEquals(0, tested(0.3f, format, 1, 1, 1, 1, 1).cx(0x200, TEST | 1 << 4).draw(3)[CENTER]);
            // Stencil equal to 7 passes, to 6 does not.
            assertTrue(tested(0.5f, format, 1, 1, 1, 1, 1).cx(0x200, 1 | 2 << 8).cx(0x10B, 0, 7 | 0xFF << 8).draw(3)[CENTER] != 0);
            assertEquals(0, tested(0.5f, format, 1, 1, 1, 1, 1).cx(0x200, 1 | 2 << 8).cx(0x10B, 0, 6 | 0xFF << 8).draw(3)[CENTER]);
        }
    }

    @Test
    void changesStencilByItsOperations() {
        // Operation of a pass, with reference 5 on a stencil of 7.
        int[][] results = {{0, 7}, {1, 0}, {3, 5}, {5, 8}, {6, 6}, {7, 0xF8}, {8, 8}, {9, 6}};
        for (int[] each : results) {
            tested(0.9f, 3, 1, 0, 0, 0, 0).cx(0x000, 3).cx(0x00A, 7, DriverScene.bits(1)).draw(3);
            tested(0.5f, 3, 1, 0, 0, 0, 0).cx(0x000, 0).cx(0x200, 1 | 7 << 8).cx(0x10B, each[0] << 4, 5 | 0xFFFF << 8).draw(3);

            int pixel = tested(0.5f, 3, 1, 1, 1, 1, 1).cx(0x200, 1 | 2 << 8).cx(0x10B, 0, each[1] | 0xFF << 8).draw(3)[CENTER];

            assertTrue(pixel != 0, "operation %d does not give %d".formatted(each[0], each[1]));
        }
    }

    // Samples.

    @Test
    void averagesTheSamplesOfAResolve() {
        float[] half = {-1, -1, 0, 1, 1, 1, 0, 1, -1, 1, 0, 1};
        long source = DEPTH + 0x100000;
        scene(half, 1, 1, 1, 1).elsewhere(source).cx(0x31D, 2 << 12 | 2 << 15).cx(0x2F8, 2).cx(0x292, 3).cx(0x3B8, 0x4DC6C000).draw(3);

        int[] pixels = scene(COVERING, 0, 0, 0, 0).cx(0x202, 0x00CC0030).resolving(source).draw(3);

        assertEquals(0xFFFFFFFF, pixels[64 * 60 + 2]);
        assertEquals(0, pixels[64 * 2 + 60]);
        // On the diagonal some of four samples are covered.
        long partly = Arrays.stream(pixels).filter(pixel -> pixel != 0 && pixel != -1).count();
        assertTrue(partly >= 60, partly + " pixels are covered in part");
        for (int pixel : pixels) {
            assertEquals(0, Math.abs(channel(pixel, 0) % 63.75 - 32) < 30 ? 1 : 0, "a quarter of samples each: " + channel(pixel, 0));
        }
    }

    /** ZPASS_DONE, and the dump that the library's builder writes with an address. */
    @ParameterizedTest
    @ValueSource(ints = {0x115, 0x139})
    void countsTheSamplesThatPass(int event) {
        long counts = DriverScene.DATA + 0x8000;
        DriverScene scene = scene(COVERING, 1, 1, 1, 1);
        for (int i = 0; i < 64; i++) {
            scene.memory().putInt(counts + 4L * i, 0);
        }
        scene.before(0xC0024600, event, (int) counts, (int) (counts >>> 32)).after(0xC0024600, event, (int) counts + 8,
                (int) (counts >>> 32));

        scene.draw(3);

        long start = scene.memory().getLong(counts);
        long end = scene.memory().getLong(counts + 8);
        assertTrue(start < 0 && end < 0, "both reports are marked valid");
        assertEquals(64 * 64, end - start);
        for (int slot = 1; slot < 16; slot++) {
            assertEquals(Long.MIN_VALUE, scene.memory().getLong(counts + 16L * slot));
            assertEquals(Long.MIN_VALUE, scene.memory().getLong(counts + 16L * slot + 8));
        }
        // Predicated by these counts: drawn, and not drawn where nothing passed.
        assertTrue(predicated(counts, 1) != 0);
        scene.memory().putLong(counts + 8, start);
        assertEquals(0, predicated(counts, 1));
        assertTrue(predicated(counts, 0) != 0);
    }

    private static int predicated(long counts, int drawsIfPassed) {
        DriverScene scene = scene(COVERING, 1, 1, 1, 1).before(0xC0022000, 1 << 16 | drawsIfPassed << 8, (int) counts,
                (int) (counts >>> 32), 0xC0012D01, 3, 2, 0xC0022000, 0, 0, 0);
        assertNull(scene.tryDraw(0, 1));
        return scene.target()[CENTER];
    }

    /** Odd columns let no sample through. Documented: Mesa, a mask alone is the second of two packed words. */
    @ParameterizedTest
    @CsvSource({"'off, off, v3, off', 9", "'off, off, v3, v3 compr', 7"})
    void writesTheSamplesOfTheExportedMask(String exported, int format) {
        List<String> program = List.of("v_cvt_u32_f32_e32 v3, v0", "v_and_b32_e32 v3, 1, v3", "v_sub_nc_u32_e32 v3, 1, v3",
                "v_mov_b32_e32 v4, 1.0", "exp mrtz " + exported, "exp mrt0 v4, v4, v4, v4 done vm", "s_endpgm");

        int[] pixels = scene(COVERING, 1, 1, 1, 1).pixel(program).cx(0x1B3, 0x100, 0x100).cx(0x1C4, format).cx(0x203, 0x110).draw(3);

        assertEquals(-1, pixels[CENTER]);
        assertEquals(0, pixels[CENTER + 1]);
    }

    @Test
    void refusesAStencilExportWhereTheDeviceLacksIt() {
        String refusal = StageText.refusal(() -> StageText.pixel(StageText.COMMON, org.lierne.recompiler.program.StageState.PixelDraw.PLAIN,
                1, 2, List.of(), List.of(), "v_mov_b32_e32 v3, 7", "exp mrtz off, v3, off, off done vm", "s_endpgm"));

        assertTrue(refusal.contains("VK_EXT_shader_stencil_export"), refusal);
    }

    // Clip planes.

    /** Pixels that are left of a target full of white. */
    private static int clipped(int planes, float... coefficients) {
        DriverScene scene = scene(COVERING, 1, 1, 1, 1).cx(0x204, 0x00080000 | planes);
        for (int i = 0; i < coefficients.length; i++) {
            scene.cx(0x16F + i, DriverScene.bits(coefficients[i]));
        }
        return (int) Arrays.stream(scene.draw(3)).filter(pixel -> pixel != 0).count();
    }

    @Test
    void clipsByThePlanesThatAreEnabled() {
        float[] planes = {1, 0, 0, 0, 0, 1, 0, -0.5f};

        // x >= 0 is half of the pixels, y >= 0.5 a quarter.
        assertEquals(64 * 64, clipped(0, planes));
        assertEquals(64 * 32, clipped(1, planes));
        assertEquals(64 * 16, clipped(2, planes));
        assertEquals(32 * 16, clipped(3, planes));
        // Plane 1 keeps its number where it is the only one, and a plane may keep nothing.
        assertEquals(0, clipped(2, 0, 0, 0, 1, 0, 0, 0, -1));
    }

    // Viewports, metadata.

    @Test
    void skipsPassesOverMetadata() {
        for (int mode : new int[] {2, 5, 6}) {
            assertEquals(TARGET, scene(COVERING, 1, 1, 1, 1).filled(TARGET).cx(0x202, 0x00CC0000 | mode << 4).draw(3)[CENTER]);
        }
        assertNull(tested(0.5f, 3, 0, 1, 1, 1, 1).cx(0x000, 1 << 6).cx(0x08E, 0).cx(0x200, TEST | WRITE | ALWAYS).tryDraw(3, 1));
        String refusal = tested(0.5f, 3, 0, 1, 1, 1, 1).cx(0x000, 1 << 2).cx(0x200, TEST).tryDraw(3, 1);
        assertTrue(String.valueOf(refusal).contains("DB_RENDER_CONTROL"), refusal);
    }

    /** The mask says cleared once; then what was drawn counts, and the next draw finds it. */
    @Test
    void clearsWhatTheMaskOfTilesSaysToBeCleared() {
        long mask = DriverScene.DATA + 0x10000;
        float[] leftHalf = {-1, -1, 0.5f, 1, 0, -1, 0.5f, 1, -1, 1, 0.5f, 1};
        DriverScene scene = scene(leftHalf, 1, 1, 1, 1).filled(TARGET).cx(0x31C, 0x8028 | 1 << 13).cx(0x31F, (int) (mask >>> 8)).cx(0x398,
                (int) (mask >>> 40)).cx(0x323, 0x11223344, 0);
        for (int i = 0; i < 4096; i += 4) {
            scene.memory().putInt(mask + i, 0);
        }
        int[] pixels = scene.draw(3);

        assertEquals(-1, pixels[64 * 32 + 2]);
        assertEquals(0x11223344, pixels[64 * 32 + 60]);
        assertEquals(-1, scene.memory().getInt(mask));
        assertEquals(TARGET, scene.draw(3)[64 * 32 + 60], "the mask says that memory counts");
        scene.memory().putInt(mask + 8, 0xff);
        String refusal = scene.tryDraw(3, 1);
        assertTrue(String.valueOf(refusal).contains("(CMASK)"), refusal);
    }

    /** The keys of a compressed target say cleared once, to a colour of their own, to that of the registers or to the first of each block. */
    @ParameterizedTest
    @CsvSource({"0x10, 0x55667788", "0x20, 0x11223344", "0x40, 0xff000000", "0xc0, 0xffffffff"})
    void clearsWhatTheKeysOfCompressionSayToBeCleared(int key, String expected) {
        long keys = DriverScene.DATA + 0x10000;
        float[] leftHalf = {-1, -1, 0.5f, 1, 0, -1, 0.5f, 1, -1, 1, 0.5f, 1};
        long surface = DriverScene.DATA + 0x20000;
        DriverScene scene = scene(leftHalf, 1, 1, 1, 1).elsewhere(surface).cx(0x31C, 0x8028 | 1 << 28).cx(0x325, (int) (keys >>> 8)).cx(0x3A8,
                (int) (keys >>> 40)).cx(0x323, 0x11223344, 0);
        for (int i = 0; i < 4096; i += 4) {
            scene.memory().putInt(keys + i, key * 0x01010101);
        }
        for (int i = 0; i < 0x10000; i += 4) {
            scene.memory().putInt(surface + i, i % 256 == 0 ? 0x55667788 : 0x99);
        }
        assertNull(scene.tryDraw(3, 1));

        // Keys are looked at no more, and a program that reads the surface finds what was drawn and what was cleared.
        assertEquals(-1, scene.memory().getInt(keys));
        List<String> copy = List.of("v_cvt_u32_f32_e32 v1, v2", "v_cvt_u32_f32_e32 v2, v3", "image_load v[4:7], v[1:2], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm",
                "s_waitcnt vmcnt(0)", "exp mrt0 v4, v5, v6, v7 done vm", "s_endpgm");
        int[] pixels = scene(COVERING, 1, 1, 1, 1).pixel(copy, (int) (surface >>> 8), (int) (surface >>> 40) | 56 << 20 | 3 << 30, 15 | 63 << 14,
                9 << 28 | 0xfac, 0, 0, 0, 0).cx(0x1B3, 0x302, 0x302).draw(3);
        assertEquals(-1, pixels[64 * 32 + 2]);
        assertEquals(Long.decode(expected).intValue(), pixels[64 * 32 + 60]);
    }

    /** Entry 3 of the table, which samples outside of an image take; without the table, and with the mode off, a refusal. */
    @Test
    void takesBorderColoursOutOfTheTable() {
        long surface = DriverScene.DATA + 0x20000;
        long table = DriverScene.DATA + 0x11000;
        List<String> outside = List.of("v_mov_b32_e32 v1, 2.0", "v_mov_b32_e32 v2, 0.5",
                "image_sample_lz v[4:7], v[1:2], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D", "s_waitcnt vmcnt(0)",
                "exp mrt0 v4, v5, v6, v7 done vm", "s_endpgm");
        DriverScene scene = scene(COVERING, 1, 1, 1, 1).floats(table + 3 * 16, 0.2f, 0.4f, 0.6f, 0.8f).pixel(outside, (int) (surface >>> 8),
                (int) (surface >>> 40) | 56 << 20 | 3 << 30, 15 | 63 << 14, 9 << 28 | 0xfac, 0, 0, 0, 0, 6 | 6 << 3 | 6 << 6, 0xfff000, 0,
                3 << 30 | 3);

        String refusal = scene.cx(0x020, 0, 0).tryDraw(3, 1);
        assertTrue(String.valueOf(refusal).contains("border colour 3 of the table at 0x0: no memory holds it"), refusal);
        assertEquals(0xcc996633, scene.cx(0x020, (int) (table >>> 8), (int) (table >>> 40)).draw(3)[CENTER]);
    }

    @Test
    void drawsThroughTheViewportThatAVertexChooses() {
        List<String> vertex = List.of("buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen", "s_waitcnt vmcnt(0)", "v_mov_b32_e32 v14, 1",
                "v_mov_b32_e32 v15, 0", "exp pos0 v10, v11, v12, v13", "exp pos1 v15, v15, v15, v14 done", "s_endpgm");
        // Viewport 1: the right half; scissor 1: its upper half.
        int[] pixels = scene(COVERING, 1, 1, 1, 1).vertex(vertex, DriverScene.records(DriverScene.DATA, 16, 3)).cx(0x1C3, 0x44)
                .cx(0x207, 1 << 21 | 1 << 19)
                .cx(0x10F + 6, DriverScene.bits(16), DriverScene.bits(48), DriverScene.bits(32), DriverScene.bits(32), DriverScene.bits(1), 0)
                .cx(0x096, 0x80000000 | 32, 32 << 16 | 64).draw(3);

        assertEquals(-1, pixels[64 * 10 + 40]);
        assertEquals(0, pixels[64 * 10 + 20]);
        assertEquals(0, pixels[64 * 40 + 40]);
    }
}
