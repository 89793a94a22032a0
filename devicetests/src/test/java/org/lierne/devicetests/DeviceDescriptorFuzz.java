package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.lierne.agc.driver.GraphicsDriver;
import org.lierne.gpu.GpuDevices;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.testing.ArrayGuestMemory;

/**
 * Dispatches whose T#, S# or V# are random words: each is done, or its queue ends by a refusal, and the device goes on. Most name memory
 * that is there.
 */
final class DeviceDescriptorFuzz {
    private static final long CODE = 0x200000000L;
    private static final int CODE_BYTES = 0x1000;
    private static final long COMMANDS = 0x201000000L;
    private static final long LABEL = 0x202000000L;
    /** Where the V# of the results lies, and behind it they. */
    private static final long RESULTS = 0x202010000L;
    private static final long HEAP = 0x203000000L;
    private static final long DATA = 0x210000000L;
    private static final int DATA_BYTES = 0x400000;
    private static final int USER_WORDS = 14;
    private static final long POLL_NS = 50_000;
    private static final long WAIT_NS = TimeUnit.MINUTES.toNanos(5);
    /** Dimensions of accesses, with the registers of their coordinates. */
    private static final Map<String, Integer> COORDINATES = new TreeMap<>(Map.of("1D", 1, "2D", 2, "3D", 3, "CUBE", 3, "1D_ARRAY", 2,
            "2D_ARRAY", 3, "2D_MSAA", 3, "2D_MSAA_ARRAY", 4));

    private final GpuDevices devices;
    private final long seed;
    private final SplittableRandom random;
    private final List<String> programs = programs();
    private final ArrayGuestMemory memory = new ArrayGuestMemory(true).map(CODE, (long) CODE_BYTES * programs.size()).map(COMMANDS, 0x10000)
            .map(LABEL, 0x10000).map(RESULTS, 0x10000).map(HEAP, 0x10000).map(DATA, DATA_BYTES);
    private final RefusedTitle title = new RefusedTitle(Set.of(), Set.of());
    private final List<String> found = new ArrayList<>();
    private final Map<String, Long> counts = new TreeMap<>();

