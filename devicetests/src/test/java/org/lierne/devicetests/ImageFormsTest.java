package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.ImageKind;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

/** Forms of loads, stores and atomics, on interpreter and device. Expected values are those of the rules' text (derived). */
@Tag("gpu")
final class ImageFormsTest {
    private static final long IMAGE = GuestDispatches.DATA + 0x800000;
    private static final int ROW_BYTES = 256;
    private static final int UNORM_8 = 1;
    private static final int UINT_8 = 5;
    private static final int SINT_8 = 6;
    private static final int UINT_16 = 11;
    private static final int SINT_16 = 12;
    private static final int UINT_8_8 = 18;
    private static final int UINT_32 = 20;
    private static final int SINT_32 = 21;
    private static final int FLOAT_32 = 22;
    private static final int UNORM_8_8_8_8 = 56;
    private static final int SINT_8_8_8_8 = 61;
    private static final int UINT_32_32 = 62;
    private static final int SINT_16_16_16_16 = 70;

    private static @Nullable GpuDevices devices;

    private final GuestDispatches guest = new GuestDispatches();
    private final ArrayGuestMemory memory = guest.memory();
    private final ImagePrograms programs = new ImagePrograms(guest, GuestDispatches.DATA);

    /** Where it runs. */
    private enum Machine { INTERPRETER, DEVICE }

    @BeforeAll
    static void findDevices() {
        devices = Wiring.devices();
    }

    private void run(Machine machine) {
        if (machine == Machine.INTERPRETER) {
            guest.onInterpreter();
        } else {
            assumeTrue(devices != null, "no Vulkan device on this host");
            guest.onDevice(Objects.requireNonNull(devices));
        }
    }

    private static int[] image(int format, int width, int height) {
        return image(IMAGE, format, width, height);
    }

    private static int[] image(long address, int format, int width, int height) {
        return new int[] {(int) (address >>> 8), (int) (address >>> 40) & 0xff | format << 20 | (width - 1 & 3) << 30,
            width - 1 >>> 2 | height - 1 << 14, 0x90000fac, 0, 0, 0, 0};
    }

