package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/**
 * Patches through the driver and a device. The evaluation program puts each vertex of the tessellation on a grid, so that points say what
 * the fixed functions made of the factors; what the programs see of control points goes into the pixels. Expected values are derived.
 */
@Tag("gpu")
final class TessellationDrawTest {
    private static final int POINTS = 0;
    private static final int TRIANGLES = 2;
    private static final int QUADS = 2;
    private static final int TRIANGLE_PATCH = 1;
    private static final int INTEGER = 0;
    private static final int FRACTIONAL_ODD = 2;
    private static final int FRACTIONAL_EVEN = 3;
    private static final int NAN = 0x7fc00000;

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

    private static DriverScene scene() {
        assumeTrue(shared != null, "no Vulkan device on this host");
        return shared.plain();
    }

    /** Four control points with positions at s[8:11]; factors from s16 on; each point stores what v[16:19] hold. */
    private static List<String> hull(int factorBytes, String... record) {
        List<String> lines = new ArrayList<>(List.of(
                "v_lshlrev_b32_e32 v6, 4, v3",
                "buffer_load_dwordx4 v[8:11], v2, s[8:11], 0 idxen",
                "s_waitcnt vmcnt(0)",
                "ds_write_b128 v6, v[8:11]",
                "s_waitcnt lgkmcnt(0)",
                "s_barrier",
                "v_and_b32_e32 v7, 0xff, v1",
                "v_bfe_u32 v12, v1, 8, 5",
                "v_lshlrev_b32_e32 v13, 6, v7",
                "v_lshl_add_u32 v14, v12, 4, v13"));
        lines.addAll(List.of(record));
        lines.addAll(List.of(
                "buffer_store_dwordx4 v[16:19], v14, s[12:15], s2 offen",
                "v_cmp_eq_u32_e32 vcc, 0, v12",
                "s_and_saveexec_b64 s[28:29], vcc",
                "s_cbranch_execz end",
                "v_mul_u32_u24_e32 v15, " + factorBytes + ", v7"));
        for (int i = 0; i < factorBytes / 4; i++) {
            lines.add("v_mov_b32_e32 v20, s" + (16 + i));
            lines.add("buffer_store_dword v20, v15, s[12:15], s4 offen offset:" + 4 * i);
        }
        lines.addAll(List.of("end:", "s_endpgm"));
        return lines;
    }

    private static final String[] OWN_POINT = {"ds_read_b128 v[16:19], v14", "s_waitcnt lgkmcnt(0)"};

    /** Bilinear between the four points' x and y; the pixel gets 1 in its first number. */
    private static final List<String> GRID = List.of(
            "v_lshlrev_b32_e32 v9, 6, v7",
            "buffer_load_dwordx4 v[12:15], v9, s[8:11], s4 offen",
            "buffer_load_dwordx4 v[16:19], v9, s[8:11], s4 offen offset:16",
            "buffer_load_dwordx4 v[20:23], v9, s[8:11], s4 offen offset:32",
            "s_waitcnt vmcnt(0)",
            "v_sub_f32_e32 v16, v16, v12",
            "v_mac_f32_e32 v12, v5, v16",
            "v_sub_f32_e32 v21, v21, v13",
            "v_mac_f32_e32 v13, v6, v21",
            "v_mov_b32_e32 v24, 1.0",
            "v_mov_b32_e32 v25, 0",
            "exp pos0 v12, v13, v25, v24 done",
            "exp param0 v14, v15, v25, v24",
            "s_endpgm");

    /** The first parameter's first number, as it was exported. */
    private static final List<String> PARAMETER = List.of("s_mov_b32 m0, s0", "v_interp_mov_f32_e32 v2, p0, attr0.x",
            "exp mrt0 v2, off, off, off done vm", "s_endpgm");

    private static DriverScene patch(int type, int partitioning, int topology, float min, float max, List<String> hull, float... factors) {
        int[] bits = new int[factors.length];
        for (int i = 0; i < factors.length; i++) {
            bits[i] = DriverScene.bits(factors[i]);
        }
        return patch(type, partitioning, topology, min, max, hull, bits);
    }

