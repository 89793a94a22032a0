package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuFeature;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.testing.Rule;

/** What pixel and vertex programs start with and hand to the rasteriser, drawn and read back. Expected values are derived from the rules. */
@Tag("gpu")
final class PixelStageTest {
    private static final int STIPPLE = 1 << 7;
    private static final int POS_X = 1 << 8;
    private static final int POS_Y = 1 << 9;
    private static final int FRONT_FACE = 1 << 12;
    private static final int ANCILLARY = 1 << 13;
    private static final int ALL_BITS = 1 << 24;
    private static final int PIXEL_3_5 = 64 * 5 + 3;
    private static final int ITERATED = 1 << 16;

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

    /** Positions of four numbers at s[8:11]; the first parameter is the position. */
    private static final List<String> POSITIONS = List.of("buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen", "s_waitcnt vmcnt(0)",
            "exp pos0 v10, v11, v12, v13 done", "exp param0 v10, v11, v12, v13", "s_endpgm");

    private static List<String> storing(String register) {
        return List.of("exp mrt0 " + register + ", off, off, off done vm", "s_endpgm");
    }

    /** A triangle over the whole target. */
    private static final float[] COVERING = {-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1};

    private static DriverScene scene(int inputs, List<String> pixel, float... positions) {
        assumeTrue(shared != null, "no Vulkan device on this host");
        DriverScene scene = shared.plain().numbers().floats(DriverScene.DATA, positions);
        return scene.vertex(POSITIONS, DriverScene.records(DriverScene.DATA, 16, positions.length / 4)).pixel(pixel).cx(0x1B3, inputs, inputs)
                .cx(0x1B6, 0).cx(0x1B8, ALL_BITS);
    }

    private static int covered(int[] pixels) {
        return (int) Arrays.stream(pixels).filter(pixel -> pixel != 0).count();
    }

    // Rule A-007.

    @Rule("A-007")
    @ParameterizedTest
    @CsvSource({"true, ffffffff, 00000000", "false, 3f800000, bf800000"})
    void tellsFrontFacesByAllBitsOrBySign(boolean allBits, String front, String back) {
        float[] other = {-1, -1, 0, 1, -1, 3, 0, 1, 3, -1, 0, 1};
        // Clear ones: the exported number plus 1, so that a zero is seen.
        List<String> plusOne = List.of("v_add_nc_u32_e32 v0, 1, v0", "exp mrt0 v0, off, off, off done vm", "s_endpgm");
        int[] seen = new int[4];
        for (int i = 0; i < 4; i++) {
            // FACE is bit 2: which winding is the front.
            seen[i] = scene(FRONT_FACE, plusOne, i % 2 == 0 ? COVERING : other).cx(0x1B8, allBits ? ALL_BITS : 0)
                    .cx(0x205, 0x240 | (i / 2) << 2).draw(3)[PIXEL_3_5] - 1;
        }
        int frontBits = Integer.parseUnsignedInt(front, 16);
        int backBits = Integer.parseUnsignedInt(back, 16);

        // The viewport does not mirror, so that clip space's y runs down: the covering triangle winds clockwise on the screen.
        assertEquals(List.of(backBits, frontBits, frontBits, backBits), Arrays.stream(seen).boxed().toList());
    }

    @Rule("A-007")
    @Test
    void comparesTheFrontFaceRegisterAsProgramsDo() {
        List<String> program = List.of("v_cmp_ne_u32_e32 vcc, 0, v0", "v_cndmask_b32_e64 v1, 0, 1, vcc", "v_cmp_lt_u32_e32 vcc, 0, v0",
                "v_cndmask_b32_e64 v2, 0, 2, vcc", "v_or_b32_e32 v1, v1, v2", "v_or_b32_e32 v1, 4, v1", "exp mrt0 v1, off, off, off done vm",
                "s_endpgm");

        assertEquals(4, scene(FRONT_FACE, program, COVERING).draw(3)[PIXEL_3_5]);
        assertEquals(7, scene(FRONT_FACE, program, COVERING).cx(0x205, 0x244).draw(3)[PIXEL_3_5]);
    }

    // Rule A-006.

    @Rule("A-006")
    @Test
    void packsTheClassOfThePrimitiveIntoTheAncillaryWord() {
        List<String> program = List.of("v_or_b32_e32 v0, 0x80, v0", "exp mrt0 v0, off, off, off done vm", "s_endpgm");
        float[] line = {-1, 0.015f, 0, 1, 1, 0.015f, 0, 1};
        float[] rectangle = {-1, -1, 0, 1, 1, -1, 0, 1, -1, 1, 0, 1};

        assertEquals(0x82, scene(ANCILLARY, program, COVERING).draw(3)[PIXEL_3_5]);
        assertTrue(Arrays.stream(scene(ANCILLARY, program, line).uc(0x242, 2).draw(2)).anyMatch(word -> word == 0x81));
        assertTrue(Arrays.stream(scene(ANCILLARY, program, 0, 0, 0, 1).uc(0x242, 1).cx(0x1C3, 4).draw(1)).anyMatch(word -> word == 0x80));
        assertEquals(0x83, scene(ANCILLARY, program, rectangle).uc(0x242, 0x11).draw(3)[PIXEL_3_5]);
    }

    /** Four samples a pixel; numbers that the program stores to s[0:3] come back. */
    private static int[] stored(int inputs, int mode, List<String> pixel, int[] locations, int count) {
        DriverScene scene = scene(inputs, pixel, COVERING);
        for (int i = 0; i < count; i++) {
            scene.memory().putInt(DriverScene.DATA + 0x1000 + 4L * i, 0);
        }
        int[] buffer = DriverScene.records(DriverScene.DATA + 0x1000, 0, 4 * count);
        scene.pixel(pixel, buffer).cx(0x31D, 2 << 12 | 2 << 15).cx(0x2F8, 2).cx(0x292, 3).cx(0x293, mode).cx(0x3B8, 0x4DC6C000);
        if (locations.length > 0) {
            scene.cx(0x2FE, locations);
        }
        assertEquals(null, scene.tryDraw(3, 1));
        int[] words = new int[count];
        for (int i = 0; i < count; i++) {
            words[i] = scene.memory().getInt(DriverScene.DATA + 0x1000 + 4L * i);
        }
        return words;
    }

