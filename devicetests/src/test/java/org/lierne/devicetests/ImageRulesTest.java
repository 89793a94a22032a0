package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/**
 * Accesses whose dimension is not the descriptor's, on the device: each has to give, bit for bit, what the access gives that the rule says it
 * equals. One submission holds all dispatches of a test.
 */
@Tag("gpu")
final class ImageRulesTest {
    private static final long IMAGE = GuestDispatches.DATA + 0x800000;
    private static final int D1 = 8;
    private static final int D2 = 9;
    private static final int D3 = 10;
    private static final int D2_ARRAY = 13;
    private static final int UINT_32 = 20;
    private static final int FLOAT_32 = 22;
    private static final int UNORM_8_8_8_8 = 56;
    private static final int SRGB_8_8_8_8 = 130;
    private static final int LINEAR = 0x00500000;
    private static final int[][] SAMPLERS = {{0, 0, 0, 0}, {0x92, 0, 0, 0}, {0x1b6, 0, LINEAR, 0x80000000}, {0, 0, LINEAR, 0}};

    private static @Nullable GpuDevices devices;

    private final GuestDispatches guest = new GuestDispatches();
    private final ImagePrograms programs = new ImagePrograms(guest, GuestDispatches.DATA);
    private final List<Pair> pairs = new ArrayList<>();

    /** Two dispatches that have to give the same; rows that {@code isZero} names have to give zeros. */
    private record Pair(String name, ImagePrograms.Results got, ImagePrograms.Results expected, boolean[] isZero) {}

    @BeforeAll
    static void findDevices() {
        devices = Wiring.devices();
    }

    /** A linear image with the rows of {@code width} texels that memory is filled with. */
    private static int[] image(int type, int format, int width, int height, int depth) {
        return new int[] {(int) (IMAGE >>> 8), (int) (IMAGE >>> 40) & 0xff | format << 20 | (width - 1 & 3) << 30,
            width - 1 >>> 2 | height - 1 << 14, type << 28 | 0xfac, depth - 1, 0, 0, 0};
    }

    private void fill() {
        for (int i = 0; i < 0x4000; i++) {
            guest.memory().putInt(IMAGE + 4L * i, 0x3f000000 + i * 0x9e37);
        }
    }

    private static int bits(double value) {
        return Float.floatToRawIntBits((float) value);
    }

    /** Adds an access and the one it equals, over the same addresses, with the other's coordinates picked out of them. */
    private void equal(String name, int[] image, int[] sampler, String access, int[] other, String reference, List<int[]> rows, int... picked) {
        List<int[]> references = rows.stream().map(row -> ImagePrograms.row(Arrays.stream(picked).map(i -> row[i]).toArray())).toList();
        pairs.add(new Pair(name, programs.add(64, image, sampler, access, rows), programs.add(32, other, sampler, reference, references),
                new boolean[rows.size()]));
    }

    private void run() {
        assumeTrue(devices != null, "no Vulkan device on this host");
        guest.onDevice(Objects.requireNonNull(devices));
        for (Pair pair : pairs) {
            boolean differs = false;
            for (int i = 0; i < pair.got.count(); i++) {
                assertEquals(pair.isZero[i] ? "00000000" : pair.expected.text(i).substring(0, 8), pair.got.text(i).substring(0, 8),
                        pair.name + ", row " + i);
                differs |= pair.got.row(i)[0] != pair.got.row(0)[0];
            }
            assertTrue(differs, pair.name + " reads the same everywhere");
        }
    }

    /** Coordinates along an axis, inside, on edges and past them, against others that have to mean nothing. */
    private static List<int[]> samples(double[] second, double[] third, double last) {
        List<int[]> rows = new ArrayList<>();
        for (double u : new double[] {0.0625, 0.5, 0.6875, 0.9375, 1, 1.3, -0.2, 2.7}) {
            for (double v : second) {
                for (double r : third) {
                    rows.add(ImagePrograms.row(bits(u), bits(v), bits(r), bits(last)));
                }
            }
        }
        return rows;
    }