    /** The register behind the data keeps what it held. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    @Rule("A-043")
    void leavesTheStatusRegisterAlone(Machine machine) {
        for (int i = 0; i < 4 * ROW_BYTES / 4; i++) {
            memory.putInt(IMAGE + 4L * i, -1);
        }
        Map<ImagePrograms.Results, String> expected = new java.util.LinkedHashMap<>();
        for (String flags : List.of(" tfe", " lwe", " tfe lwe")) {
            int status = flags.contains("tfe") ? 1 : 0;
            for (int mask : new int[] {1, 3, 7}) {
                int last = 20 + Integer.bitCount(mask) - 1 + status;
                String data = last == 20 ? "v20" : "v[20:%d]".formatted(last);
                String text = "3f800000 ".repeat(Integer.bitCount(mask)) + "deadbeef ".repeat(4 - Integer.bitCount(mask));
                expected.put(programs.add(32, image(UNORM_8_8_8_8, 8, 4), new int[4],
                        "image_load " + data + ", v[4:5], s[0:7] dmask:0x%x dim:SQ_RSRC_IMG_2D unorm".formatted(mask) + flags,
                        List.of(ImagePrograms.row(1, 0))), text.strip());
                expected.put(programs.add(32, image(UNORM_8_8_8_8, 8, 4), new int[4],
                        "image_sample_lz " + data + ", v[4:5], s[0:7], s[8:11] dmask:0x%x dim:SQ_RSRC_IMG_2D".formatted(mask) + flags,
                        List.of(ImagePrograms.row(Float.floatToRawIntBits(0.4f), 0))), text.strip());
            }
            // All four channels: what stands behind them is shown in the first register.
            for (String form : List.of("image_load v[20:%d], v[4:5], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm",
                    "image_sample_lz v[20:%d], v[4:5], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D",
                    "image_gather4_lz v[20:%d], v[4:5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D")) {
                expected.put(programs.add(32, image(UNORM_8_8_8_8, 8, 4), new int[4], "v_mov_b32_e32 v24, 0xdeadbeef\n"
                        + form.formatted(23 + status) + flags + "\ns_waitcnt vmcnt(0)\nv_mov_b32_e32 v20, v24", List.of(ImagePrograms.row(0, 0))),
                        "deadbeef 3f800000 3f800000 3f800000");
            }
        }

        run(machine);

        expected.forEach((results, text) -> assertEquals(text, results.text(0)));
    }

    /** The rule's table: 8 by 4 texels 16 y + x; columns on and around the image, rows around it. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    @Rule({"A-045", "A-047"})
    void loadsSeveralTexelsOfARow(Machine machine) {
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 8; x++) {
                memory.putByte(IMAGE + ROW_BYTES * y + x, (byte) (16 * y + x));
                memory.putShort(IMAGE + 0x10000 + ROW_BYTES * y + 2L * x, (short) (0x100 * (16 * y + x) + 0x80 + x));
            }
        }
        List<int[]> rows = new ArrayList<>();
        for (int y = 0; y <= 5; y++) {
            for (int x = 0; x <= 12; x++) {
                rows.add(ImagePrograms.row(x, y));
            }
        }
        rows.add(ImagePrograms.row(-1, 1));
        List<ImagePrograms.Results> bytes = new ArrayList<>();
        for (String op : List.of("by2", "by4")) {
            bytes.add(programs.add(64, image(UINT_8, 8, 4), new int[4], "image_load_" + op + (op.equals("by2") ? " v[20:21]" : " v[20:23]")
                    + ", v[4:5], s[0:7] dmask:" + (op.equals("by2") ? "0x3" : "0xf") + " dim:SQ_RSRC_IMG_2D unorm", rows));
        }
        List<ImagePrograms.Results> packed = new ArrayList<>();
        for (int format : new int[] {UNORM_8, UINT_8, SINT_8}) {
            for (String op : List.of("pck2", "pck4")) {
                packed.add(programs.add(64, image(format, 8, 4), new int[4], "image_load_" + op
                        + " v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", rows));
            }
        }
        ImagePrograms.Results pairs = programs.add(32, image(IMAGE + 0x10000, UINT_8_8, 8, 4), new int[4],
                "image_load_by2 v[20:23], v[4:5], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm", rows);
        ImagePrograms.Results halves = programs.add(32, image(IMAGE + 0x10000, UINT_16, 8, 4), new int[4],
                "image_load_pck2 v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", rows);

        run(machine);

        for (int i = 0; i < rows.size(); i++) {
            int x = rows.get(i)[0];
            int y = rows.get(i)[1];
            for (int count : new int[] {2, 4}) {
                boolean isThere = x >= 0 && x + count - 1 < 8 && y < 4;
                int word = 0;
                for (int k = 0; k < count; k++) {
                    int code = isThere ? 16 * y + (x & -count) + k : 0;
                    word |= code << 8 * k;
                    assertEquals(code, bytes.get(count / 4).row(i)[k], "by" + count + " of " + x + ", " + y);
                }
                for (int f = 0; f < 3; f++) {
                    assertEquals("%08x".formatted(word), packed.get(2 * f + count / 4).text(i).substring(0, 8), "pck" + count + " of " + x + ", " + y);
                }
            }
            boolean isThere = x >= 0 && x + 1 < 8 && y < 4;
            int even = x & ~1;
            int low = 0x80 + even;
            int high = 16 * y + even;
            assertEquals(isThere ? "%08x %08x %08x %08x".formatted(low, high, low + 1, high + 1) : "00000000 00000000 00000000 00000000", pairs.text(i));
            assertEquals(isThere ? "%02x%02x%02x%02x".formatted(high + 1, low + 1, high, low) : "00000000", halves.text(i).substring(0, 8));
        }
    }

    private static final int[] ATOMIC_VALUES = {0, 1, 5, 6, 0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x7fc00000, 0xff800001};

    private static Map<String, LongBinaryOperator> atomics() {
        Map<String, LongBinaryOperator> all = new java.util.LinkedHashMap<>();
        all.put("swap", (old, data) -> data);
        all.put("add", (old, data) -> old + data);
        all.put("sub", (old, data) -> old - data);
        all.put("smin", (old, data) -> Math.min((int) old, (int) data));
        all.put("umin", (old, data) -> Math.min(old, data));
        all.put("smax", (old, data) -> Math.max((int) old, (int) data));
        all.put("umax", (old, data) -> Math.max(old, data));
        all.put("and", (old, data) -> old & data);
        all.put("or", (old, data) -> old | data);
        all.put("xor", (old, data) -> old ^ data);
        all.put("inc", (old, data) -> old >= data ? 0 : old + 1);
        all.put("dec", (old, data) -> old == 0 || old > data ? data : old - 1);
        all.put("cmpswap", (old, data) -> old == 5 ? data : old);
        all.put("fcmpswap", (old, data) -> old == 5 ? data : old);
        all.put("fmin", (old, data) -> extreme((int) old, (int) data, false));
        all.put("fmax", (old, data) -> extreme((int) old, (int) data, true));
        return all;
    }

    /** Rule C-024: signalling NaNs win quieted, the data's first; quiet ones lose; -0 lies below +0. */
    private static int extreme(int old, int data, boolean isGreatest) {
        int quiet = 0x400000;
        for (int each : new int[] {data, old}) {
            if (Float.isNaN(Float.intBitsToFloat(each)) && (each & quiet) == 0) {
                return each | quiet;
            }
        }
        if (Float.isNaN(Float.intBitsToFloat(old)) || Float.isNaN(Float.intBitsToFloat(data))) {
            return Float.isNaN(Float.intBitsToFloat(old)) ? data : old;
        }
        int order = Float.compare(Float.intBitsToFloat(old), Float.intBitsToFloat(data));
        return isGreatest == order > 0 ? old : data;
    }