    DeviceDescriptorFuzz(GpuDevices devices, long seed) {
        this.devices = devices;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /** What went wrong. */
    List<String> found() {
        return found;
    }

    /** How many patterns ended how. */
    Map<String, Long> counts() {
        return counts;
    }

    /** Instructions with T# or V# in s[0:7], S# in s[8:11], coordinates from v4 on and results in v20 and up. */
    private static List<String> programs() {
        List<String> programs = new ArrayList<>(List.of("buffer_load_format_xyzw v[20:23], v4, s[0:3], 0 idxen",
                "buffer_load_dwordx4 v[20:23], v4, s[0:3], 0 offen", "buffer_store_format_xyzw v[20:23], v4, s[0:3], 0 idxen",
                "buffer_atomic_add v20, v4, s[0:3], 0 idxen glc",
                "s_buffer_load_dword s24, s[0:3], 0x10\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v20, s24",
                "image_atomic_add v20, v[4:5], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc",
                "image_gather4_lz v[20:23], v[4:5], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D"));
        COORDINATES.forEach((dim, count) -> {
            programs.add("image_load v[20:23], %s, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_%s unorm".formatted(registers(count), dim));
            programs.add("image_get_resinfo v[20:23], v4, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_%s unorm".formatted(dim));
            if (!dim.contains("MSAA")) {
                programs.add("image_store v[20:23], %s, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_%s unorm".formatted(registers(count), dim));
                programs.add("image_sample_lz v[20:23], %s, s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_%s".formatted(registers(count), dim));
                programs.add("image_sample_c_lz v20, %s, s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_%s".formatted(registers(count + 1), dim));
            }
        });
        return programs;
    }

    private static String registers(int count) {
        return count == 1 ? "v4" : "v[4:%d]".formatted(3 + count);
    }

    private void assemble() {
        for (int i = 0; i < programs.size(); i++) {
            List<String> lines = new ArrayList<>(List.of("s_load_dwordx4 s[20:23], s[12:13], 0x0", "v_and_b32_e32 v4, 3, v0",
                    "v_mov_b32_e32 v5, v4", "v_mov_b32_e32 v6, 0", "v_mov_b32_e32 v7, 0", "s_waitcnt lgkmcnt(0)"));
            lines.addAll(programs.get(i).lines().toList());
            lines.addAll(List.of("s_waitcnt vmcnt(0)", "v_lshlrev_b32_e32 v0, 4, v0", "buffer_store_dwordx4 v[20:23], v0, s[20:23], 0 offen",
                    "s_endpgm"));
            int[] words = new Assembler(32).assembleProgram(lines);
            for (int w = 0; w < words.length; w++) {
                memory.putInt(CODE + (long) CODE_BYTES * i + 4L * w, words[w]);
            }
        }
        memory.putWords(RESULTS, "%08x %08x 00001000 31016fac".formatted((int) RESULTS + 0x100, (int) (RESULTS >>> 32)));
    }

    /** Goes on to the end, whatever is refused; a device that is lost or hangs ends it. */
    void run(int patterns) {
        assemble();
        GraphicsDriver driver = Wiring.driver(memory, HEAP, devices);
        driver.titleStarting(title.proxy());
        int queue = 0;
        try {
            for (int i = 1; i <= patterns && found.isEmpty(); i++) {
                int program = random.nextInt(programs.size());
                if (!isDone(driver, queue, i, program, descriptors())) {
                    queue++;
                }
            }
            // Words that are all zero read zero, as ever.
            title.forget();
            if (found.isEmpty() && !isDone(driver, queue + 1, patterns + 1, 0, new int[USER_WORDS])) {
                found.add("seed %d: the last dispatch is not done: %s".formatted(seed, title.refusal()));
            }
        } finally {
            driver.titleStopped(title.proxy());
        }
    }

    /** T# or V#, S#, and where the results go. */
    private int[] descriptors() {
        int[] words = new int[USER_WORDS];
        for (int i = 0; i < 12; i++) {
            int mask = random.nextInt();
            words[i] = random.nextInt() & (random.nextInt(3) > 0 ? mask & mask >>> 7 : -1);
        }
        if (random.nextInt(4) > 0) {
            boolean isBuffer = random.nextInt(3) == 0;
            long base = DATA + random.nextInt(DATA_BYTES) & -256;
            words[0] = (int) (isBuffer ? base : base >>> 8);
            words[1] = words[1] & 0xffffff00 | (int) (isBuffer ? base >>> 32 : base >>> 40);
            words[3] |= isBuffer ? 0 : 1 << 31;
        }
        return words;
    }

    /** Whether a dispatch was done; else its queue is over. */
    private boolean isDone(GraphicsDriver driver, int queue, int round, int program, int[] user) {
        title.forget();
        user[12] = (int) RESULTS;
        user[13] = (int) (RESULTS >>> 32);
        StringBuilder packets = new StringBuilder("C0027600 0000020C %08X %08X C0027600 00000212 600F0000 %08X ".formatted(
                (int) (CODE + (long) CODE_BYTES * program >>> 8), (int) (CODE >>> 40), USER_WORDS << 1));
        packets.append("C0037600 00000207 00000020 00000001 00000001 C0%02X7600 00000240".formatted(USER_WORDS));
        for (int word : user) {
            packets.append(" %08X".formatted(word));
        }
        packets.append(" C0031500 00000001 00000001 00000001 00008041 C0064900 06603514 22000000 %08X %08X %08X 00000000 00000000".formatted(
                (int) LABEL, (int) (LABEL >>> 32), round));
        driver.submit(queue, COMMANDS, memory.putWords(COMMANDS, packets.toString()));
        long until = System.nanoTime() + WAIT_NS;
        while (memory.getInt(LABEL) != round && title.refusal() == null && System.nanoTime() < until) {
            LockSupport.parkNanos(POLL_NS);
        }
        String refusal = title.refusal();
        if (refusal == null && memory.getInt(LABEL) != round || refusal != null && !refusal.startsWith("refused at ")) {
            found.add("seed %d, pattern %d, %s, %s: %s".formatted(seed, round, programs.get(program).replace('\n', ';'), hex(user),
                    refusal == null ? "neither done nor refused" : refusal));
        }
        counts.merge(refusal == null ? "done" : "refused: " + reason(refusal), 1L, Long::sum);
        return refusal == null;
    }

    /** Without what differs from pattern to pattern. */
    private static String reason(String refusal) {
        return refusal.replaceAll("^.*: ", "").replaceAll("; the image is .*| of a descriptor of type .*", "")
                .replaceAll("0x[0-9a-f]+|[0-9]+(\\.[0-9]+)?", "N");
    }

    private static String hex(int[] words) {
        StringBuilder text = new StringBuilder();
        for (int word : words) {
            text.append(text.isEmpty() ? "" : " ").append("%08x".formatted(word));
        }
        return text.toString();
    }
}