    @Rule("A-006")
    @Test
    void packsTheIteratedSampleIntoTheAncillaryWord() {
        List<String> program = List.of("v_bfe_u32 v1, v0, 8, 4", "v_lshlrev_b32_e32 v1, 2, v1",
                "buffer_store_dword v0, v1, s[0:3], 0 offen", "v_mov_b32_e32 v2, 0", "exp mrt0 v2, off, off, off done vm", "s_endpgm");

        assertEquals(List.of(0x002, 0x102, 0x202, 0x302), Arrays.stream(stored(ANCILLARY, ITERATED, program, new int[0], 4)).boxed().toList());
        assertEquals(List.of(0x002, 0, 0, 0), Arrays.stream(stored(ANCILLARY, 0, program, new int[0], 4)).boxed().toList());
    }

    @Rule("A-006")
    @Test
    void readsSampleAndLayerOnlyWhereTheDrawHasThem() {
        String[] sample = {"v_bfe_u32 v1, v0, 8, 4", "exp mrt0 v1, off, off, off done vm", "s_endpgm"};
        String[] layer = {"v_bfe_u32 v1, v0, 16, 13", "exp mrt0 v1, off, off, off done vm", "s_endpgm"};
        String[] crossing = {"v_bfe_u32 v1, v0, 8, 12", "exp mrt0 v1, off, off, off done vm", "s_endpgm"};
        StageState.PixelDraw plain = StageState.PixelDraw.PLAIN;
        StageState.PixelDraw both = new StageState.PixelDraw(true, true, ALL_BITS, List.of());

        String plainSample = StageText.pixel(StageText.COMMON, plain, 1, StageInput.ANCILLARY, sample);
        String plainLayer = StageText.pixel(StageText.COMMON, plain, 1, StageInput.ANCILLARY, layer);

        assertFalse(plainSample.contains("SampleRateShading") || plainSample.contains("SampleId"), plainSample);
        assertFalse(plainLayer.contains("BuiltIn Layer") || plainLayer.contains("constants"), plainLayer);
        assertTrue(StageText.pixel(StageText.COMMON, both, 4, StageInput.ANCILLARY, sample).contains("BuiltIn SampleId"));
        assertTrue(StageText.pixel(StageText.COMMON, both, 4, StageInput.ANCILLARY, layer).contains("BuiltIn Layer"));
        // The whole word's class comes with the draw's constants.
        assertTrue(StageText.pixel(StageText.COMMON, plain, 1, StageInput.ANCILLARY, crossing).contains("constants"));
        assertFalse(plainSample.contains("constants"));
    }

    // Rules C-041, C-042.

    @Rule("C-041")
    @Test
    void takesPositionsWhereTheRegisterSays() {
        assertEquals(DriverScene.bits(3.5f), scene(POS_X | POS_Y, storing("v0"), COVERING).draw(3)[PIXEL_3_5]);
        assertEquals(DriverScene.bits(5.5f), scene(POS_X | POS_Y, storing("v1"), COVERING).draw(3)[PIXEL_3_5]);
        assertEquals(DriverScene.bits(3), scene(POS_X | POS_Y, storing("v0"), COVERING).cx(0x1B8, 1 << 20).draw(3)[PIXEL_3_5]);
        assertEquals(DriverScene.bits(5), scene(POS_X | POS_Y, storing("v1"), COVERING).cx(0x1B8, 1 << 20).draw(3)[PIXEL_3_5]);
        assertEquals(DriverScene.bits(3.5f), scene(POS_X | POS_Y, storing("v0"), COVERING).cx(0x1B8, 2 << 16).draw(3)[PIXEL_3_5]);
        assertTrue(String.valueOf(scene(POS_X, storing("v0"), COVERING).cx(0x1B8, 3 << 16).tryDraw(3, 1)).contains("is reserved"));
    }

    /** Only the pixel at (3, 5) stores v{@code value} at its sample's place; position in v{@code x} and the next, ancillary word behind. */
    private static List<String> atOnePixel(int x, String value, String... before) {
        List<String> lines = new ArrayList<>(List.of(before));
        lines.addAll(List.of("v_floor_f32_e32 v20, v" + x, "v_floor_f32_e32 v21, v" + (x + 1), "v_bfe_u32 v22, v" + (x + 2) + ", 8, 4",
                "v_lshlrev_b32_e32 v22, 2, v22", "v_cmp_eq_f32_e64 s[20:21], 0x40400000, v20", "v_cmp_eq_f32_e64 s[22:23], 0x40a00000, v21",
                "s_and_b64 vcc, s[20:21], s[22:23]", "s_and_saveexec_b64 s[20:21], vcc", "buffer_store_dword " + value
                + ", v22, s[0:3], 0 offen", "s_mov_b64 exec, s[20:21]", "v_mov_b32_e32 v2, 0", "exp mrt0 v2, off, off, off done vm",
                "s_endpgm"));
        return lines;
    }

    /** Samples at +2, -4, +6 and -8 sixteenths, in every pixel. */
    private static final int[] LOCATIONS = new int[16];

    static {
        for (int pixel = 0; pixel < 4; pixel++) {
            LOCATIONS[4 * pixel] = 0x02 | 0x0C << 8 | 0x06 << 16 | 0x08 << 24;
        }
    }

    @Rule("C-041")
    @Test
    void takesPositionsOfIteratedSamples() {
        DriverScene open = scene(POS_X, storing("v0"), COVERING);
        int inputs = POS_X | POS_Y | ANCILLARY;
        float[] offsets = {0.125f, -0.25f, 0.375f, -0.5f};

        int[] center = stored(inputs, ITERATED, atOnePixel(0, "v0"), LOCATIONS, 4);
        open.cx(0x1B8, 0);
        int[] sample = locationTwo(inputs, ITERATED);
        int[] first = locationTwo(inputs, 0);

        for (int i = 0; i < 4; i++) {
            assertEquals(DriverScene.bits(3.5f), center[i], "centre of sample " + i);
            assertEquals(DriverScene.bits(3.5f + offsets[i]), sample[i], "position of sample " + i);
        }
        assertEquals(DriverScene.bits(3.625f), first[0]);
    }