    @Test
    @Rule("A-004")
    void loadsByTheSampleAreLoads() {
        fill();
        List<int[]> rows = new ArrayList<>();
        for (int sample : new int[] {0, 1, 2, 7, 31, -1}) {
            for (int[] at : new int[][] {{3, 1}, {8, 1}, {3, 4}, {-1, 1}, {7, 3}}) {
                rows.add(ImagePrograms.row(at[0], at[1], sample));
            }
        }
        for (int format : new int[] {UINT_32, FLOAT_32, UNORM_8_8_8_8, SRGB_8_8_8_8}) {
            equal("format " + format, image(D2, format, 8, 4, 1), new int[4], "image_load v20, v[4:6], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA unorm",
                    image(D2, format, 8, 4, 1), "image_load v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", rows, 0, 1);
        }
        run();
    }

    @Test
    @Rule("A-070")
    void aRowTakesTheFirstCoordinate() {
        fill();
        double[] v = {0, 0.5, 1, -0.25, 3};
        double[] slices = {0, 1, 2.7, -1};
        for (int format : new int[] {FLOAT_32, UNORM_8_8_8_8}) {
            int[] row = image(D1, format, 16, 1, 1);
            int[] high = image(D1, format, 16, 4, 1);
            for (int[] sampler : SAMPLERS) {
                equal("sample_lz", row, sampler, "image_sample_lz v20, v[4:5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D", row,
                        "image_sample_lz v20, v4, s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_1D", samples(v, new double[] {0}, 0), 0);
            }
            equal("sample_l, array", high, SAMPLERS[3], "image_sample_l v20, v[4:7], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY", row,
                    "image_sample_lz v20, v4, s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_1D", samples(v, slices, 0), 0);
            equal("plain sample", row, SAMPLERS[0], "image_sample v20, v[4:5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D", row,
                    "image_sample_lz v20, v4, s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_1D", samples(v, new double[] {0}, 0), 0);
        }
        List<int[]> texels = new ArrayList<>();
        for (int x : new int[] {0, 7, 15, 16, -1}) {
            for (int y : new int[] {0, 1, 3, -1}) {
                texels.add(ImagePrograms.row(x, y));
            }
        }
        equal("load", image(D1, UINT_32, 16, 1, 1), new int[4], "image_load v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm",
                image(D1, UINT_32, 16, 1, 1), "image_load v20, v4, s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm", texels, 0);
        run();
    }

    /** x is stored to whatever y is; x = 16 stores nothing. */
    @Test
    @Rule("A-046")
    void aRowIsStoredByTheFirstCoordinate() {
        assumeTrue(devices != null, "no Vulkan device on this host");
        fill();
        int[] before = new int[64];
        for (int i = 0; i < before.length; i++) {
            before[i] = guest.memory().getInt(IMAGE + 4L * i);
        }
        List<int[]> rows = new ArrayList<>();
        int[] columns = {0, 7, 15, 16};
        for (int x : columns) {
            for (int y : new int[] {0, 1, 4, -1}) {
                rows.add(ImagePrograms.row(new int[] {x, y}, 0x1000 + x));
            }
        }
        programs.add(64, image(D1, UINT_32, 16, 1, 1), new int[4], "image_store v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", padded(rows));
        guest.onDevice(Objects.requireNonNull(devices));
        for (int i = 0; i < before.length; i++) {
            boolean isStored = i == 0 || i == 7 || i == 15;
            assertEquals(isStored ? 0x1000 + i : before[i], guest.memory().getInt(IMAGE + 4L * i), "dword " + i);
        }
    }

    /** As many rows as a workgroup has lanes, the last one repeated. */
    private static List<int[]> padded(List<int[]> rows) {
        List<int[]> all = new ArrayList<>(rows);
        while (all.size() < 64) {
            all.add(rows.getLast());
        }
        return all;
    }

    @Test
    @Rule("B-001")
    void aRowReadAsAVolumeTakesTheFirstCoordinate() {
        fill();
        int[] row = image(D1, UNORM_8_8_8_8, 8, 1, 1);
        double[] others = {0, 0.5, 1.5, -0.25, 3};
        for (int[] sampler : SAMPLERS) {
            equal("sample_lz", row, sampler, "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_3D", row,
                    "image_sample_lz v20, v4, s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_1D", samples(others, others, 0), 0);
        }
        for (int depth : new int[] {1, 4}) {
            int[] deep = image(D1, UNORM_8_8_8_8, 8, 1, depth);
            loads("load", deep, row, "image_load v20, v4, s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm", new int[] {0, 1, 3, -1}, 0);
        }
        run();
    }

