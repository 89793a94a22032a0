package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.OutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.agc.driver.GraphicsDriver;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.Format;
import org.lierne.gpu.FormatUse;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.ImageKind;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

/**
 * Dispatches of one wave of 32 lanes whose program chooses an image while it runs, or reads through pointers that it reads from memory:
 * what it stores, and what it faults at. Expected values are derived: image n holds 0x100 + n.
 */
@Tag("gpu")
final class TablesTest {
    private static final long CODE = 0x200000000L;
    private static final long TABLE = 0x210000000L;
    private static final long IMAGES = 0x220000000L;
    private static final long OUTPUT = 0x230000000L;
    private static final long KEYS = 0x230001000L;
    private static final long COMMANDS = 0x230002000L;
    private static final long LABEL = 0x230003000L;
    private static final long PAGE = 0x10000;
    private static final long LAST_RECORDS = TABLE + PAGE - 64;
    private static final long NOWHERE = 0x500000000L;
    private static final int UNWRITTEN = 0x77777777;

    private static @Nullable GpuDevices devices;

    @TempDir
    private Path folder = Path.of(".");

    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final ArrayGuestMemory memory = new ArrayGuestMemory(true).map(CODE, PAGE).map(TABLE, PAGE).map(IMAGES, PAGE).map(OUTPUT, PAGE);
    private @Nullable String refused;
    private @Nullable GraphicsDriver driver;
    private final Title title = new Alone();
    private int labels;
    private Set<String> off = Set.of();
    private Set<String> on = Set.of();
    private final Set<String> acted = ConcurrentHashMap.newKeySet();
    private Map<Format, FormatUse> unsupported = Map.of();

    @BeforeAll
    static void findDevices() {
        devices = Wiring.devices();
    }

    @AfterEach
    void stop() {
        if (driver != null) {
            driver.titleStopped(title);
        }
    }

    /** A title that runs nothing itself. */
    private final class Alone implements Title {
        @Override
        public String id() {
            return "TEST00002";
        }

        @Override
        public String name() {
            return "tables";
        }

        @Override
        public Path root() {
            return folder;
        }

        @Override
        public TitleRequest request() {
            return new TitleRequest(Path.of("."), Optional.empty(), true, OptionalInt.empty(), Optional.empty(), Optional.empty(), on,
                    off, Optional.empty(), OutputStream.nullOutputStream());
        }

        @Override
        public void requestStop(String reason) {
            refused = reason;
        }

        @Override
        public void refuse(String reason) {
            refused = reason;
        }

        @Override
        public boolean isStopping() {
            return false;
        }

        @Override
        public void framePresented() {}

        @Override
        public long presentedFrames() {
            return 0;
        }
    }

    private GraphicsDriver started() {
        assumeTrue(devices != null, "no Vulkan device on this host");
        GraphicsDriver known = driver;
        if (known != null) {
            return known;
        }
        ClassLoader loader = TablesTest.class.getClassLoader();
        GuestHeap heap = (GuestHeap) Proxy.newProxyInstance(loader, new Class<?>[] {GuestHeap.class},
                (proxy, method, arguments) -> method.getReturnType() == long.class ? OUTPUT + 0x8000 : null);
        EventQueues events = (EventQueues) Proxy.newProxyInstance(loader, new Class<?>[] {EventQueues.class},
                (proxy, method, arguments) -> method.getReturnType() == int.class ? 0 : null);
        AddressSpace space = (AddressSpace) Proxy.newProxyInstance(loader, new Class<?>[] {AddressSpace.class},
                (proxy, method, arguments) -> Optional.empty());
        CompatUse use = new CompatUse() {
            @Override
            public void acted(String pluginId, Supplier<String> place) {
                acted.add(pluginId);
                if (pluginId.equals("diag.fault.bda")) {
                    faults.add(place.get());
                }
            }

            @Override
            public Map<String, Use> uses() {
                return Map.of();
            }
        };
        GraphicsDriver made = new GraphicsDriver(memory, space, heap, events, lent(), Wiring.translator(), Wiring.compiler(), null,
                use);
        made.titleStarting(title);
        driver = made;
        return made;
    }