    private static int[] locationTwo(int inputs, int mode) {
        List<String> program = atOnePixel(0, "v0");
        DriverScene scene = scene(inputs, program, COVERING);
        int[] buffer = DriverScene.records(DriverScene.DATA + 0x1000, 0, 16);
        scene.pixel(program, buffer).cx(0x31D, 2 << 12 | 2 << 15).cx(0x2F8, 2).cx(0x292, 3).cx(0x293, mode).cx(0x3B8, 0x4DC6C000)
                .cx(0x2FE, LOCATIONS).cx(0x1B8, 2 << 16 | ALL_BITS);
        assertEquals(null, scene.tryDraw(3, 1));
        int[] words = new int[4];
        for (int i = 0; i < 4; i++) {
            words[i] = scene.memory().getInt(DriverScene.DATA + 0x1000 + 4L * i);
        }
        return words;
    }

    @Rule("C-042")
    @Test
    void readsZeroForLineStippleAndKeepsLaterInputsInTheirPlaces() {
        List<String> first = List.of("v_add_nc_u32_e32 v0, 9, v0", "exp mrt0 v0, off, off, off done vm", "s_endpgm");

        assertEquals(9, scene(STIPPLE | POS_X, first, COVERING).draw(3)[PIXEL_3_5]);
        assertEquals(DriverScene.bits(3.5f), scene(STIPPLE | POS_X, storing("v1"), COVERING).draw(3)[PIXEL_3_5]);
    }

    // Rule C-040.

    /** The first parameter's x runs from -1 to 1 over 64 pixels: this is it in pixels. */
    private static final String[] IN_PIXELS = {"v_add_f32_e32 v10, 1.0, v10", "v_mul_f32_e32 v10, 0x42000000, v10"};

    private static List<String> interpolated(int weights) {
        List<String> before = new ArrayList<>(List.of("s_mov_b32 m0, s4", "v_interp_p1_f32_e32 v10, v" + weights + ", attr0.x",
                "v_interp_p2_f32_e32 v10, v" + (weights + 1) + ", attr0.x"));
        before.addAll(List.of(IN_PIXELS));
        return atOnePixel(4, "v10", before.toArray(String[]::new));
    }

    @Rule("C-040")
    @Test
    void interpolatesAtTheSampleOrAtTheCenter() {
        int inputs = 3 | POS_X | POS_Y | ANCILLARY;
        float[] offsets = {0.125f, -0.25f, 0.375f, -0.5f};

        int[] samples = interpolatedAt(inputs, ITERATED, interpolated(0));
        int[] centers = interpolatedAt(inputs, ITERATED, interpolated(2));
        int[] first = interpolatedAt(inputs, 0, interpolated(0));

        for (int i = 0; i < 4; i++) {
            assertEquals(3.5f + offsets[i], Float.intBitsToFloat(samples[i]), 1e-3f, "sample " + i);
            assertEquals(3.5f, Float.intBitsToFloat(centers[i]), 1e-3f, "centre, sample " + i);
        }
        assertEquals(3.625f, Float.intBitsToFloat(first[0]), 1e-3f, "without iteration the first sample counts");

        List<String> plain = List.of("s_mov_b32 m0, s0", "v_interp_p1_f32_e32 v10, v0, attr0.x", "v_interp_p2_f32_e32 v10, v1, attr0.x",
                IN_PIXELS[0], IN_PIXELS[1], "exp mrt0 v10, off, off, off done vm", "s_endpgm");
        int single = scene(1, plain, COVERING).cx(0x1B6, 1).draw(3)[PIXEL_3_5];
        int center = scene(2, plain, COVERING).cx(0x1B6, 1).draw(3)[PIXEL_3_5];
        assertEquals(center, single);
        assertEquals(3.5f, Float.intBitsToFloat(single), 1e-3f);
    }

    private static int[] interpolatedAt(int inputs, int mode, List<String> program) {
        DriverScene scene = scene(inputs, program, COVERING);
        int[] buffer = DriverScene.records(DriverScene.DATA + 0x1000, 0, 16);
        scene.pixel(program, buffer).cx(0x31D, 2 << 12 | 2 << 15).cx(0x2F8, 2).cx(0x292, 3).cx(0x293, mode).cx(0x3B8, 0x4DC6C000)
                .cx(0x2FE, LOCATIONS).cx(0x1B6, 1);
        assertEquals(null, scene.tryDraw(3, 1));
        int[] words = new int[4];
        for (int i = 0; i < 4; i++) {
            words[i] = scene.memory().getInt(DriverScene.DATA + 0x1000 + 4L * i);
        }
        return words;
    }

    /** Weights moved by a quarter of the quad's differences, as a compiler makes interpolation at an offset, and kept in a shared register. */
    @Test
    void interpolatesAtPointsThatTheProgramMakesOfItsWeights() {
        List<String> program = new ArrayList<>(List.of("s_mov_b32 m0, s0"));
        for (int i = 0; i < 2; i++) {
            String quad = " row_mask:0xf bank_mask:0xf bound_ctrl:1 fi:1";
            program.addAll(List.of("v_mov_b32_dpp v" + (4 + i) + ", v" + i + " quad_perm:[0,0,0,0]" + quad,
                    "v_sub_f32_dpp v" + (6 + i) + ", v" + i + ", v" + (4 + i) + " quad_perm:[1,1,1,1]" + quad,
                    "v_mac_f32_e32 v" + i + ", 0x3e800000, v" + (6 + i)));
        }
        program.addAll(List.of("v_interp_p1_f32_e32 v10, v0, attr0.x", "v_interp_p2_f32_e32 v10, v1, attr0.x", IN_PIXELS[0], IN_PIXELS[1],
                "exp mrt0 v10, off, off, off done vm", "s_endpgm"));

        int[] pixels = scene(2, program, COVERING).cx(0x1B6, 1).draw(3);

        assertEquals(3.75f, Float.intBitsToFloat(pixels[PIXEL_3_5]), 1e-3f);
        assertEquals(40.75f, Float.intBitsToFloat(pixels[64 * 7 + 40]), 1e-3f);
    }

    // Rules B-014, B-015.