    /** 3D loads against loads without z, which are zero where z is not 0. */
    private void loads(String name, int[] image, int[] other, String reference, int[] ys, int... picked) {
        List<int[]> rows = new ArrayList<>();
        List<Boolean> zero = new ArrayList<>();
        for (int x : new int[] {0, 3, 7, 8, -1}) {
            for (int y : ys) {
                for (int z : new int[] {0, 1, 3, -1}) {
                    rows.add(ImagePrograms.row(x, y, z));
                    zero.add(z != 0);
                }
            }
        }
        equal(name, image, new int[4], "image_load v20, v[4:6], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm", other, reference, rows, picked);
        Pair pair = pairs.removeLast();
        boolean[] isZero = new boolean[rows.size()];
        for (int i = 0; i < isZero.length; i++) {
            isZero[i] = zero.get(i);
        }
        pairs.add(new Pair(name, pair.got, pair.expected, isZero));
    }

    @Test
    @Rule("A-048")
    void aPlaneOrArrayReadAsAVolume() {
        fill();
        int[] plane = image(D2, FLOAT_32, 8, 4, 1);
        int[] array = image(D2_ARRAY, FLOAT_32, 8, 4, 5);
        for (int[] sampler : SAMPLERS) {
            equal("sample_lz", plane, sampler, "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_3D", plane,
                    "image_sample_lz v20, v[4:5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D",
                    samples(new double[] {0.1, 0.9}, new double[] {-1, 0, 0.5, 1, 3}, 0), 0, 1);
            equal("sample_lz of a layer", array, sampler, "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_3D", array,
                    "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY",
                    samples(new double[] {0.1, 0.9}, new double[] {0, 1, 4}, 0), 0, 1, 2);
        }
        loads("load", plane, plane, "image_load v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", new int[] {0, 3, 4}, 0, 1);
        List<int[]> layers = new ArrayList<>();
        for (int z = 0; z < 6; z++) {
            layers.add(ImagePrograms.row(3, 2, z));
        }
        equal("load of a layer", array, new int[4], "image_load v20, v[4:6], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm", array,
                "image_load v20, v[4:6], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY unorm", layers, 0, 1, 2);
        String size = "image_get_resinfo v[20:23], v4, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_3D unorm";
        ImagePrograms.Results planeSize = programs.add(32, plane, new int[4], size, List.of(ImagePrograms.row(0)));
        ImagePrograms.Results arraySize = programs.add(32, array, new int[4], size, List.of(ImagePrograms.row(0)));
        run();
        assertEquals("00000008 00000004 00000001 00000001", planeSize.text(0));
        assertEquals("00000008 00000004 00000005 00000001", arraySize.text(0));
    }

    @Test
    @Rule("A-049")
    void aVolumeSampledAsAnArray() {
        fill();
        int[] volume = image(D3, FLOAT_32, 16, 16, 4);
        double[] depths = {0.125, 0.375, 1.125, -0.125, 3, 0.9};
        for (int[] sampler : SAMPLERS) {
            equal("sample_lz", volume, sampler, "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY", volume,
                    "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_3D", samples(new double[] {0.2, 0.7}, depths, 0), 0, 1, 2);
        }
        equal("sample_l", volume, SAMPLERS[0], "image_sample_l v20, v[4:7], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY", volume,
                "image_sample_l v20, v[4:7], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_3D", samples(new double[] {0.2, 0.7}, depths, 0), 0, 1, 2, 3);
        ImagePrograms.Results slice = programs.add(32, volume, SAMPLERS[0],
                "image_sample_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY",
                List.of(ImagePrograms.row(bits(0.03), bits(0.03), bits(0.125)), ImagePrograms.row(bits(0.03), bits(0.03), bits(1.125))));
        run();
        String first = "%08x".formatted(guest.memory().getInt(IMAGE));
        assertEquals(first, slice.text(0).substring(0, 8), "slice 0");
        assertEquals(first, slice.text(1).substring(0, 8), "slice 0, wrapped");
    }

