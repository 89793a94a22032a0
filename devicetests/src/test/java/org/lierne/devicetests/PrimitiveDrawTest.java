package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuFeature;
import org.lierne.testing.Rule;

/**
 * A program with primitives of its own through the driver and a device: it makes a square of two triangles of each point. A thread for each
 * point leaves it in LDS, a thread for each corner takes it from there. Expected values are derived.
 */
@Tag("gpu")
final class PrimitiveDrawTest {
    private static final int COLUMNS = 10;
    private static final int ROWS = 5;
    private static final int POINTS = COLUMNS * ROWS;
    private static final int CELL = 6;
    private static final long INDICES = DriverScene.DATA + 0x10000;
    private static final long DUMP = DriverScene.DATA + 0x20000;
    private static final int WAVES_OF_32 = 1 << 22;

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

    /** Points {x, y, half a side, number} at s[8:11]; s12 moves each instance up; each wave leaves its s3 at s[16:19]. */
    private static List<String> squares(int wave) {
        String exec = wave == 32 ? "exec_lo" : "exec";
        String saved = wave == 32 ? "s4" : "s[4:5]";
        String mask = wave == 32 ? "vcc_lo" : "vcc";
        String bits = wave == 32 ? "b32 " : "b64 ";
        String where = "s_and_saveexec_" + bits + saved + ", " + mask;
        String everywhere = "s_mov_" + bits + exec + ", " + saved;
        List<String> lines = new ArrayList<>(List.of("s_and_b32 s0, s3, 0xff", "s_bfe_u32 s1, s3, 0x40018", "s_lshl_b32 s1, s1, "
                + (wave == 32 ? 5 : 6), "v_mbcnt_lo_u32_b32 v10, -1, 0"));
        if (wave == 64) {
            lines.add("v_mbcnt_hi_u32_b32 v10, -1, v10");
        }
        lines.addAll(List.of("v_add_nc_u32_e32 v11, s1, v10",
                "v_cmp_eq_u32_e32 vcc, 0, v10", where, "v_mov_b32_e32 v24, s3", "s_lshr_b32 s6, s1, " + (wave == 32 ? 3 : 4),
                "v_mov_b32_e32 v25, s6", "buffer_store_dword v24, v25, s[16:19], 0 offen", everywhere,
                "v_cmp_gt_u32_e32 vcc, s0, v10", where, "buffer_load_dwordx4 v[12:15], v5, s[8:11], 0 idxen", "v_lshlrev_b32_e32 v16, 4, v11",
                "v_cvt_f32_u32_e32 v17, v8", "s_waitcnt vmcnt(0)", "v_mac_f32_e32 v13, s12, v17", "ds_write_b128 v16, v[12:15]", everywhere,
                "s_waitcnt lgkmcnt(0)", "s_barrier",
                "s_bfe_u32 s6, s2, 0x90016", "s_lshl_b32 s7, s6, 2", "s_lshl_b32 s14, s6, 1",
                "s_cmp_lg_u32 s1, 0", "s_cbranch_scc1 allocated", "s_lshl_b32 s15, s14, 12", "s_or_b32 m0, s15, s7",
                "s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)", "allocated:"));
        lines.addAll(List.of("v_cmp_gt_u32_e32 vcc, s14, v11", where, "v_lshrrev_b32_e32 v17, 1, v11", "v_lshlrev_b32_e32 v17, 2, v17",
                "v_and_b32_e32 v18, 1, v11", "v_lshl_add_u32 v19, v18, 1, v17", "v_add_nc_u32_e32 v20, 1, v17", "v_add_nc_u32_e32 v21, 2, v17",
                "v_add_nc_u32_e32 v21, v21, v18", "v_lshl_or_b32 v19, v20, 10, v19", "v_lshl_or_b32 v19, v21, 20, v19",
                "exp prim v19, off, off, off done", everywhere,
                "v_cmp_gt_u32_e32 vcc, s7, v11", where, "v_lshrrev_b32_e32 v17, 2, v11", "v_lshlrev_b32_e32 v17, 4, v17",
                "ds_read_b128 v[12:15], v17", "v_and_b32_e32 v18, 1, v11", "v_bfe_u32 v19, v11, 1, 1", "v_cvt_f32_u32_e32 v18, v18",
                "v_cvt_f32_u32_e32 v19, v19", "v_fma_f32 v18, v18, 2.0, -1.0", "v_fma_f32 v19, v19, 2.0, -1.0", "s_waitcnt lgkmcnt(0)",
                "v_fma_f32 v20, v18, v14, v12", "v_fma_f32 v21, v19, v14, v13", "v_mov_b32_e32 v22, 0", "v_mov_b32_e32 v23, 1.0",
                "exp pos0 v20, v21, v22, v23 done", "exp param0 v15, v22, v22, v23", "s_endpgm"));
        return lines;
    }

    /** The first parameter's first number, as it was exported. */
    private static final List<String> PARAMETER = List.of("s_mov_b32 m0, s0", "v_interp_mov_f32_e32 v2, p0, attr0.x",
            "exp mrt0 v2, off, off, off done vm", "s_endpgm");