    /** Halfway from the first corner, which is at the left edge; weights that are no sum of points. */
    @Rule("B-015")
    @Test
    void interpolatesWithWeightsThatTheProgramMakesUp() {
        List<String> scaled = List.of("s_mov_b32 m0, s0", "v_mul_f32_e32 v0, 0.5, v0", "v_mul_f32_e32 v1, 0.5, v1",
                "v_interp_p1_f32_e32 v10, v0, attr0.x", "v_interp_p2_f32_e32 v10, v1, attr0.x", IN_PIXELS[0], IN_PIXELS[1],
                "exp mrt0 v10, off, off, off done vm", "s_endpgm");

        assertEquals(1.75f, Float.intBitsToFloat(scene(2, scaled, COVERING).cx(0x1B6, 1).draw(3)[PIXEL_3_5]), 1e-3f);
    }

    /** The covering triangle's second corner lies 128 pixels to the right of the first, the third 128 below. */
    @Rule("B-015")
    @ParameterizedTest
    @CsvSource({"2", "32"})
    void readsWeightsAsNumbers(int inputs) {
        assertEquals(3.5f / 128, Float.intBitsToFloat(scene(inputs, storing("v0"), COVERING).draw(3)[PIXEL_3_5]), 1e-5f);
        assertEquals(5.5f / 128, Float.intBitsToFloat(scene(inputs, storing("v1"), COVERING).draw(3)[PIXEL_3_5]), 1e-5f);
    }

    private static List<String> slope(String plane, String channel) {
        return List.of("s_mov_b32 m0, s0", "v_interp_mov_f32_e32 v2, " + plane + ", attr0." + channel, "exp mrt0 v2, off, off, off done vm",
                "s_endpgm");
    }

    @Rule("B-015")
    @Test
    void readsSlopesOfAttributesBesideFlatOnes() {
        assertEquals(DriverScene.bits(4), scene(2, slope("p10", "x"), COVERING).cx(0x1B6, 1).draw(3)[PIXEL_3_5]);
        assertEquals(DriverScene.bits(4), scene(2, slope("p20", "y"), COVERING).cx(0x1B6, 1).draw(3)[PIXEL_3_5]);
        List<String> both = List.of("s_mov_b32 m0, s0", "v_interp_mov_f32_e32 v2, p10, attr0.x", "v_interp_mov_f32_e32 v3, p0, attr0.x",
                "v_add_f32_e32 v2, v2, v3", "exp mrt0 v2, off, off, off done vm", "s_endpgm");
        assertEquals(DriverScene.bits(3), scene(2, both, COVERING).cx(0x1B6, 1).cx(0x191, 1 << 10).draw(3)[PIXEL_3_5]);
    }

    @Rule("B-015")
    @Test
    void cullsFacesBehindTheStageThatMakesWeights() {
        assertEquals(0, covered(scene(2, storing("v0"), COVERING).cx(0x205, 0x240 | 2).draw(3)));
        assertEquals(64 * 64, covered(scene(2, storing("v0"), COVERING).cx(0x205, 0x240 | 1).draw(3)));
    }

    /** The host's own inputs where it has them and no variable would be needed twice; the module in between otherwise. */
    @Rule("B-015")
    @Test
    void readsTheHostsOwnWeights() {
        String[] third = {"exp mrt0 v0, off, off, off done vm", "s_endpgm"};

        String host = StageText.pixel(StageText.with(HostFeature.BARYCENTRICS), StageState.PixelDraw.PLAIN, 1, StageInput.PERSP_CENTER_J, third);
        String linear = StageText.pixel(StageText.with(HostFeature.BARYCENTRICS), StageState.PixelDraw.PLAIN, 1, StageInput.LINEAR_CENTROID_I, third);
        String made = StageText.pixel(StageText.COMMON, StageState.PixelDraw.PLAIN, 1, StageInput.PERSP_CENTER_J, third);

        assertTrue(host.contains("BuiltIn BaryCoordKHR") && !host.contains("Centroid"), host);
        assertTrue(linear.contains("BuiltIn BaryCoordNoPerspKHR") && linear.contains("Centroid"), linear);
        assertTrue(!made.contains("BaryCoord") && made.contains("weights0"), made);
        String two = StageText.pixel(StageText.with(HostFeature.BARYCENTRICS), StageState.PixelDraw.PLAIN, 1, 0,
                List.of(InitialRegister.vgpr(0, StageInput.PERSP_CENTER_I), InitialRegister.vgpr(2, StageInput.PERSP_CENTROID_I)), List.of(),
                "v_add_f32_e32 v0, v0, v2", "exp mrt0 v0, off, off, off done vm", "s_endpgm");
        assertTrue(!two.contains("BaryCoord") && two.contains("weights1"), two);
    }

    /** A slope is the difference of two corners; an attribute that is interpolated too would need two variables at one location. */
    @Rule("B-015")
    @Test
    void readsTheHostsOwnCorners() {
        HostFacts host = StageText.with(HostFeature.BARYCENTRICS);
        String slope = "v_interp_mov_f32_e32 v2, p10, attr0.y";
        String[] last = {"exp mrt0 v2, off, off, off done vm", "s_endpgm"};

        String corners = StageText.interpolating(host, "s_mov_b32 m0, 0", slope, last[0], last[1]);
        String both = StageText.interpolating(host, "s_mov_b32 m0, 0", slope, "v_interp_p1_f32_e32 v3, v0, attr0.x",
                "v_interp_p2_f32_e32 v3, v1, attr0.x", "v_add_f32_e32 v2, v2, v3", last[0], last[1]);

        String flat = StageText.interpolating(host, "s_mov_b32 m0, 0", slope, "v_interp_mov_f32_e32 v3, p0, attr0.x",
                "v_add_f32_e32 v2, v2, v3", last[0], last[1]);
        assertTrue(corners.contains("PerVertexKHR") && !corners.contains("corner0of0"), corners);
        assertTrue(!flat.contains("PerVertexKHR") && flat.contains("corner1of0"), flat);
        assertTrue(!both.contains("PerVertexKHR") && both.contains("corner1of0"), both);
    }