    /** Against what the rule's text says (derived): zero for colours, a comparison for 32_FLOAT; the slice of a plane means nothing. */
    @Test
    @Rule({"A-008", "B-002", "C-019"})
    void comparisonsWithColoursAreZero() {
        assumeTrue(devices != null, "no Vulkan device on this host");
        for (int i = 0; i < 256; i++) {
            guest.memory().putInt(IMAGE + 4L * i, bits(0.5));
        }
        double[] references = {-0.5, 0, 0.25, 0.5, 1, 1.5};
        List<int[]> rows = new ArrayList<>();
        for (double slice : new double[] {0, 1, 5, -1}) {
            for (double reference : references) {
                rows.add(ImagePrograms.row(bits(reference), bits(0.4), bits(0.6), bits(slice)));
            }
        }
        String array = "image_sample_c_lz v20, v[4:7], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY";
        List<ImagePrograms.Results> colours = new ArrayList<>();
        List<ImagePrograms.Results> depths = new ArrayList<>();
        for (int function = 0; function < 8; function++) {
            int[] sampler = {function << 12 | 0x92, 0, 0, 0};
            colours.add(programs.add(32, image(D2, UNORM_8_8_8_8, 8, 4, 1), sampler, array, rows));
            depths.add(programs.add(32, image(D2, FLOAT_32, 8, 4, 1), sampler, array, rows));
        }
        guest.onDevice(Objects.requireNonNull(devices));
        for (int function = 0; function < 8; function++) {
            for (int i = 0; i < rows.size(); i++) {
                double reference = references[i % references.length];
                boolean passes = (function & 1) != 0 && reference < 0.5 || (function & 2) != 0 && reference == 0.5
                        || (function & 4) != 0 && reference > 0.5;
                assertEquals("00000000", colours.get(function).text(i).substring(0, 8));
                assertEquals(passes ? "3f800000" : "00000000", depths.get(function).text(i).substring(0, 8), "function " + function + " row " + i);
            }
        }
    }

    /** Coordinates in texels, with the rule's offsets: the texel that floor(x + offset) names, clamped to the edge. */
    @Test
    @Rule({"A-051", "A-052"})
    void texelCoordinatesAreMovedBeforeTheClamp() {
        assumeTrue(devices != null, "no Vulkan device on this host");
        fill();
        int[] sampler = {1 << 15 | 0x92, 0, 0, 0};
        List<int[]> rows = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        for (double x : new double[] {7.5, -2.5, 0.5, 3.5}) {
            for (int y = 0; y < 4; y++) {
                rows.add(ImagePrograms.row(3, bits(x), bits(y + 0.5)));
                expected.add(64 * y + (int) Math.clamp(Math.floor(x + 3), 0, 7));
            }
        }
        String moved = "image_sample_lz_o v20, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D";
        ImagePrograms.Results results = programs.add(64, image(D2, UINT_32, 8, 4, 1), sampler, moved, rows);
        guest.onDevice(Objects.requireNonNull(devices));
        for (int i = 0; i < rows.size(); i++) {
            assertEquals("%08x".formatted(guest.memory().getInt(IMAGE + 4L * expected.get(i))), results.text(i).substring(0, 8), "row " + i);
        }
    }

    /** Texels at which the copy's and the device's own decode are the same thing. */
    @Test
    @Rule("A-061")
    void samplesOfACopyAreTheDevicesOwn() {
        assumeTrue(devices != null, "no Vulkan device on this host");
        for (int i = 0; i < 256; i++) {
            guest.memory().putByte(IMAGE + i, (byte) i);
        }
        List<int[]> rows = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            rows.add(ImagePrograms.row(bits((i + 0.5) / 256), bits(0.5)));
        }
        ImagePrograms.Results results = programs.add(64, image(D2, 128, 256, 1, 1), SAMPLERS[0],
                "image_sample_lz v[20:23], v[4:5], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D", rows);
        guest.onDevice(Objects.requireNonNull(devices));
        List<String> own = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            own.add(results.text(i));
        }
        assertEquals(null, guest.onDevice(Objects.requireNonNull(devices), Set.of("pass.image.srgb8.copy"), Set.of()));
        for (int i = 0; i < 256; i++) {
            assertEquals(own.get(i), results.text(i), "code " + i);
        }
        assertEquals("3f800000 00000000 00000000 3f800000", own.get(255));
    }
}