    /** @param points of a group */
    private static DriverScene scene(int wave, int points) {
        assumeTrue(shared != null, "no Vulkan device on this host");
        return scene(shared, wave, points);
    }

    private static DriverScene scene(DriverScene plain, int wave, int points) {
        float[] list = new float[4 * POINTS];
        for (int i = 0; i < POINTS; i++) {
            float[] point = {place(CELL * (i % COLUMNS) + CELL / 2), place(CELL * (i / COLUMNS) + CELL / 2), 2 / 32f, i + 1};
            System.arraycopy(point, 0, list, 4 * i, 4);
        }
        int[] user = Arrays.copyOf(DriverScene.records(DriverScene.DATA, 16, POINTS), 12);
        user[4] = DriverScene.bits(CELL * ROWS / 32f);
        System.arraycopy(DriverScene.records(DUMP, 0, 64), 0, user, 8, 4);
        DriverScene scene = plain.plain().numbers().floats(DriverScene.DATA, list).vertex(squares(wave), user).pixel(PARAMETER);
        for (int i = 0; i < 16; i++) {
            scene.memory().putInt(DUMP + 4L * i, 0);
        }
        return scene.sh(0x08B, user.length << 1 | 2 << 19).uc(0x242, 1).cx(0x191, 1 << 10).cx(0x291, points | points << 11 | points << 22)
                .cx(0x1FF, 4 * points).cx(0x2D3, 2).cx(0x2D5, 0x02002000 | (wave == 32 ? WAVES_OF_32 : 0));
    }

    private static float place(int pixel) {
        return pixel / 32f - 1;
    }

    /** Squares of four by four pixels in cells of six, the second instance above the first. */
    private static int[] expected() {
        int[] pixels = new int[DriverScene.SIZE * DriverScene.SIZE];
        for (int y = 0; y < 2 * ROWS * CELL; y++) {
            for (int x = 0; x < COLUMNS * CELL; x++) {
                boolean isInside = x % CELL > 0 && x % CELL < CELL - 1 && y % CELL > 0 && y % CELL < CELL - 1;
                int number = y / CELL % ROWS * COLUMNS + x / CELL + 1;
                pixels[DriverScene.SIZE * y + x] = isInside ? DriverScene.bits(number) : 0;
            }
        }
        return pixels;
    }

    @Rule("B-010")
    @ParameterizedTest
    @CsvSource({"32, 8, false", "32, 16, true", "32, 32, false", "64, 16, false", "64, 64, true"})
    void makesSquaresOfPoints(int wave, int points, boolean isIndexed) {
        DriverScene scene = scene(wave, points);
        int[] pixels;
        if (isIndexed) {
            // Indices in front of which others lie, and an offset that the registers add.
            for (int i = 0; i < POINTS; i++) {
                scene.memory().putInt(INDICES + 4L * i, POINTS - 1 - i - 7);
            }
            scene.uc(0x24A, 7).before(0xC0002A00, 1, 0xC0042700, POINTS, (int) INDICES, (int) (INDICES >>> 32), POINTS, 0);
            pixels = scene.draw(0, 2);
        } else {
            pixels = scene.draw(POINTS, 2);
        }

        assertArrayEquals(expected(), pixels);
    }

    /** What the tests above run as dispatches. */
    @Rule({"B-010", "B-012"})
    @Test
    void makesSquaresInMeshPrograms() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        assumeTrue(devices.list().getFirst().features().contains(GpuFeature.MESH_SHADER), "the device has no VK_EXT_mesh_shader");

        try (DriverScene own = new DriverScene(devices, "host.mesh-programs")) {
            assertArrayEquals(expected(), scene(own, 32, 16).draw(POINTS, 2));
        }
    }

    /** As a vertex program its barrier would order LDS accesses of threads that the host does not have. */
    @Rule("A-013")
    @Test
    void runsInGroupsWhatWaitsForOtherVertices() {
        assertArrayEquals(expected(), scene(32, 16).cx(0x2D3, 1).draw(POINTS, 2));
    }

    @Rule("B-010")
    @Test
    void countsVerticesAndPrimitivesOfEachWave() {
        DriverScene scene = scene(32, 64);

        scene.draw(POINTS, 1);

        for (int wave = 0; wave < 8; wave++) {
            int threads = wave == 0 ? 32 : wave == 1 ? POINTS - 32 : 0;
            assertEquals(threads | threads << 8 | wave << 24 | 8 << 28, scene.memory().getInt(DUMP + 4L * wave));
        }
    }

    @Rule("B-010")
    @Test
    void refusesPartialWaves() {
        DriverScene scene = scene(64, 16).cx(0x2D3, 2 | 96 << 9);

        String refused = scene.tryDraw(POINTS, 1);

        assertNotNull(refused);
        assertTrue(Objects.requireNonNull(refused).contains("stage.mesh.entry"), refused);
    }
}