    /** With one sample no variable at a sample, which would have the program run for each; with several only where it does so anyway. */
    @Rule({"B-015", "C-040"})
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsWeightsAtSamplesWithoutRunningForEach(boolean isNative) {
        HostFacts host = isNative ? StageText.with(HostFeature.BARYCENTRICS) : StageText.COMMON;
        StageState.PixelDraw iterated = new StageState.PixelDraw(true, false, ALL_BITS, List.of());
        String[] store = {"exp mrt0 v0, off, off, off done vm", "s_endpgm"};

        String one = StageText.pixel(host, StageState.PixelDraw.PLAIN, 1, StageInput.PERSP_SAMPLE_I, store);
        String each = StageText.pixel(host, iterated, 4, StageInput.PERSP_SAMPLE_I, store);
        String centre = StageText.pixel(host, iterated, 4, StageInput.LINEAR_CENTER_J, store);
        String first = StageText.refusal(() -> StageText.pixel(host, StageState.PixelDraw.PLAIN, 4, StageInput.PERSP_SAMPLE_I, store));

        assertTrue(!one.contains("SampleRateShading") && !one.contains(" Sample\n"), one);
        assertTrue(each.contains(" Sample\n"), each);
        assertTrue(centre.contains("InterpolateAtOffset") && !centre.contains(" Sample\n"), centre);
        assertTrue(first.contains("stage.pixel.barycentrics"), first);
    }

    @Rule("B-015")
    @Test
    void refusesWeightsWhereNoStageCanMakeThem() {
        String id = "pass.interp.barycentric-emulation";
        assertTrue(String.valueOf(scene(2, storing("v0"), -1, 0, 0, 1, 1, 0, 0, 1).uc(0x242, 2).tryDraw(2, 1)).contains(id));
        assertTrue(String.valueOf(scene(2, storing("v0"), COVERING).uc(0x242, 0x11).tryDraw(3, 1)).contains(id));
        List<String> distances = List.of("buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen", "s_waitcnt vmcnt(0)", "exp pos0 v10, v11, v12, v13",
                "exp pos1 v10, v10, v10, v10 done", "s_endpgm");
        DriverScene exporting = scene(2, storing("v0"), COVERING).vertex(distances, DriverScene.records(DriverScene.DATA, 16, 3)).cx(0x1C3, 0x44)
                .cx(0x207, 1 << 22 | 1);
        boolean hasWeights = Objects.requireNonNull(Wiring.devices()).list().getFirst().has(GpuFeature.FRAGMENT_SHADER_BARYCENTRIC);
        assertEquals(!hasWeights, String.valueOf(exporting.tryDraw(3, 1)).contains(id));
        String refusal = StageText.refusal(() -> StageText.pixel(StageText.without(HostFeature.GEOMETRY), StageState.PixelDraw.PLAIN, 1,
                StageInput.PERSP_CENTER_I, "exp mrt0 v0, off, off, off done vm", "s_endpgm"));
        assertTrue(refusal.contains(id), refusal);
    }

    /** Corners have 1, 3 and 5 as halves: 1 + 2 * 3.5/128 + 4 * 5.5/128 is 1.2265625, a half. The host's weights may be a place off. */
    @Rule({"B-014", "B-015"})
    @ParameterizedTest
    @CsvSource({"''", "' high'"})
    void interpolatesHalvesFromTheCorners(String half) {
        List<String> vertex = new ArrayList<>(List.of("buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen", "v_cvt_f32_u32_e32 v14, v5",
                "v_fma_f32 v14, v14, 2.0, 1.0", "v_cvt_f16_f32_e32 v14, v14"));
        if (!half.isEmpty()) {
            vertex.add("v_lshlrev_b32_e32 v14, 16, v14");
        }
        vertex.addAll(List.of("s_waitcnt vmcnt(0)", "exp pos0 v10, v11, v12, v13 done", "exp param0 v14, v14, v14, v14", "s_endpgm"));
        List<String> pixel = List.of("s_mov_b32 m0, s0", "v_interp_p1ll_f16 v10, v0, attr0.x" + half, "v_interp_p2_f16 v10, v1, attr0.x, v10" + half,
                "v_and_b32_e32 v10, 0xffff, v10", "exp mrt0 v10, off, off, off done vm", "s_endpgm");

        int seen = scene(2, pixel, COVERING).vertex(vertex, DriverScene.records(DriverScene.DATA, 16, 3)).cx(0x1B6, 1).draw(3)[PIXEL_3_5];

        assertEquals(Float.floatToFloat16(1.2265625f), seen, 1);
    }

    /** RSRC1 [19:12]: directed rounding of f32, and results without denormals that operands have. */
    @Rule("B-014")
    @ParameterizedTest
    @ValueSource(ints = {0xC1, 0x80, 0xD0})
    void refusesHalvesInModesThatAreNotMeasured(int mode) {
        List<String> pixel = List.of("s_mov_b32 m0, s0", "v_interp_p1ll_f16 v10, v0, attr0.x", "v_interp_p2_f16 v10, v1, attr0.x, v10",
                "exp mrt0 v10, off, off, off done vm", "s_endpgm");

        String refusal = scene(2, pixel, COVERING).cx(0x1B6, 1).sh(0x00A, 0x02200007 | mode << 12).tryDraw(3, 1);

        assertTrue(String.valueOf(refusal).contains("pass.interp.f16"), refusal);
    }

    // Rules C-001, C-002.

    private static final int ORDERED = 1 << 16;