    private static DriverScene patch(int type, int partitioning, int topology, float min, float max, List<String> hull, int[] factors) {
        DriverScene scene = scene().numbers();
        // Points of the grid at 4, 8, ... 60 of 64 pixels' corners' centres.
        scene.floats(DriverScene.DATA, -0.9f, -0.9f, 1, 0, 0.9f, -0.9f, 2, 0, -0.9f, 0.9f, 3, 0, 0.9f, 0.9f, 4, 0);
        int[] user = Arrays.copyOf(DriverScene.records(DriverScene.DATA, 16, 4), 8 + factors.length);
        System.arraycopy(factors, 0, user, 8, factors.length);
        scene.hull(hull, user).vertex(GRID, 0, 0, 0, 0).pixel(PARAMETER);
        return scene.uc(0x242, 9).cx(0x2D5, 0x02002005).cx(0x2D6, 4 | 4 << 8 | 4 << 14).cx(0x2DB, type | partitioning << 2 | topology << 5)
                .cx(0x286, DriverScene.bits(max), DriverScene.bits(min)).cx(0x191, 1 << 10);
    }

    private static int covered(int[] pixels) {
        return (int) Arrays.stream(pixels).filter(pixel -> pixel != 0).count();
    }

    private static int points(int type, int partitioning, float min, float max, int factorBytes, int... factors) {
        return covered(patch(type, partitioning, POINTS, min, max, hull(factorBytes, OWN_POINT), factors).draw(4));
    }

    private static int quad(float min, float max, float outer, float inner) {
        int o = DriverScene.bits(outer);
        int i = DriverScene.bits(inner);
        return points(QUADS, INTEGER, min, max, 24, o, o, o, o, i, i);
    }

    /** Vertices of an integer tessellation of a quad, all factors n: a grid. */
    private static int grid(int n) {
        return (n + 1) * (n + 1);
    }

    @Rule({"C-004", "C-054"})
    @Test
    void drawsAPatchWhoseRingsAreNotInMemory() {
        DriverScene scene = patch(QUADS, INTEGER, TRIANGLES, 0, 64, hull(24, OWN_POINT), 4, 4, 4, 4, 4, 4);
        for (int i = 0; i < 256; i++) {
            scene.memory().putInt(DriverScene.DATA + 0x1000 + 4 * i, 0x5a5a5a5a);
        }
        int[] ring = DriverScene.records(DriverScene.DATA + 0x1000, 0, 1024);
        scene.sh(0x10C + 4, ring).sh(0x08C, ring);

        int[] pixels = scene.draw(4);

        // 0.9 of 64 pixels each way.
        assertEquals(58 * 58, covered(pixels), 120);
        assertEquals(0, pixels[0]);
        assertEquals(DriverScene.bits(1), pixels[64 * 32 + 32]);
        for (int i = 0; i < 256; i++) {
            assertEquals(0x5a5a5a5a, scene.memory().getInt(DriverScene.DATA + 0x1000 + 4 * i));
        }
    }

    @Rule("C-008")
    @Test
    void takesTheFactorsOfAQuadInTheirOrder() {
        // Derived: each outer edge has factor + 1 vertices, two inner grid lines with these factors make 3 - 1 by 5 - 1 inner vertices.
        int[] factors = {DriverScene.bits(2), DriverScene.bits(3), DriverScene.bits(4), DriverScene.bits(5), DriverScene.bits(3),
                DriverScene.bits(5)};
        int[] pixels = patch(QUADS, INTEGER, POINTS, 0, 64, hull(24, OWN_POINT), factors).draw(4);

        assertEquals(2 + 3 + 4 + 5 + 2 * 4, covered(pixels));
        TreeSet<Integer> left = new TreeSet<>();
        for (int i = 0; i < pixels.length; i++) {
            if (pixels[i] != 0) {
                left.add(i % 64);
            }
        }
        int first = left.getFirst();
        long onLeft = Arrays.stream(java.util.stream.IntStream.range(0, 64 * 64).filter(i -> i % 64 == first && pixels[i] != 0).toArray())
                .count();
        // Outer factor 0 is the edge u = 0.
        assertEquals(3, onLeft);
    }