    /** The devices of the host as if {@link #unsupported} formats could not be used so. */
    private GpuDevices lent() {
        GpuDevices all = Objects.requireNonNull(devices);
        return unsupported.isEmpty() ? all : proxy(GpuDevices.class, all, (method, arguments) -> method.getName().equals("open")
                ? proxy(GpuDevice.class, all.open((GpuOptions) arguments[0]), (asked, what) -> asked.getName().equals("supports")
                        && unsupported.get(what[0]) == what[1] ? Boolean.FALSE : null) : null);
    }

    /** What {@code answers} has no answer for, {@code real} is asked. */
    private static <T> T proxy(Class<T> type, T real, BiFunction<Method, Object[], @Nullable Object> answers) {
        return type.cast(Proxy.newProxyInstance(TablesTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            Object answer = answers.apply(method, arguments);
            return answer != null ? answer : method.invoke(real, arguments);
        }));
    }

    private void image(int record, int type, int format, int number) {
        long base = IMAGES + 0x1000L * number;
        memory.putInt(base, 0x100 + number);
        record(TABLE + 32L * record, base, type, format);
    }

    private void record(long place, long base, int type, int format) {
        int[] words = {(int) (base >>> 8), (int) (base >>> 40) | format << 20 | 3 << 30, 15, type << 28 | 0xfac, 0, 0, 0, 0};
        for (int i = 0; i < words.length; i++) {
            memory.putInt(place + 4L * i, words[i]);
        }
    }

    /** Runs lines between the load of a lane's key into v5 and the store of v1; {@code table} is in s[0:1]. @return what lane 0 stored */
    private int run(long table, int key, String... lines) throws InterruptedException {
        List<String> program = new ArrayList<>(List.of("v_lshlrev_b32_e32 v4, 2, v0", "buffer_load_dword v5, v4, s[8:11], 0 offen",
                "s_waitcnt vmcnt(0)", "v_mov_b32_e32 v1, 7", "v_mov_b32_e32 v2, 0", "v_mov_b32_e32 v3, 0"));
        List.of(lines).forEach(line -> program.addAll(line.lines().toList()));
        program.addAll(List.of("s_waitcnt vmcnt(0)", "buffer_store_dword v1, v4, s[4:7], 0 offen", "s_endpgm"));
        int[] words = new Assembler(32).assembleProgram(program);
        GraphicsDriver to = started();
        long code = CODE + 0x1000L * ++labels;
        for (int i = 0; i < words.length; i++) {
            memory.putInt(code + 4L * i, words[i]);
        }
        for (int i = 0; i < 32; i++) {
            memory.putInt(KEYS + 4L * i, key);
            memory.putInt(OUTPUT + 4L * i, UNWRITTEN);
        }
        int dwords = memory.putWords(COMMANDS, "C0027600 0000020C %08X %08X C0027600 00000212 002C0000 00000020 ".formatted((int) (code >>> 8),
                (int) (code >>> 40)) + "C0037600 00000207 00000020 00000001 00000001 C0107600 00000240 %08X %08X 0 0 ".formatted((int) table,
                (int) (table >>> 32)) + "%08X %08X 80 31014FAC %08X %08X 80 31014FAC 0 0 0 0 ".formatted((int) OUTPUT, (int) (OUTPUT >>> 32),
                (int) KEYS, (int) (KEYS >>> 32)) + "C0031500 00000001 00000001 00000001 00008001 "
                + "C0064900 06603514 22000000 %08X %08X %08X 00000000 00000000".formatted((int) LABEL, (int) (LABEL >>> 32), labels));
        to.submit(0, COMMANDS, dwords);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (memory.getInt(LABEL) != labels && refused == null && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
        assertTrue(memory.getInt(LABEL) == labels || refused != null, () -> "not done: " + to.facts(0));
        return memory.getInt(OUTPUT);
    }

    private static final String[] LOAD = {"v_readfirstlane_b32 s12, v5", "s_and_b32 s12, s12, 0xff", "s_lshl_b32 s12, s12, 5",
        "s_load_dwordx8 s[16:23], s[0:1], s12", "s_waitcnt lgkmcnt(0)", "image_load v1, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D"};

    private int load(int key) throws InterruptedException {
        return run(TABLE, key, LOAD);
    }

    private static String[] with(String last) {
        String[] lines = LOAD.clone();
        lines[lines.length - 1] = last;
        return lines;
    }

    @Rule("A-025")
    @Test
    void loadsTheImageThatIsChosenAsItWasWhenItWasRecorded() throws InterruptedException {
        image(0, 9, 20, 0);
        image(1, 9, 20, 1);
        image(2, 9, 20, 2);

        assertEquals(0x101, load(1));
        assertEquals(0x102, load(2));
        image(1, 9, 20, 3);
        assertEquals(0x103, load(1));
        assertEquals(List.of(), faults);
    }

    /** Types 1 to 7 name no image; 14 is multisampled, format 157 an FMASK. */
    @Rule({"A-026", "A-031"})
    @ParameterizedTest
    @CsvSource({"3, 20, the descriptor fits no view", "14, 20, multisampled and FMASK images stand in no table",
        "9, 157, multisampled and FMASK images stand in no table"})
    void faultsAtWhatCannotBeBoundWhereItIsChosen(int type, int format, String cause) throws InterruptedException {
        image(0, 9, 20, 0);
        image(1, type, format, 1);
        image(2, type, format, 2);

        assertEquals(0x100, load(0));
        assertEquals(List.of(), faults, "not chosen");
        run(TABLE, 1, with("s_mov_b32 exec_lo, 0\nimage_load v1, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D"));
        assertEquals(List.of(), faults, "no active lane");
        assertEquals(0, load(1));
        assertEquals(1, faults.size());
        assertTrue(faults.getFirst().contains("fault 9: " + cause + ": record 1 at 0x210000020, words "), faults.getFirst());
    }

    @Rule("A-028")
    @Test
    void faultsAtRecordsOutsideOfMappedMemoryWhereTheyAreChosen() throws InterruptedException {
        memory.putInt(IMAGES, 0x100);
        record(LAST_RECORDS, IMAGES, 9, 20);
        record(LAST_RECORDS + 32, IMAGES, 9, 20);

        assertEquals(0x100, run(LAST_RECORDS, 1, LOAD));
        assertEquals(List.of(), faults);
        assertEquals(0, run(LAST_RECORDS, 2, LOAD));
        assertTrue(faults.getFirst().contains("fault 9: no record: record 2 at 0x210010000"), faults.getFirst());
        assertEquals(0, run(LAST_RECORDS + 2, 0, LOAD), "not aligned");
        assertEquals(0, run(0xfffffffffffffff0L, 1, LOAD), "wraps");
        assertEquals(3, faults.size());
    }

    @Rule("A-033")
    @Test
    void dropsStoresThroughATable() throws InterruptedException {
        image(0, 9, 20, 0);

        run(TABLE, 0, with("image_store v2, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D"));
        assertEquals(1, faults.size());
        assertTrue(faults.getFirst().contains("unsupported operation"), faults.getFirst());
        assertEquals(0x100, load(0));
        run(TABLE, 0, with("s_mov_b32 exec_lo, 0\nimage_store v2, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D"));
        assertEquals(1, faults.size(), "no active lane");
        assertEquals(7, run(TABLE, 0, "s_load_dwordx8 s[16:23], s[0:1], 0x0", "s_waitcnt lgkmcnt(0)",
                "image_store v2, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D"));
        assertEquals(0, load(0), "a descriptor that the host can find is bound directly");
        assertEquals(1, faults.size());
    }

    /** Atomics, and loads of several texels: each faults, gives zero and changes nothing. */
    @Rule("A-033")
    @ParameterizedTest
    @ValueSource(strings = {"image_atomic_add v1, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc",
        "image_load_pck2 v1, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm",
        "image_load_by2 v[1:2], v[2:3], s[16:23] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm"})
    void doesNothingElseThroughATable(String instruction) throws InterruptedException {
        image(0, 9, 20, 0);

        assertEquals(0, run(TABLE, 0, with("v_mov_b32_e32 v1, 3\n" + instruction)));
        assertEquals(1, faults.size());
        assertTrue(faults.getFirst().contains("unsupported operation"), faults.getFirst());
        assertEquals(0x100, load(0));
    }

    private static final String[] CHAIN = {"s_load_dwordx2 s[12:13], s[0:1], 0x0", "s_waitcnt lgkmcnt(0)", "v_cmp_eq_u32_e32 vcc_lo, 0, v5",
        "s_cbranch_vccz end", "s_load_dword s14, s[12:13], 0x8", "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v1, s14", "end:"};

    @Rule("A-065")
    @Test
    void faultsAtABadPointerFromMemoryWhereTheReadIsExecuted() throws InterruptedException {
        memory.putLong(TABLE, NOWHERE);

        assertEquals(7, run(TABLE, 1, CHAIN));
        assertEquals(List.of(), faults, "not taken");
        assertEquals(0, run(TABLE, 0, CHAIN));
        assertEquals(1, faults.size());
        assertTrue(faults.getFirst().endsWith("pc=0x0030: fault 1: a scalar load through the pointer 0x500000000 from memory"),
                faults.getFirst());
    }

    @Rule("A-066")
    @Test
    void tellsRepeatedLoadsOfABadWordOnce() throws InterruptedException {
        memory.putLong(TABLE, NOWHERE);
        memory.putLong(TABLE + 0x100, TABLE + PAGE - 8);

        assertEquals(0, run(TABLE, 0, "s_load_dwordx2 s[12:13], s[0:1], 0x0", "s_waitcnt lgkmcnt(0)", "s_load_dword s14, s[12:13], 0x8",
                "s_load_dword s15, s[12:13], 0x8", "s_load_dword s16, s[12:13], 0x8", "s_waitcnt lgkmcnt(0)", "s_add_u32 s14, s14, s15",
                "s_add_u32 s14, s14, s16", "v_mov_b32_e32 v1, s14"));
        assertEquals(1, faults.size());
        memory.putInt(TABLE + PAGE - 8, 5);
        assertEquals(5, run(TABLE, 0, "s_load_dwordx2 s[12:13], s[0:1], 0x100", "s_waitcnt lgkmcnt(0)",
                "s_load_dwordx4 s[16:19], s[12:13], 0x0", "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v1, s16"));
        assertEquals(1, faults.size(), "two of the four words lie nowhere, and are not used");
        assertEquals(0, run(TABLE, 0, "s_load_dwordx2 s[12:13], s[0:1], 0x0", "s_waitcnt lgkmcnt(0)", "s_load_dwordx2 s[14:15], s[12:13], 0x0",
                "s_waitcnt lgkmcnt(0)", "s_load_dword s16, s[14:15], 0x10", "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v1, s16"));
        assertEquals(2, faults.size());
        assertTrue(faults.get(1).contains("through the pointer 0x0 from memory"), "of the load that uses its word: " + faults.get(1));
    }

    @Rule("A-069")
    @Test
    void bindsZerosForADescriptorBehindABadPointerFromMemory() throws InterruptedException {
        memory.putLong(TABLE, NOWHERE);
        String[] program = CHAIN.clone();
        program[4] = "s_load_dwordx8 s[16:23], s[12:13], 0x0";
        program[6] = "image_load v1, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D";

        assertEquals(7, run(TABLE, 1, program));
        assertEquals(List.of(), faults);
        assertEquals(0, run(TABLE, 0, program));
        assertEquals(1, faults.size());
    }

    @Rule("A-067")
    @Test
    void refusesATableBehindABadPointerFromMemory() throws InterruptedException {
        memory.putLong(TABLE, NOWHERE);

        run(TABLE, 0, "s_load_dwordx2 s[12:13], s[0:1], 0x0", "s_waitcnt lgkmcnt(0)", "s_load_dwordx2 s[12:13], s[12:13], 0x0",
                "s_waitcnt lgkmcnt(0)", "v_readfirstlane_b32 s14, v5", "s_lshl_b32 s14, s14, 5", "s_load_dwordx8 s[16:23], s[12:13], s14",
                "s_waitcnt lgkmcnt(0)", "image_load v1, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D");

        assertNotNull(refused);
        assertTrue(String.valueOf(refused).contains("is found through the pointer 0x500000000 from memory"), refused);
    }

    /** The image that {@link #sample} samples: 2 by 2 words. */
    private void sampled(int format, int... texels) {
        for (int i = 0; i < texels.length; i++) {
            memory.putInt(IMAGES + 256L * (i / 2) + 4L * (i % 2), texels[i]);
        }
        int[] words = {(int) (IMAGES >>> 8), (int) (IMAGES >>> 40) | format << 20 | 1 << 30, 1 << 14, 9 << 28 | 0xfac, 0, 0, 0, 0};
        for (int i = 0; i < words.length; i++) {
            memory.putInt(TABLE + 0x1000 + 4L * i, words[i]);
        }
    }

    private void sampler(int record, int flags, int filters) {
        int[] words = {0x92 | flags, 0xfff000, filters, 0};
        for (int i = 0; i < words.length; i++) {
            memory.putInt(TABLE + 16L * record + 4L * i, words[i]);
        }
    }

    private static final int BILINEAR = 1 << 20 | 1 << 22;
    private static final int MINIMUM = 1 << 29;
    private static final int TEXELS = 1 << 15;

    /** Samples at (u, u) with the sampler that is chosen of the table. */
    private int sample(int key, String u, String instruction) throws InterruptedException {
        return run(TABLE, key, "v_mov_b32_e32 v2, " + u, "v_mov_b32_e32 v3, " + u, "v_mov_b32_e32 v6, " + u, "v_readfirstlane_b32 s12, v5",
                "s_and_b32 s12, s12, 3", "s_lshl_b32 s12, s12, 4", "s_load_dwordx4 s[24:27], s[0:1], s12",
                "s_load_dwordx8 s[16:23], s[0:1], 0x1000", "s_waitcnt lgkmcnt(0)", instruction);
    }

    private static final String SAMPLE = "image_sample_lz v1, v[2:3], s[16:23], s[24:27] dmask:0x1 dim:SQ_RSRC_IMG_2D";

    @Rule("A-034")
    @Test
    void faultsAtSamplersThatReduceOrTakeTexels() throws InterruptedException {
        sampled(22, Float.floatToIntBits(1), Float.floatToIntBits(1), Float.floatToIntBits(1), Float.floatToIntBits(1));
        sampler(0, 0, BILINEAR);
        sampler(1, MINIMUM, BILINEAR);
        sampler(2, TEXELS, BILINEAR);

        assertEquals(Float.floatToIntBits(1), sample(0, "0.5", SAMPLE));
        assertEquals(List.of(), faults, "the others are not chosen");
        assertEquals(0, sample(1, "0.5", SAMPLE));
        assertEquals(0, sample(2, "0.5", SAMPLE));
        assertEquals(2, faults.size());
        assertTrue(faults.getFirst().contains("the sampler reduces or takes texels: record 1 at 0x210000010, words 20000092"),
                faults.getFirst());
    }

    /** The third case: an integer image of a table under a sampler of its own that reduces. */
    @Rule("A-034")
    @ParameterizedTest
    @CsvSource({"5242880, 1", "0, 0"})
    void faultsAtIntegerImagesUnderASamplerThatReducesBetweenTexels(int filters, int expected) throws InterruptedException {
        sampled(20, 1, 2, 3, 4);
        memory.putInt(TABLE + 0x800, 0x92 | MINIMUM);
        memory.putInt(TABLE + 0x808, filters);

        int stored = run(TABLE, 0x80, "v_mov_b32_e32 v2, 0", "v_mov_b32_e32 v3, 0", "v_readfirstlane_b32 s12, v5", "s_and_b32 s12, s12, 0xff",
                "s_lshl_b32 s12, s12, 5", "s_load_dwordx8 s[16:23], s[0:1], s12", "s_load_dwordx4 s[24:27], s[0:1], 0x800",
                "s_waitcnt lgkmcnt(0)", SAMPLE);

        assertEquals(expected == 0 ? 1 : 0, stored);
        assertEquals(expected, faults.size());
    }

    @Rule("A-035")
    @ParameterizedTest
    @ValueSource(strings = {"0.5", "0.25", "0.75"})
    void samplesIntegersWithoutFilterUnderASamplerOfATable(String u) throws InterruptedException {
        sampled(20, 1, 2, 3, 4);
        sampler(0, 0, BILINEAR);

        int texel = sample(0, u.equals("0.5") ? "0.5" : "0x%x".formatted(Float.floatToIntBits(Float.parseFloat(u))), SAMPLE);

        assertTrue(u.equals("0.25") ? texel == 1 : u.equals("0.75") ? texel == 4 : texel >= 1 && texel <= 4, "texel " + texel);
        assertEquals(List.of(), faults);
    }

    @Rule("A-035")
    @Test
    void refusesIntegersOfTablesWithoutTheMode() throws InterruptedException {
        sampled(20, 1, 2, 3, 4);
        sampler(0, 0, BILINEAR);
        off = Set.of("srt.image-tables.integer-point-filter");

        assertEquals(UNWRITTEN, sample(0, "0.5", SAMPLE));
        assertTrue(String.valueOf(refused).contains("srt.image-tables.integer-point-filter is off"), refused);
    }

    /** Texel (5, 3) of an image in blocks of 64 KB, which the processor or the device moves out of them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsImagesOutOfTheirBlocks(boolean isByDevice) throws InterruptedException {
        Set<String> mode = Set.of("host.texture.device-tiling");
        on = isByDevice ? mode : Set.of();
        off = isByDevice ? Set.of() : mode;
        SurfaceLayout layout = Objects.requireNonNull(SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(9), ImageKind.D2, 4, 64, 16, 1, 1,
                1, 1)));
        memory.putInt(IMAGES + layout.offset(0, 5, 3, 0, 0), 0x1234);
        int[] words = {(int) (IMAGES >>> 8), (int) (IMAGES >>> 40) | 20 << 20 | 3 << 30, 15 | 15 << 14, 9 << 28 | 9 << 20 | 0xfac, 0, 0, 0, 0};
        for (int i = 0; i < words.length; i++) {
            memory.putInt(TABLE + 4L * i, words[i]);
        }

        assertEquals(0x1234, run(TABLE, 0, "v_mov_b32_e32 v2, 5", "v_mov_b32_e32 v3, 3", "s_load_dwordx8 s[16:23], s[0:1], 0x0",
                "s_waitcnt lgkmcnt(0)", "image_load v1, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D"));
        assertEquals(isByDevice, acted.contains("host.texture.device-tiling"));
    }

    /** Keys of a compressed image: none is, all of it was cleared, each block has its colour once, or one that is refused by name. */
    @ParameterizedTest
    @CsvSource({"0xff, 3f000000", "0x10, 3f000000", "0x00, 0", "0xc0, 3f800000", "0x33, "})
    void readsCompressedImagesWhereTheirKeysAreTheSameEverywhere(int key, @Nullable String expected) throws InterruptedException {
        long keys = OUTPUT + 0x4000;
        for (int i = 0; i < 64; i += 4) {
            memory.putInt(keys + i, key * 0x01010101);
        }
        memory.putInt(IMAGES, Float.floatToIntBits(0.5f));
        int[] words = {(int) (IMAGES >>> 8), (int) (IMAGES >>> 40) | 22 << 20 | 3 << 30, 15, 9 << 28 | 0xfac, 0, 0,
            1 << 21 | (int) (keys >>> 8) << 24, (int) (keys >>> 16)};
        for (int i = 0; i < words.length; i++) {
            memory.putInt(TABLE + 4L * i, words[i]);
        }

        int stored = run(TABLE, 0, "v_mov_b32_e32 v2, " + (key == 0x10 ? 3 : 0), "s_load_dwordx8 s[16:23], s[0:1], 0x0", "s_waitcnt lgkmcnt(0)",
                "image_load v1, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D");

        if (expected == null) {
            assertTrue(String.valueOf(refused).contains("DCC key 0x33"), refused);
        } else {
            assertEquals(expected, Integer.toHexString(stored));
        }
    }

    private static final int UNORM_8 = 1;
    private static final int SRGB_8 = 128;
    /** 100 images of two formats by turns, so that each becomes a member of one of two arrays where the device has them. */
    private void manyImages() {
        for (int i = 0; i < 100; i++) {
            memory.putInt(IMAGES + 0x100L * i, 0x100 + i);
            record(TABLE + 32L * i, IMAGES + 0x100L * i, 9, 20 + i % 2);
        }
    }

    /** Debian's lavapipe finds no images in arrays; the rule's 64 are what it has. */
    @Rule({"A-027", "A-029"})
    @Test
    void choosesAmongMoreImagesThanAreBoundOneByOneWhereTheDeviceHasArrays() throws InterruptedException {
        manyImages();
        started();
        Set<GpuFeature> features = Objects.requireNonNull(devices).list().getFirst().features();
        boolean hasArrays = features.contains(GpuFeature.SHADER_SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING)
                && features.contains(GpuFeature.RUNTIME_DESCRIPTOR_ARRAY);

        assertEquals(0x103, load(3));
        assertEquals(0x13e, load(62));
        assertEquals(List.of(), faults);
        assertEquals(hasArrays ? 0x163 : 0, load(99));
        assertEquals(hasArrays ? 0 : 1, faults.size());
        assertTrue(hasArrays || faults.getFirst().contains("fault 9: no record: record 99 at 0x210000c60"), faults.toString());
    }

    /** Record 1 names a place that is not mapped, record 2 a format that no host has; both look like images. */
    @Rule("A-026")
    @Test
    void faultsAtImagesThatCannotBeMadeWhereTheyAreChosen() throws InterruptedException {
        image(0, 9, 20, 0);
        record(TABLE + 32, NOWHERE, 9, 20);
        image(2, 9, 20, 2);
        memory.putInt(TABLE + 64 + 12, 9 << 28 | 0xfac | 15 << 16);

        assertEquals(0x100, load(0));
        assertEquals(List.of(), faults);
        assertEquals(0, load(1));
        assertEquals(0, load(2));
        assertTrue(faults.getFirst().contains("record 1 at 0x210000020") && faults.getFirst().endsWith("it names no memory"),
                faults.getFirst());
        assertTrue(faults.get(1).contains("16 levels of a surface"), faults.get(1));
    }

    /** Samples the record that the key chooses with the sampler behind the table. */
    private static final String[] SAMPLE_CHOSEN = {"v_mov_b32_e32 v2, 0.5", "v_mov_b32_e32 v3, 0.5", "s_load_dwordx4 s[24:27], s[0:1], 0x800"};

    private int sampleChosen(int key) throws InterruptedException {
        List<String> lines = new ArrayList<>(List.of(SAMPLE_CHOSEN));
        lines.addAll(List.of(with(SAMPLE)));
        return run(TABLE, key, lines.toArray(String[]::new));
    }

    /** A code of 128 is 0x3e5d0000, of the curve rounded to eight bits (rule A-060), and 128 / 255 without one. */
    @Rule({"A-024", "A-062"})
    @Test
    void faultsAtSmallSrgbImagesWhereTheyAreSampledAndTheDeviceCannot() throws InterruptedException {
        unsupported = Map.of(Format.R8_SRGB, FormatUse.SAMPLED_LINEAR, Format.R8_UNORM, FormatUse.BLIT_SOURCE);
        smallSrgbTable();

        assertEquals(0x3e5d0000, load(1), "a load decodes");
        assertEquals(List.of(), faults);
        assertEquals(0, sampleChosen(1));
        assertEquals(1, faults.size());
        assertTrue(faults.getFirst().contains("fault 9: sRGB decode: record 1 at 0x210000020"), faults.getFirst());
        sampleChosen(0);
        assertEquals(1, faults.size(), "of the unsigned one");
    }

    /** Two images of one texel whose code is 128, and a sampler of the nearest texel. */
    private void smallSrgbTable() {
        image(0, 9, UNORM_8, 0);
        image(1, 9, SRGB_8, 1);
        for (int i = 0; i < 2; i++) {
            memory.putInt(IMAGES + 0x1000L * i, 0x80);
            memory.putInt(TABLE + 32L * i + 4, memory.getInt(TABLE + 32L * i + 4) & 0x3fffffff);
            memory.putInt(TABLE + 32L * i + 8, 0);
        }
        memory.putInt(TABLE + 0x800, 0x92);
        memory.putInt(TABLE + 0x804, 0xfff000);
    }

    private static final String COMPARE = "image_sample_c_lz v1, [v6, v2, v3], s[16:23], s[24:27] dmask:0x1 dim:SQ_RSRC_IMG_2D";

    @Rule("A-036")
    @Test
    void refusesToCompareAColourThroughASamplerOfATable() throws InterruptedException {
        sampled(22, Float.floatToIntBits(1), Float.floatToIntBits(1), Float.floatToIntBits(1), Float.floatToIntBits(1));
        sampler(0, 1 << 12, 0);

        assertEquals(Float.floatToIntBits(1), sample(0, "0.5", COMPARE), "0.5 is less than the depth");
        assertEquals(List.of(), faults);
        sampled(56, -1, -1, -1, -1);
        sample(0, "0.5", COMPARE);
        assertTrue(String.valueOf(refused).contains("pc=0x0048") && refused.contains("a colour image of format 56 is compared through a"
                + " sampler of a table (record 0"), refused);
    }

    /** 48 bytes a record: a key of 0x5555556 wraps to byte 0x20, between two records. */
    @Rule("A-037")
    @ParameterizedTest
    @CsvSource({"true, 1", "false, 0"})
    void readsZeroWhereAnOffsetWraps(boolean expectsFaults, int expected) throws InterruptedException {
        off = expectsFaults ? Set.of() : Set.of("diag.fault.image-table");
        memory.putInt(IMAGES, 0x100);
        record(TABLE, IMAGES, 9, 20);

        String[] wide = {"v_readfirstlane_b32 s12, v5", "s_mul_i32 s12, s12, 48", "s_load_dwordx8 s[16:23], s[0:1], s12", "s_waitcnt lgkmcnt(0)",
            "image_load v1, v[2:3], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D"};

        assertEquals(0x100, run(TABLE, 0, wide));
        assertEquals(0, run(TABLE, 0x05555556, wide));
        assertEquals(expected, faults.size());
    }
}