    /** All pairs of the values on the three formats, each on a texel of its own; a lane outside of the image changes nothing. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    @Rule("A-054")
    void atomicsActOnTheBits(Machine machine) {
        int count = ATOMIC_VALUES.length;
        int[] formats = {UINT_32, SINT_32, FLOAT_32};
        List<ImagePrograms.Results> results = new ArrayList<>();
        int number = 0;
        for (String op : atomics().keySet()) {
            for (int format : formats) {
                long address = IMAGE + 0x1000L * number++;
                List<int[]> rows = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    for (int k = 0; k < count; k++) {
                        memory.putInt(address + ROW_BYTES * i + 4L * k, ATOMIC_VALUES[i]);
                        rows.add(ImagePrograms.row(new int[] {k, i}, ATOMIC_VALUES[k], 5));
                    }
                }
                while (rows.size() < 128) {
                    rows.add(ImagePrograms.row(new int[] {count, rows.size() - 121}, 0x1234, 5));
                }
                boolean isCompare = op.endsWith("cmpswap");
                results.add(programs.add(number % 2 == 0 ? 32 : 64, image(address, format, count, count), new int[4], "image_atomic_" + op
                        + (isCompare ? " v[20:21]" : " v20") + ", v[4:5], s[0:7] dmask:" + (isCompare ? "0x3" : "0x1")
                        + " dim:SQ_RSRC_IMG_2D unorm glc", rows));
            }
        }

        run(machine);

        number = 0;
        for (Map.Entry<String, LongBinaryOperator> op : atomics().entrySet()) {
            for (int format : formats) {
                long address = IMAGE + 0x1000L * number;
                for (int i = 0; i < count; i++) {
                    for (int k = 0; k < count; k++) {
                        long old = ATOMIC_VALUES[i] & 0xffffffffL;
                        int expected = (int) op.getValue().applyAsLong(old, ATOMIC_VALUES[k] & 0xffffffffL);
                        String what = op.getKey() + " format " + format + ": " + Long.toHexString(old) + ", " + Integer.toHexString(ATOMIC_VALUES[k]);
                        assertEquals(Integer.toHexString(expected), Integer.toHexString(memory.getInt(address + ROW_BYTES * i + 4L * k)), what);
                        assertEquals(Long.toHexString(old), Integer.toHexString(results.get(number).row(count * i + k)[0]), what + " returns");
                    }
                    assertEquals(0, memory.getInt(address + ROW_BYTES * i + 4L * count), "outside");
                }
                number++;
            }
        }
    }

    /** Carry across the dwords, the greater of two with bit 63, a compare that hits and one that misses; on the device that lacks them, the refusal. */
    @Test
    @Rule("A-059")
    void wideAtomicsActOnBothDwords() {
        String[] names = {"add", "umax", "cmpswap", "cmpswap"};
        long[] before = {0x00000001_ffffffffL, 0x7fffffff_00000000L, 7, 8};
        long[] data = {1, 0x80000000_00000000L, 0x12345678_9abcdef0L, 0x12345678_9abcdef0L};
        long[] after = {0x00000002_00000000L, 0x80000000_00000000L, 0x12345678_9abcdef0L, 8};
        List<ImagePrograms.Results> results = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            for (int format = 0; format < 3; format++) {
                long address = IMAGE + 0x1000L * (3 * i + format);
                memory.putLong(address, before[i]);
                boolean isCompare = names[i].equals("cmpswap");
                results.add(programs.add(32, image(address, UINT_32_32 + format, 8, 4), new int[4], "image_atomic_" + names[i]
                        + (isCompare ? " v[20:23]" : " v[20:21]") + ", v[4:5], s[0:7] dmask:" + (isCompare ? "0xf" : "0x3")
                        + " dim:SQ_RSRC_IMG_2D unorm glc", Stream.concat(Stream.of(ImagePrograms.row(new int[] {0, 0}, (int) data[i],
                        (int) (data[i] >>> 32), 7, 0)), Stream.generate(() -> ImagePrograms.row(-1, 0)).limit(63)).toList()));
            }
        }
        long[] values = new long[results.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = memory.getLong(IMAGE + 0x1000L * i);
        }