    @Rule("C-009")
    @Test
    void keepsFactorsBetweenTheLimitsOfTheRegisters() {
        assertEquals(grid(2), quad(2, 8, 1, 2));
        assertEquals(grid(8), quad(2, 8, 16, 16));
        assertEquals(0, quad(2, 8, 0, 4));
        assertEquals(0, quad(2, 8, -1, 4));
        assertEquals(0, quad(2, 8, Float.NaN, 4));
        assertEquals(grid(2), quad(2, 8, 2, 0.25f));
        assertEquals(grid(2), quad(2, 8, 2, -3));
        assertEquals(grid(2), quad(2, 8, 2, 0));
        assertEquals(grid(2), quad(2, 8, 2, Float.NaN));
        assertEquals(grid(1), quad(0, 8, 1, 0.25f));
        assertEquals(grid(1), quad(0, 8, 1, 0));
        assertEquals(grid(1), quad(0, 8, 0.25f, 1));
    }

    @Rule("C-006")
    @ParameterizedTest
    @CsvSource({"0, 7fc00000, 3f800000", "0, ffc00000, 3f800000", "0, 7f800001, 3f800000", "2, 7fc00000, 3f800000",
            "3, 7fc00000, 40000000"})
    void tessellatesAnInnerFactorThatIsNoNumberAsOne(int partitioning, String factor, String like) {
        int one = DriverScene.bits(1);

        int expected = points(TRIANGLE_PATCH, partitioning, 0, 64, 16, one, one, one, Integer.parseUnsignedInt(like, 16));
        int count = points(TRIANGLE_PATCH, partitioning, 0, 64, 16, one, one, one, Integer.parseUnsignedInt(factor, 16));

        assertTrue(expected >= 3);
        assertEquals(expected, count);
    }

    @Rule("C-011")
    @Test
    void roundsIntegerFactorsUpAndKeepsThemBelow64() {
        assertEquals(4 * 4 + 3 * 3, quad(0, 64, 3.2f, 4));
        assertEquals(quad(0, 64, 64, 1), quad(0, 64, 65, 1));
        assertEquals(quad(0, 64, 64, 1), quad(0, 64, Float.POSITIVE_INFINITY, 1));

        DriverScene power = patch(QUADS, 1, POINTS, 0, 64, hull(24, OWN_POINT), 1, 1, 1, 1, 1, 1);
        String refusal = power.tryDraw(4, 1);

        assertTrue(String.valueOf(refusal).contains("VGT_TF_PARAM.PARTITIONING is 1"), refusal);
    }

    @Rule("C-012")
    @Test
    void liftsFractionalEvenFactorsToTwo() {
        int two = DriverScene.bits(2);
        int one = DriverScene.bits(1);
        int like = points(QUADS, FRACTIONAL_EVEN, 0, 64, 24, two, two, two, two, two, two);

        assertEquals(grid(2), like);
        assertEquals(like, points(QUADS, FRACTIONAL_EVEN, 0, 1, 24, one, one, one, one, one, one));
        assertEquals(0, points(QUADS, FRACTIONAL_EVEN, 0, 64, 24, 0, 0, 0, 0, two, two));
        assertEquals(points(QUADS, FRACTIONAL_EVEN, 0, 64, 24, DriverScene.bits(64), two, two, two, two, two),
                points(QUADS, FRACTIONAL_EVEN, 0, 64, 24, DriverScene.bits(65), two, two, two, two, two));
        assertEquals(grid(3), points(QUADS, FRACTIONAL_ODD, 0, 64, 24, DriverScene.bits(3), DriverScene.bits(3), DriverScene.bits(3),
                DriverScene.bits(3), DriverScene.bits(3), DriverScene.bits(3)));
    }

    // What programs see.

    /** The pixel in the middle of a patch whose number is the same all over. */
    private static int middle(DriverScene scene) {
        return scene.draw(4)[64 * 32 + 32];
    }

    private static List<String> with(List<String> program, String before, String... lines) {
        List<String> changed = new ArrayList<>(program);
        changed.addAll(program.indexOf(before), List.of(lines));
        return changed;
    }

    private static final float[] ONES = {1, 1, 1, 1, 1, 1};

    /** Hull: the point's third number becomes that of the point whose number is in s22. */
    private static List<String> pickingHull(String... offset) {
        List<String> record = new ArrayList<>(List.of("ds_read_b128 v[16:19], v14", "v_mov_b32_e32 v30, s22"));
        record.addAll(List.of(offset));
        record.addAll(List.of("v_add_nc_u32_e32 v30, v30, v13", "ds_read_b32 v18, v30 offset:8", "s_waitcnt lgkmcnt(0)"));
        return hull(24, record.toArray(String[]::new));
    }