    private static String ordered(boolean device, String... lines) {
        List<InitialRegister> registers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            registers.add(InitialRegister.userData(i, i));
        }
        registers.add(InitialRegister.vgpr(0, StageInput.POSITION_X));
        int[] image = {0x1000, 20 << 20 | 0xC0000000, 0x80000000 | 15 | 63 << 14, 0x90000FAC, 0, 0, 0, 0};
        return StageText.pixel(device ? StageText.with(HostFeature.PIXEL_INTERLOCK, HostFeature.STORAGE_IMAGE_READ_WITHOUT_FORMAT)
                : StageText.COMMON, StageState.PixelDraw.PLAIN, 1, ORDERED, registers, List.of(new DescriptorWords(image, true)), lines);
    }

    private static final String[] COUNTING = {"v_cvt_u32_f32_e32 v1, v0", "v_mov_b32_e32 v2, v1",
            "image_load v3, v[1:2], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", "s_waitcnt vmcnt(0)", "v_add_nc_u32_e32 v3, 1, v3",
            "s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)", "image_store v3, v[1:2], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm",
            "v_cmp_lt_u32_e32 vcc, 2, v1", "s_and_b64 exec, exec, vcc", "s_cbranch_execz gone", "exp mrt0 v3, off, off, off done vm",
            "s_endpgm", "gone:", "s_endpgm"};

    @Rule("C-001")
    @Test
    void makesTheWholeProgramTheOrderedSection() {
        String text = ordered(true, COUNTING);

        assertEquals(1, StageText.count(text, "OpBeginInvocationInterlockEXT"));
        assertTrue(text.contains("PixelInterlockOrderedEXT"));
        // One end before each way out.
        int ends = StageText.count(text, "OpEndInvocationInterlockEXT\n");
        assertEquals(StageText.count(text, "OpReturn\n") + StageText.count(text, "OpKill\n"), ends);
        assertTrue(ends >= 1);
        assertTrue(text.indexOf("OpBeginInvocationInterlockEXT") < text.indexOf("OpImageRead"), text);
        assertTrue(text.lastIndexOf("OpEndInvocationInterlockEXT") > text.indexOf("OpImageWrite"));
        String refusal = StageText.refusal(() -> ordered(false, COUNTING));
        assertTrue(refusal.contains("fragmentShaderPixelInterlock") && refusal.contains("stage.pixel.pops"), refusal);
    }

    /** The hardware's total, which the rule's stated deviation would miss: what is also stored is loaded through the storage image. */
    @Rule("C-003")
    @Test
    void loadsThroughTheStorageImageWhatTheProgramAlsoStores() {
        String[] loading = {"v_cvt_u32_f32_e32 v1, v0", "v_mov_b32_e32 v2, v1",
                "image_load v3, v[1:2], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", "s_waitcnt vmcnt(0)", "exp mrt0 v3, off, off, off done vm",
                "s_endpgm"};

        String both = ordered(true, COUNTING);
        String one = ordered(true, loading);

        assertTrue(both.contains("OpImageRead") && !both.contains("OpImageFetch"), both);
        assertTrue(one.contains("OpImageFetch") && !one.contains("OpImageRead"), one);
    }

    /** Two triangles over each pixel load, add one and store. */
    @Rule("C-003")
    @Test
    void countsBothOfTwoOverlappingPrimitives() {
        long image = DriverScene.DATA + 0x10000;
        float[] twice = Arrays.copyOf(COVERING, 24);
        System.arraycopy(COVERING, 0, twice, 12, 12);
        List<String> counting = List.of("v_mov_b32_e32 v4, v1", "v_cvt_u32_f32_e32 v1, v0", "v_cvt_u32_f32_e32 v2, v4",
                "image_load v3, v[1:2], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", "s_waitcnt vmcnt(0)", "v_add_nc_u32_e32 v3, 1, v3",
                "image_store v3, v[1:2], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", "exp mrt0 v3, off, off, off done vm", "s_endpgm");
        int[] descriptor = {(int) (image >>> 8), (int) (image >>> 40) | 20 << 20 | 0xC0000000, 0x80000000 | 15 | 63 << 14, 0x90000FAC, 0, 0, 0, 0};
        DriverScene scene = scene(POS_X | POS_Y, counting, twice).pixel(counting, descriptor).cx(0x203, 0x10 | ORDERED);

        String refusal = scene.tryDraw(6, 1);

        assumeTrue(refusal == null || !refusal.contains("fragmentShaderPixelInterlock"), "the device orders no overlapping pixels");
        assertNull(refusal);
        for (int pixel = 0; pixel < 64 * 64; pixel++) {
            assertEquals(2, scene.memory().getInt(image + 4L * pixel), "pixel " + pixel);
        }
    }

    @Rule("C-002")
    @Test
    void readsNoCollisionsFromTheLaunchRegisters() {
        // s0 is the primitive mask, s1 the colliding wave, s2 the mask; bit 31 of s1 would say that there is one to wait for.
        List<String> program = List.of("s_or_b32 s3, s1, s2", "s_add_u32 s3, s3, 40", "s_bitcmp1_b32 s1, 31", "s_cbranch_scc0 go", "wait:",
                "s_mov_b32 s4, src_pops_exiting_wave_id", "s_cmp_lt_u32 s4, s1", "s_cbranch_scc1 wait", "go:", "s_mov_b32 s5, s2", "each:",
                "s_add_u32 s3, s3, 1", "s_cmp_lg_u32 s5, 0", "s_mov_b32 s5, 0", "s_cbranch_scc1 each", "v_mov_b32_e32 v1, s3",
                "exp mrt0 v1, off, off, off done vm", "s_endpgm");

        assertEquals(41, scene(POS_X, program, COVERING).sh(0x00B, 3 << 25).draw(3)[PIXEL_3_5]);
    }

    // Rules C-039, A-014.

    private static final float[] WITH_ZERO = {-1, -1, 0, 1, 0, 0, 0, 0, -1, 3, 0, 1};

    @Rule("C-039")
    @Test
    void drawsNothingOfAVertexAtZero() {
        List<String> white = List.of("v_mov_b32_e32 v0, 7", "exp mrt0 v0, off, off, off done vm", "s_endpgm");

        assertEquals(0, covered(scene(POS_X, white, WITH_ZERO).draw(3)));
        assertEquals(64 * 64, covered(scene(POS_X, white, COVERING).draw(3)));
        assertEquals(0, covered(scene(POS_X, white, 0, 0, 0, 0).uc(0x242, 1).draw(1)));
        String[] eight = {"v_cvt_f32_u32_e32 v1, v5", "exp pos0 v1, v1, v1, v1", "exp pos1 v1, v1, v1, v1", "exp pos2 v1, v1, v1, v1 done",
                "s_endpgm"};
        assertTrue(StageText.vertex(StageText.COMMON, 3, 3 << 22 | 0x3f, eight).contains("%uint_7"));
        String full = StageText.vertex(StageText.COMMON, 3, 3 << 22 | 0xff, eight);
        assertTrue(full.contains("%uint_8") && !full.contains("%uint_9"), full);
        String refusal = StageText.refusal(() -> StageText.vertex(StageText.without(HostFeature.CLIP_DISTANCE), 1, 0,
                "v_cvt_f32_u32_e32 v1, v5", "exp pos0 v1, v1, v1, v1 done", "s_endpgm"));
        assertTrue(refusal.contains("shaderClipDistance"), refusal);
    }

    /** Clip and cull distances are the four numbers at s[12:15]. */
    private static int clipped(int control, float... distances) {
        List<String> vertex = List.of("buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen", "s_waitcnt vmcnt(0)", "v_mov_b32_e32 v14, s12",
                "v_mov_b32_e32 v15, s13", "v_mov_b32_e32 v16, s14", "v_mov_b32_e32 v17, s15", "exp pos0 v10, v11, v12, v13",
                "exp pos1 v14, v15, v16, v17 done", "s_endpgm");
        List<String> white = List.of("v_mov_b32_e32 v0, 7", "exp mrt0 v0, off, off, off done vm", "s_endpgm");
        int[] user = Arrays.copyOf(DriverScene.records(DriverScene.DATA, 16, 3), 8);
        for (int i = 0; i < 4; i++) {
            user[4 + i] = DriverScene.bits(distances[i]);
        }
        return covered(scene(POS_X, white, COVERING).vertex(vertex, user).cx(0x1C3, 0x44).cx(0x207, control).draw(3));
    }

    /**
     * A rectangle over the whole target whose distance is its x: the right half stays, where one triangle of three corners would cover half of
     * it. Culled only where all three corners are.
     */
    @Rule({"P8", "A-014"})
    @Test
    void clipsRectanglesByTheDistancesOfTheirCorners() {
        float[] corners = {-1, -1, 0, 1, 1, -1, 0, 1, -1, 1, 0, 1};
        int vector = 1 << 22;

        int[] clipped = rectangle(vector | 1, corners, "v10");
        int[] culled = rectangle(vector | 1 << 8, corners, "v10");

        assertEquals(64 * 32, covered(clipped));
        assertEquals(0, clipped[64 * 40 + 31]);
        assertEquals(7, clipped[64 * 40 + 32]);
        assertEquals(64 * 64, covered(culled));
        assertEquals(0, covered(rectangle(vector | 1 << 8, corners, "-1.0")));
    }

    private static int[] rectangle(int control, float[] corners, String distance) {
        List<String> vertex = List.of("buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen", "s_waitcnt vmcnt(0)", "v_mov_b32_e32 v14, " + distance,
                "exp pos0 v10, v11, v12, v13", "exp pos1 v14, v14, v14, v14 done", "s_endpgm");
        List<String> white = List.of("v_mov_b32_e32 v0, 7", "exp mrt0 v0, off, off, off done vm", "s_endpgm");
        return scene(POS_X, white, corners).vertex(vertex, DriverScene.records(DriverScene.DATA, 16, 3)).cx(0x1C3, 0x44).cx(0x207, control)
                .uc(0x242, 0x11).draw(3);
    }

    @Rule("A-014")
    @Test
    void clipsByTheComponentsThatAreEnabled() {
        int vector = 1 << 22;

        assertEquals(64 * 64, clipped(vector | 0b1010, -1, 1, -1, 1));
        assertEquals(0, clipped(vector | 0b1010, 1, -1, 1, 1));
        assertEquals(0, clipped(vector | 0b1010, 1, 1, 1, -1));
        assertEquals(64 * 64, clipped(vector | 0b0101 << 8, 1, -1, 1, -1));
        assertEquals(0, clipped(vector | 0b0101 << 8, -1, 1, 1, 1));
        assertEquals(0, clipped(vector | 0b0101 << 8, 1, 1, -1, 1));
        String[] position = {"v_cvt_f32_u32_e32 v1, v5", "exp pos0 v1, v1, v1, v1 done", "s_endpgm"};
        // No vector but the position: what the register enables does not count, and only our own distance is declared.
        assertEquals(StageText.vertex(StageText.COMMON, 1, 0, position), StageText.vertex(StageText.COMMON, 4, 7 << 21 | 0xffff | 1 << 16,
                position));
        String[] both = {"v_cvt_f32_u32_e32 v1, v5", "exp pos0 v1, v1, v1, v1", "exp pos1 v1, v1, v1, v1 done", "s_endpgm"};
        String text = StageText.vertex(StageText.COMMON, 2, vector | 0b1010, both);
        // Two of the guest, ours behind them.
        assertTrue(text.contains("%_arr_float_uint_3 = OpTypeArray %float %uint_3") || text.contains("%uint_3"), text);
    }

    // Rules.

    /** 1/4 and 128/255; one half would lie between two numbers. */
    @Rule("A-015")
    @ParameterizedTest
    @CsvSource({"'v1, v2, off, off', 80000040", "'v1, off, off, off', ff000040", "'v1, v2, v3, v4', 80000040"})
    void exportsRedAndAlphaOfTwoChannels(String channels, String pixel) {
        List<String> program = List.of("v_mov_b32_e32 v1, 0x3e800000", "v_mov_b32_e32 v2, 0x3f008081", "v_mov_b32_e32 v3, 0x3f400000", "v_mov_b32_e32 v4, 1.0",
                "exp mrt0 " + channels + " done vm", "s_endpgm");

        int seen = scene(POS_X, program, COVERING).cx(0x31C, 0x8028).cx(0x1C5, 3).draw(3)[PIXEL_3_5];

        assertEquals(pixel, "%08x".formatted(seen));
    }

    @Rule("A-016")
    @ParameterizedTest
    @ValueSource(strings = {"x", "y", "z", "w"})
    void readsZeroOfAttributesThatTheDrawDoesNotHave(String channel) {
        List<String> program = List.of("s_mov_b32 m0, s0", "v_interp_p1_f32_e32 v10, v0, attr0." + channel,
                "v_interp_p2_f32_e32 v10, v1, attr0." + channel, "v_add_nc_u32_e32 v10, 7, v10", "exp mrt0 v10, off, off, off done vm", "s_endpgm");

        assertEquals(7, scene(2, program, COVERING).cx(0x1B6, 0).draw(3)[PIXEL_3_5]);
    }

    // Rule A-012.

    // Rule C-025.

    /** A byte joins the others; what other lanes add to the dword is not seen. */
    @Rule("C-025")
    @Test
    void keepsLdsToEachLane() {
        List<String> program = List.of("s_mov_b32 m0, 0", "v_mov_b32_e32 v1, 0", "v_mov_b32_e32 v2, 0x11223344", "ds_write_b32 v1, v2",
                "v_mov_b32_e32 v3, 0xaa", "ds_write_b8 v1, v3 offset:1", "ds_read_b32 v4, v1", "ds_write_b32 v1, v1",
                "v_cvt_u32_f32_e32 v5, v0", "ds_add_rtn_u32 v6, v1, v5", "ds_add_rtn_u32 v7, v1, v5", "s_waitcnt lgkmcnt(0)",
                "v_lshl_add_u32 v4, v6, 8, v4", "v_add_nc_u32_e32 v4, v4, v7",
                "exp mrt0 v4, off, off, off done vm", "s_endpgm");

        int[] pixels = scene(POS_X, program, COVERING).draw(3);

        for (int x : new int[] {0, 3, 10, 40}) {
            assertEquals(0x1122aa44 + x, pixels[64 * 5 + x], "column " + x);
        }
    }

    /** s3, lanes in EXEC, the lane's number, and how far lane 7 is away: software devices have no subgroups in the vertex stage. */
    @Rule("A-012")
    @Test
    void givesVertexProgramsWavesOfTheLanesThatThereAre() {
        List<String> vertex = List.of("buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen", "v_mov_b32_e32 v14, s3", "s_bcnt1_i32_b64 s0, exec",
                "v_mov_b32_e32 v15, s0", "v_mbcnt_lo_u32_b32 v16, -1, 0", "v_mbcnt_hi_u32_b32 v16, -1, v16", "v_readlane_b32 s1, v5, 7",
                "v_sub_nc_u32_e32 v17, s1, v5", "s_waitcnt vmcnt(0)", "exp pos0 v10, v11, v12, v13 done", "exp param0 v14, v15, v16, v17", "s_endpgm");
        int[] seen = new int[4];
        for (int i = 0; i < 4; i++) {
            List<String> pixel = List.of("s_mov_b32 m0, s0", "v_interp_mov_f32_e32 v2, p0, attr0." + "xyzw".charAt(i),
                    "v_add_nc_u32_e32 v2, 1, v2", "exp mrt0 v2, off, off, off done vm", "s_endpgm");
            seen[i] = scene(2, pixel, COVERING).vertex(vertex, DriverScene.records(DriverScene.DATA, 16, 3)).cx(0x1B6, 1).cx(0x191, 1 << 10)
                    .draw(3)[PIXEL_3_5] - 1;
        }

        boolean isSoftware = Objects.requireNonNull(Wiring.devices()).list().getFirst().name().contains("llvmpipe");
        assumeTrue(isSoftware, "the vertex stage has subgroups");
        assertArrayEquals(new int[] {0x101, 1, 0, 0}, seen);
    }

    // Rule C-037.

    /** A program that fetches positions of two numbers and colours of one, whose selectors fill up; the pixel gets both vectors' last numbers. */
    private static DriverScene fetching(String... end) {
        long code = DriverScene.DATA + 0x8000;
        List<String> fetch = new ArrayList<>(List.of("buffer_load_format_xyzw v[10:13], v5, s[12:15], 0 idxen",
                "buffer_load_format_xyzw v[14:17], v5, s[16:19], 0 idxen", "s_waitcnt vmcnt(0)"));
        fetch.addAll(List.of(end));
        List<String> vertex = List.of("s_swappc_b64 s[24:25], s[8:9]", "v_add_f32_e32 v14, v14, v17", "exp pos0 v10, v11, v12, v13 done",
                "exp param0 v14, v15, v16, v13", "s_endpgm");
        DriverScene scene = scene(2, List.of("s_mov_b32 m0, s0", "v_interp_mov_f32_e32 v2, p0, attr0.x", "exp mrt0 v2, off, off, off done vm",
                "s_endpgm"), -1, -1, 3, -1, -1, 3, 0, 0, 5, 5, 5);
        int[] words = new Assembler(64).assembleProgram(fetch);
        for (int i = 0; i < words.length; i++) {
            scene.memory().putInt(code + 4L * i, words[i]);
        }
        int[] user = Arrays.copyOf(new int[] {(int) code, (int) (code >>> 32)}, 12);
        // Formats 32_32_FLOAT and 32_FLOAT; selectors x, y, 0, 1 and x, 0, 0, 1.
        System.arraycopy(new int[] {(int) DriverScene.DATA, (int) (DriverScene.DATA >>> 32) | 8 << 16, 3, 0x0104022C}, 0, user, 4, 4);
        long colors = DriverScene.DATA + 4 * 8;
        System.arraycopy(new int[] {(int) colors, (int) (colors >>> 32) | 4 << 16, 3, 0x01016204}, 0, user, 8, 4);
        return scene.vertex(vertex, user).cx(0x1B6, 1).cx(0x191, 1 << 10);
    }

    @Rule("C-037")
    @Test
    void runsTheFetchProgramThatUserDataPointsTo() {
        int[] pixels = fetching("s_setpc_b64 s[24:25]").draw(3);

        // 5, and the 1 that the selectors put there.
        assertEquals(DriverScene.bits(6), pixels[PIXEL_3_5]);
        assertEquals(64 * 64, covered(pixels));
        String refusal = fetching("s_setpc_b64 s[26:27]", "s_endpgm").tryDraw(3, 1);
        assertTrue(String.valueOf(refusal).contains("where no code comes back through s[24:25] (stage.vertex.fetch-shader)"), refusal);
    }

    @Rule("C-037")
    @Test
    void refusesAFetchProgramWithoutAPlan() {
        String refusal = StageText.refusal(() -> StageText.vertex(StageText.COMMON, 1, 0, "s_swappc_b64 s[2:3], s[0:1]",
                "exp pos0 v1, v1, v1, v1 done", "s_endpgm"));

        assertTrue(refusal.contains("stage.vertex.fetch-shader"), refusal);
    }
}