        guest.onInterpreter();

        assertWide(results, before, after);
        if (devices != null) {
            for (int i = 0; i < values.length; i++) {
                memory.putLong(IMAGE + 0x1000L * i, values[i]);
            }
            String refusal = guest.onDevice(devices, Set.of());
            if (refusal == null) {
                assertWide(results, before, after);
            } else {
                assertTrue(refusal.contains("the device has no 64-bit image atomics (VK_EXT_shader_image_atomic_int64)")
                        && refusal.contains("pass.image.atomic64"), refusal);
            }
        }
    }

    private void assertWide(List<ImagePrograms.Results> results, long[] before, long[] after) {
        for (int i = 0; i < results.size(); i++) {
            assertEquals(Long.toHexString(after[i / 3]), Long.toHexString(memory.getLong(IMAGE + 0x1000L * i)), "texel of dispatch " + i);
            int[] old = results.get(i).row(0);
            assertEquals(Long.toHexString(before[i / 3]), Long.toHexString(old[0] & 0xffffffffL | (long) old[1] << 32), "result of dispatch " + i);
        }
    }

    @ParameterizedTest
    @EnumSource(Machine.class)
    @Rule("B-019")
    void storesSaturate(Machine machine) {
        int[] words = {0x80, 0xffffff7f, 0x7fffffff, 0x80000000, 0xffffffff, 0x8000, 0xffff7fff, 0x7f};
        List<int[]> rows = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            rows.add(ImagePrograms.row(new int[] {i % words.length, 0}, words[i % words.length]));
        }
        String store = "image_store v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm";
        programs.add(64, image(SINT_8, 8, 1), new int[4], store, rows);
        programs.add(64, image(IMAGE + 0x1000, SINT_16, 8, 1), new int[4], store, rows);
        programs.add(64, image(IMAGE + 0x2000, SINT_8, 8, 1), new int[4], store + " d16", rows);

        run(machine);

        for (int i = 0; i < words.length; i++) {
            assertEquals(Math.clamp(words[i], -128, 127), memory.getByte(IMAGE + i), "8 bits, " + Integer.toHexString(words[i]));
            assertEquals(Math.clamp(words[i], -32768, 32767), memory.getShort(IMAGE + 0x1000 + 2L * i), "16 bits, " + Integer.toHexString(words[i]));
            assertEquals(Math.clamp((short) words[i], -128, 127), memory.getByte(IMAGE + 0x2000 + i), "a half, " + Integer.toHexString(words[i]));
        }
    }

    /** Channels of one and of four, each DMASK of the rule, in dwords and in halves: a channel that DMASK leaves out is stored as 0. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    @Rule("B-019")
    void storesSaturateChannelsOfEachMask(Machine machine) {
        int[] data = {0x8001, 0xff7f, 0x0080, 0xffff8000};
        int[] masks = {0xf, 0x7, 0x5, 0x3, 0x2, 0xa, 0x1};
        int[] formats = {SINT_8, SINT_16, SINT_8_8_8_8, SINT_16_16_16_16};
        int[] halves = {data[0] & 0xffff | data[1] << 16, data[2] & 0xffff | data[3] << 16};
        for (int i = 0; i < 2 * formats.length; i++) {
            boolean isHalf = i % 2 != 0;
            StringBuilder stores = new StringBuilder();
            for (int x = 0; x < masks.length; x++) {
                int words = isHalf ? (Integer.bitCount(masks[x]) + 1) / 2 : Integer.bitCount(masks[x]);
                stores.append("v_mov_b32_e32 v4, %d\nimage_store %s, v[4:5], s[0:7] dmask:0x%x dim:SQ_RSRC_IMG_2D unorm%s\n".formatted(x, words == 1
                        ? "v20" : "v[20:%d]".formatted(19 + words), masks[x], isHalf ? " d16" : ""));
            }
            programs.add(32, image(IMAGE + 0x1000L * i, formats[i / 2], 8, 1), new int[4], stores.toString(),
                    Stream.generate(() -> ImagePrograms.row(new int[2], isHalf ? halves : data)).limit(64).toList());
        }

        run(machine);

        for (int i = 0; i < 2 * formats.length; i++) {
            int bytes = formats[i / 2] == SINT_8 || formats[i / 2] == SINT_8_8_8_8 ? 1 : 2;
            int channels = formats[i / 2] == SINT_8 || formats[i / 2] == SINT_16 ? 1 : 4;
            int most = (1 << 8 * bytes - 1) - 1;
            for (int x = 0; x < masks.length; x++) {
                int slot = 0;
                for (int channel = 0; channel < channels; channel++) {
                    int word = (masks[x] >>> channel & 1) == 0 ? 0 : i % 2 == 0 ? data[slot++] : (short) data[slot++];
                    long at = IMAGE + 0x1000L * i + (long) bytes * (x * channels + channel);
                    assertEquals(Math.clamp(word, -most - 1, most), bytes == 1 ? memory.getByte(at) : memory.getShort(at),
                            "format %d, DMASK 0x%x, channel %d, %s".formatted(formats[i / 2], masks[x], channel, i % 2 == 0 ? "dword" : "half"));
                }
            }
        }
    }

    /** By default the second channel comes from the word that its select names; switched, and in the interpreter, from the fourth. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Rule("B-020")
    void storesTwoChannels(boolean isWSlot) {
        assumeTrue(devices != null, "no Vulkan device on this host");
        programs.add(64, image(UINT_8_8, 8, 4), new int[4], "image_store v[20:23], v[4:5], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm",
                Stream.generate(() -> ImagePrograms.row(new int[] {1, 2}, 1, 2, 3, 4)).limit(64).toList());
        String slot = "pass.image.store-channel-select.w-slot";

        assertEquals(null, guest.onDevice(Objects.requireNonNull(devices), isWSlot ? Set.of(slot) : Set.of(), Set.of()));

        assertEquals(isWSlot ? 0x0401 : 0x0201, memory.getShort(IMAGE + 2 * ROW_BYTES + 2));
    }

    /** A cube of 16 by 16 texels whose level L holds L; derivatives of 2^(L +- 0.3) texels in each component, both signs, on all faces. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    @Rule("A-053")
    void derivativesOfACubeChooseTheLevel(Machine machine) {
        SurfaceLayout layout = Objects.requireNonNull(SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(0), ImageKind.D2, 4, 16, 16, 6,
                1, 5, 1)));
        for (int level = 0; level < 5; level++) {
            for (int i = 0; i < 6 * (16 >> level) * (16 >> level); i++) {
                int side = 16 >> level;
                memory.putInt(IMAGE + layout.offset(level, i % side, i / side % side, i / side / side, 0), bits(level));
            }
        }
        int[] cube = {(int) (IMAGE >>> 8), (int) (IMAGE >>> 40) & 0xff | FLOAT_32 << 20 | 3 << 30, 3 | 15 << 14, 0xb0040fac, 5, 4 << 4, 0, 0};
        List<int[]> rows = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        for (int level = 0; level < 5; level++) {
            for (double exponent : new double[] {level - 0.3, level + 0.3}) {
                for (int component = 0; component < 8; component++) {
                    int[] address = {0, 0, 0, 0, bits(1.53), bits(1.53), bits(rows.size() % 6)};
                    address[component / 2] = bits((component % 2 == 0 ? 1 : -1) * Math.pow(2, exponent) / 16);
                    rows.add(ImagePrograms.row(address));
                    expected.add(bits(level));
                }
            }
        }
        ImagePrograms.Results results = programs.add(32, cube, new int[] {0x92, 0x00fff000, 1 << 26, 0},
                "image_sample_d v20, v[4:10], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_CUBE", rows);

        run(machine);

        for (int i = 0; i < rows.size(); i++) {
            assertEquals("%08x".formatted(expected.get(i)), results.text(i).substring(0, 8), "row " + i);
        }
    }

    private static int bits(double value) {
        return Float.floatToRawIntBits((float) value);
    }

    /** Texel (x, y) holds 16 y + x; coordinates lie in the middle of texels, inside of the image and past its last column, where it wraps. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    void samplesAtTexelCoordinatesOfTheInstruction(Machine machine) {
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 5; x++) {
                memory.putInt(IMAGE + ROW_BYTES * y + 4L * x, 16 * y + x);
            }
        }
        List<int[]> rows = List.of(ImagePrograms.row(bits(0.5), bits(0.5)), ImagePrograms.row(bits(4.5), bits(3.5)), ImagePrograms.row(bits(2.5),
                bits(1.5)), ImagePrograms.row(bits(6.5), bits(1.5)));
        ImagePrograms.Results samples = programs.add(32, image(UINT_32, 5, 4), new int[] {0, 0x00fff000, 0, 0},
                "image_sample_lz v20, v[4:5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", rows);
        ImagePrograms.Results moved = programs.add(32, image(UINT_32, 5, 4), new int[] {0, 0x00fff000, 0, 0}, "v_mov_b32_e32 v3, 0x102\n"
                + "image_sample_lz_o v20, v[3:5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", rows);

        run(machine);

        List<Integer> expected = List.of(0x00, 0x34, 0x12, 0x11);
        List<Integer> expectedMoved = List.of(0x12, 0x01, 0x24, 0x23);
        for (int i = 0; i < rows.size(); i++) {
            assertEquals(expected.get(i), samples.row(i)[0], "row " + i);
            assertEquals(expectedMoved.get(i), moved.row(i)[0], "moved row " + i);
        }
    }

    /** Where a mode is off, its access is refused in its name, on a device. */
    @ParameterizedTest
    @ValueSource(strings = {"pass.image.tfe-lwe|image_load v[20:21], v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm tfe|56",
        "pass.image.by-load|image_load_by2 v[20:21], v[4:5], s[0:7] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm|5",
        "pass.image.pck-load|image_load_pck2 v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm|5",
        "pass.image.atomic-raw32|image_atomic_add v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm|22",
        "pass.image.atomic64|image_atomic_add v[20:21], v[4:5], s[0:7] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm|62",
        "pass.image.msaa-address-on-2d|image_load v20, v[4:6], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA unorm|20",
        "pass.image.dim-mismatch.3d-on-2d|image_load v20, v[4:6], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm|20",
        "pass.image.color-compare|image_sample_c_lz v20, v[4:6], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D|56",
        "pass.image.converted-unorm|image_load v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm|30",
        "pass.image.unrm|image_sample_lz v20, v[4:5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm|20",
        "pass.image.fmask|image_load v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm|166"})
    @Rule({"A-043", "A-045", "A-047", "A-054", "A-059", "A-004", "A-048", "A-008", "C-021", "A-032"})
    void refusesInTheNameOfTheModeThatIsOff(String row) {
        assumeTrue(devices != null, "no Vulkan device on this host");
        String[] parts = row.split("\\|");
        programs.add(32, image(Integer.parseInt(parts[2]), 8, 4), new int[4], parts[1], List.of(ImagePrograms.row(0, 0, 0)));

        String refusal = guest.onDevice(Objects.requireNonNull(devices), Set.of(parts[0]));

        assertNotNull(refusal);
        assertTrue(refusal.endsWith("(" + parts[0] + ")"), refusal);
    }
}