    private static DriverScene picking(List<String> hull, int index) {
        return patch(QUADS, INTEGER, TRIANGLES, 0, 64, hull, ONES).sh(0x10A, 0x012C0007, 15 << 1).sh(0x10C + 14, index);
    }

    @Rule("C-005")
    @Test
    void readsNoFurtherThanTheLastControlPoint() {
        List<String> hull = pickingHull("v_lshlrev_b32_e32 v30, 4, v30");
        List<String> grid = with(with(GRID, "s_waitcnt vmcnt(0)", "v_mov_b32_e32 v30, s12", "v_lshlrev_b32_e32 v30, 4, v30",
                "v_add_nc_u32_e32 v30, v30, v9", "buffer_load_dword v31, v30, s[8:11], s4 offen offset:8"),
                "exp param0 v14, v15, v25, v24", "v_mov_b32_e32 v14, v31");
        int[][] cases = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 4}, {0x7fffffff, 4}, {-1, 4}};

        for (int[] each : cases) {
            assertEquals(DriverScene.bits(each[1]), middle(picking(hull, each[0])), "hull reads point " + each[0]);
            DriverScene domain = patch(QUADS, INTEGER, TRIANGLES, 0, 64, hull(24, OWN_POINT), ONES).vertex(grid, 0, 0, 0, 0, each[0]);
            assertEquals(DriverScene.bits(each[1]), middle(domain), "evaluation program reads point " + each[0]);
        }
        assertTrue(String.valueOf(picking(pickingHull("v_lshlrev_b32_e32 v30, 3, v30"), 0).tryDraw(4, 1))
                .contains("does not go by whole control points"));
        assertTrue(String.valueOf(picking(pickingHull("v_lshlrev_b32_e32 v30, 4, v30", "v_add_nc_u32_e32 v30, 2, v30"), 0).tryDraw(4, 1))
                .contains("lies inside of a dword"));
    }

    @Rule("C-010")
    @Test
    void findsPatchConstantsByTheirOffsetInTheRecord() {
        // Behind 4 patches of 64 bytes of control points: records of 48 bytes, three numbers in each.
        List<String> hull = with(hull(24, OWN_POINT), "v_mul_u32_u24_e32 v15, 24, v7", "v_mul_u32_u24_e32 v31, 48, v7",
                "v_mov_b32_e32 v32, 0x41000000", "buffer_store_dword v32, v31, s[12:15], s2 offen offset:256",
                "v_mov_b32_e32 v32, 0x41100000", "buffer_store_dword v32, v31, s[12:15], s2 offen offset:272",
                "v_mov_b32_e32 v32, 0x41200000", "buffer_store_dword v32, v31, s[12:15], s2 offen offset:288");
        // A record of the next patch is taken for the own one's: 256 + 48 + 16.
        for (int offset : new int[] {272, 320}) {
            List<String> grid = with(with(GRID, "s_waitcnt vmcnt(0)", "v_mul_u32_u24_e32 v30, 48, v7",
                    "buffer_load_dword v31, v30, s[8:11], s4 offen offset:" + offset), "exp param0 v14, v15, v25, v24",
                    "v_mov_b32_e32 v14, v31");
            DriverScene scene = patch(QUADS, INTEGER, TRIANGLES, 0, 64, hull, ONES).vertex(grid, 0, 0, 0, 0);

            assertEquals(0x41100000, middle(scene), "offset " + offset);
        }
    }

    /** Twelve patches in a row, each on pixels of its own, which get 1 more than what the evaluation program exports in v31. */
    private static DriverScene row(List<String> hull, List<String> grid, int config, int groups) {
        DriverScene scene = patch(QUADS, INTEGER, TRIANGLES, 0, 64, hull, ONES).vertex(grid, 0, 0, 0, 0);
        for (int p = 0; p < 12; p++) {
            float left = -1 + p / 8f;
            float right = left + 1 / 8f;
            scene.floats(DriverScene.DATA + 64L * p, left, -1, 0, 0, right, -1, 0, 0, left, 1, 0, 0, right, 1, 0, 0);
        }
        return scene.sh(0x10C, DriverScene.records(DriverScene.DATA, 16, 48)).cx(0x2D6, config | 4 << 8 | 4 << 14).uc(0x25B, groups);
    }

    @Rule("C-013")
    @Test
    void countsPatchesInTheirThreadgroups() {
        List<String> grid = with(GRID, "exp param0 v14, v15, v25, v24", "v_add_nc_u32_e32 v14, 1, v7");
        List<String> fromHull = with(GRID, "exp param0 v14, v15, v25, v24", "v_add_nc_u32_e32 v14, 1, v14");
        List<String> hull = hull(24, "ds_read_b128 v[16:19], v14", "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v18, v7");
        int breaks = 1 << 18;

        int[] evaluated = row(hull(24, OWN_POINT), grid, 3, 4 | breaks).draw(48);
        int[] hulled = row(hull, fromHull, 3, 4).draw(48, 1);
        // Five patches an instance; the second instance is drawn over the first.
        int[] second = row(hull, fromHull, 3, 4).draw(20, 2);
        int[] broken = row(hull, fromHull, 3, 4 | breaks).draw(20, 2);

        for (int p = 0; p < 12; p++) {
            int at = 64 * 32 + 4 * p + 2;
            assertEquals(1 + p % 4 % 3, evaluated[at], "patch " + p);
            assertEquals(1 + p % 4 % 3, hulled[at], "patch " + p);
            assertEquals(p < 5 ? 1 + (p + 5) % 4 % 3 : 0, second[at], "patch " + p + " of the second instance");
            assertEquals(p < 5 ? 1 + p % 4 % 3 : 0, broken[at], "patch " + p + " of the second instance, groups apart");
        }
        assertTrue(String.valueOf(row(hull(24, OWN_POINT), grid, 3, 4).tryDraw(20, 2))
                .contains("an evaluation program does not know its instance"));
    }

    /** Three points come in, four go out; the pixel gets what the fourth stores as its third number. */
    private static DriverScene threeIn(String... third) {
        List<String> record = new ArrayList<>(List.of("v_mul_u32_u24_e32 v30, 48, v7", "v_lshl_add_u32 v30, v12, 4, v30",
                "ds_read_b128 v[16:19], v30", "s_waitcnt lgkmcnt(0)"));
        record.addAll(List.of(third));
        List<String> grid = List.of("v_lshlrev_b32_e32 v9, 6, v7", "buffer_load_dword v14, v9, s[8:11], s4 offen offset:56",
                "s_waitcnt vmcnt(0)", "v_sub_f32_e32 v12, v5, v6", "v_add_f32_e32 v12, v5, v5", "v_sub_f32_e32 v12, v12, v20",
                "v_add_f32_e32 v13, v6, v6", "v_sub_f32_e32 v13, v13, v20", "v_mov_b32_e32 v24, 1.0", "v_mov_b32_e32 v25, 0",
                "v_sub_f32_e32 v12, v12, v24", "v_sub_f32_e32 v13, v13, v24", "exp pos0 v12, v13, v25, v24 done",
                "exp param0 v14, v14, v14, v14", "s_endpgm");
        DriverScene scene = patch(QUADS, INTEGER, TRIANGLES, 0, 64, hull(24, record.toArray(String[]::new)), ONES);
        return scene.vertex(grid.stream().filter(line -> !line.endsWith("v20") && !line.equals("v_sub_f32_e32 v12, v5, v6")).toList(),
                0, 0, 0, 0).cx(0x2D6, 4 | 3 << 8 | 4 << 14);
    }

    @Rule({"C-054", "C-007"})
    @Test
    void runsTheLocalPartOfTheLastPointForPointsPastIt() {
        // Point 3 is past the last incoming one, whose record has a 3 as its third number.
        assertEquals(DriverScene.bits(3), threeIn().draw(3)[64 * 32 + 32]);
        assertEquals(DriverScene.bits(3), threeIn("v_readfirstlane_b32 s30, v12", "v_cvt_f32_u32_e32 v18, s30").draw(3)[64 * 32 + 32]);
        // The launch values: v0 names the patch, v1 the point; s[0:1] hold nothing unless the draw sets them.
        assertEquals(DriverScene.bits(3), threeIn("v_lshrrev_b32_e32 v18, 8, v1", "v_add_nc_u32_e32 v18, v18, v0",
                "v_add_nc_u32_e32 v18, s0, v18", "v_add_nc_u32_e32 v18, s1, v18", "v_cvt_f32_u32_e32 v18, v18").draw(3)[64 * 32 + 32]);
        assertTrue(String.valueOf(threeIn("v_mov_b32_dpp v18, v16 row_shl:1 row_mask:0xf bank_mask:0xf").tryDraw(3, 1)).contains("pc="));
    }
}
