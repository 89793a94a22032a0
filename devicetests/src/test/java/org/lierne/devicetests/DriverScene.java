package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.driver.GraphicsDriver;
import org.lierne.gpu.GpuDevices;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.Switches;
import org.lierne.testing.ArrayGuestMemory;

/**
 * Draws of a few pixels through the driver: programs as assembly text, registers by offset, the target linear, so that its pixels come
 * back through guest memory at the label behind the draw. Registers keep what one draw needs (docs: state of one draw) until a scene says
 * otherwise; each draw has a target of its own.
 */
final class DriverScene implements AutoCloseable {
    /** Pixels in a row of targets and rows. */
    static final int SIZE = 64;

    /** Where tests may put buffers of their own. */
    static final long DATA = 0x212000000L;

    private static final long PROGRAMS = 0x200000000L;
    private static final long TARGETS = 0x210000000L;
    private static final long COMMANDS = 0x215000000L;
    private static final long LABEL = 0x214000000L;
    private static final long HEAP = 0x216000000L;
    private static final int TARGET_BYTES = 0x10000;
    private static final int MAX_TARGETS = 160;
    private static final long WAIT_S = 60;

    private final GpuDevices devices;
    private final @Nullable String mode;
    private final ArrayGuestMemory memory = new ArrayGuestMemory(true).map(PROGRAMS, 0x100000).map(TARGETS, (long) TARGET_BYTES * 2 * MAX_TARGETS)
            .map(DATA, 0x100000).map(COMMANDS, 0x40000).map(LABEL, 0x10000).map(HEAP, 0x10000);
    private final Map<Integer, Integer> context = new TreeMap<>();
    private final Map<Integer, Integer> shader = new TreeMap<>();
    private final Map<Integer, Integer> user = new TreeMap<>();
    private final List<Integer> before = new ArrayList<>();
    private final List<Integer> after = new ArrayList<>();
    private @Nullable GraphicsDriver driver;
    private @Nullable OnlyTitle title;
    private final Map<List<String>, Long> programs = new HashMap<>();
    private long nextProgram = PROGRAMS;
    private int targets;
    private int fill;
    private long elsewhere;
    private long resolved;
    private int draws;

    DriverScene(GpuDevices devices) {
        this(devices, null);
    }

    /** @param mode is on, whatever it is by itself; null for none */
    DriverScene(GpuDevices devices, @Nullable String mode) {
        this.devices = devices;
        this.mode = mode;
        plain();
    }

    private static final class OneMode implements CompatProfiles {
        private final Switches switches;

        OneMode(String mode) {
            this.switches = new Switches(Map.of(mode, true));
        }

        @Override
        public Switches forTitle(String titleId) {
            return switches;
        }

        @Override
        public void set(String titleId, String pluginId, boolean on) {
            throw new UnsupportedOperationException("one mode is on");
        }
    }

    /** Puts every register back to what a plain draw needs, and forgets programs and packets. */
    DriverScene plain() {
        context.clear();
        shader.clear();
        user.clear();
        before.clear();
        after.clear();
        fill = 0;
        elsewhere = 0;
        resolved = 0;
        cx(0x31B, 0, 0x8028, 0, 0x48, 0);
        cx(0x3B0, SIZE - 1 | SIZE - 1 << 14);
        cx(0x3B8, 0x4DC00000);
        cx(0x08E, 0xF, 0xF).cx(0x202, 0x00CC0010, 0x10, 0x00080000, 0x240, 0x43F, 0).cx(0x1E0, 0x20010001).cx(0x010, 0, 0).cx(0x200, 0);
        cx(0x10F, bits(SIZE / 2f), bits(SIZE / 2f), bits(SIZE / 2f), bits(SIZE / 2f), bits(1), 0).cx(0x0B4, 0, bits(1));
        cx(0x00C, 0, SIZE << 16 | SIZE).cx(0x081, 0x80000000, SIZE << 16 | SIZE).cx(0x090, 0x80000000, SIZE << 16 | SIZE)
                .cx(0x094, 0x80000000, SIZE << 16 | SIZE);
        cx(0x292, 2, 0).cx(0x2F8, 0).cx(0x30E, -1, -1).cx(0x2D5, 0x02002000).cx(0x29B, 2);
        for (int i = 0; i < 32; i++) {
            cx(0x191 + i, i);
        }
        cx(0x1B1, 0).cx(0x1C2, 1, 4, 0, 4).cx(0x1B3, 2, 2).cx(0x1B6, 1).cx(0x1B8, 0x01000000).cx(0x291, 0x10020040);
        uc(0x242, 4).uc(0x24A, 0).uc(0x25B, 0x8040).uc(0x262, 0);
        return this;
    }

    static int bits(float value) {
        return Float.floatToRawIntBits(value);
    }

    ArrayGuestMemory memory() {
        return memory;
    }

    DriverScene cx(int offset, int... values) {
        return put(context, offset, values);
    }

    DriverScene sh(int offset, int... values) {
        return put(shader, offset, values);
    }

    DriverScene uc(int offset, int... values) {
        return put(user, offset, values);
    }

    private DriverScene put(Map<Integer, Integer> space, int offset, int... values) {
        for (int i = 0; i < values.length; i++) {
            space.put(offset + i, values[i]);
        }
        return this;
    }

    /** Dwords before the draw packet. */
    DriverScene before(int... dwords) {
        for (int word : dwords) {
            before.add(word);
        }
        return this;
    }

    /** Dwords between the draw packet and the label. */
    DriverScene after(int... dwords) {
        for (int word : dwords) {
            after.add(word);
        }
        return this;
    }

    /** What the target holds before the draw. */
    DriverScene filled(int pixel) {
        fill = pixel;
        return this;
    }

    /** The draw goes to an address of its own instead of the next target. */
    DriverScene elsewhere(long address) {
        elsewhere = address;
        return this;
    }

    /** Target 0 is the surface at an address with four samples, target 1 the one that is read back. */
    DriverScene resolving(long source) {
        resolved = source;
        return this;
    }

    /** The target holds one 32-bit number a pixel. */
    DriverScene numbers() {
        return cx(0x31C, 0x410).cx(0x1C5, 1);
    }

    // Programs.

    /** The guest address of a program. */
    long program(List<String> lines) {
        return programs.computeIfAbsent(List.copyOf(lines), this::assemble);
    }

    private long assemble(List<String> lines) {
        int[] words = new Assembler(64).assembleProgram(lines);
        long at = nextProgram;
        for (int word : words) {
            memory.putInt(nextProgram, word);
            nextProgram += 4;
        }
        memory.putInt(nextProgram, 0xBF9F0000);
        nextProgram = nextProgram + 0x100 & -0x100L;
        return at;
    }

    private DriverScene program(int address, int resources, long at, int fields, int userDwords) {
        return sh(address, (int) (at >>> 8), (int) (at >>> 40)).sh(resources, fields, userDwords << 1);
    }

    /** A vertex or evaluation program with its user data from s8 on. */
    DriverScene vertex(List<String> lines, int... userData) {
        return program(0x0C8, 0x08A, program(lines), 0x622C0007, userData.length).sh(0x08C, userData);
    }

    DriverScene hull(List<String> lines, int... userData) {
        return program(0x148, 0x10A, program(lines), 0x012C0007, userData.length).sh(0x10C, userData);
    }

    /** A pixel program with its user data from s0 on; the primitive mask comes behind. */
    DriverScene pixel(List<String> lines, int... userData) {
        return program(0x008, 0x00A, program(lines), 0x022C0007, userData.length).sh(0x00C, userData);
    }

    /** A buffer descriptor of records at an address. */
    static int[] records(long address, int stride, int count) {
        return new int[] {(int) address, (int) (address >>> 32) | stride << 16, count, stride == 0 ? 0x3104AFAC : 0x0104AFAC};
    }

    /** Puts floats at an address. */
    DriverScene floats(long address, float... values) {
        for (int i = 0; i < values.length; i++) {
            memory.putInt(address + 4L * i, bits(values[i]));
        }
        return this;
    }

    // Drawing.

    /** Draws and gives the target, row after row; it must not be refused. */
    int[] draw(int vertices) {
        String refusal = tryDraw(vertices, 1);
        assertNull(refusal);
        return target();
    }

    int[] draw(int vertices, int instances) {
        assertNull(tryDraw(vertices, instances));
        return target();
    }

    /** The target of the last draw. */
    int[] target() {
        int[] pixels = new int[SIZE * SIZE];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = memory.getInt(targetAddress(targets - 1) + 4L * i);
        }
        return pixels;
    }

    /** Address of the target of a draw. */
    private static long targetAddress(int index) {
        return TARGETS + (long) TARGET_BYTES * (index % MAX_TARGETS);
    }

    /** Draws; null when it was done, else why not. */
    @Nullable String tryDraw(int vertices, int instances) {
        long target = targetAddress(targets++);
        for (int i = 0; i < SIZE * SIZE; i++) {
            memory.putInt(target + 4L * i, fill);
        }
        long drawn = elsewhere != 0 ? elsewhere : resolved != 0 ? resolved : target;
        cx(0x318, (int) (drawn >>> 8)).cx(0x390, (int) (drawn >>> 40));
        if (resolved != 0) {
            cx(0x31D, 2 << 12 | 2 << 15).cx(0x3B8, 0x4DC6C000);
            cx(0x318 + 15, (int) (target >>> 8)).cx(0x391, (int) (target >>> 40)).cx(0x31B + 15, 0, 0x8028, 0, 0x48, 0)
                    .cx(0x3B1, SIZE - 1 | SIZE - 1 << 14).cx(0x3B9, 0x4DC00000);
        }
        List<Integer> words = new ArrayList<>();
        registers(words, 0xC0016900, context);
        registers(words, 0xC0017600, shader);
        registers(words, 0xC0017900, user);
        words.addAll(List.of(0xC0002F00, instances));
        words.addAll(before);
        if (vertices > 0) {
            words.addAll(List.of(0xC0012D00, vertices, 2));
        }
        words.addAll(after);
        int number = ++draws;
        words.addAll(List.of(0xC0064900, 0x06603514, 0x22000000, (int) LABEL, (int) (LABEL >>> 32), number, 0, 0));
        for (int i = 0; i < words.size(); i++) {
            memory.putInt(COMMANDS + 4L * i, words.get(i));
        }
        return submit(words.size(), number);
    }

    private static void registers(List<Integer> words, int header, Map<Integer, Integer> values) {
        values.forEach((offset, value) -> words.addAll(List.of(header, offset, value)));
    }

    private @Nullable String submit(int dwords, int number) {
        OnlyTitle running = title;
        GraphicsDriver used = driver;
        if (running == null || used == null) {
            running = new OnlyTitle();
            used = Wiring.driver(memory, HEAP, devices, mode == null ? null : new OneMode(mode));
            used.titleStarting(running);
            title = running;
            driver = used;
        }
        used.submit(0, COMMANDS, dwords);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (memory.getInt(LABEL) != number && running.refused == null) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("the label did not come: " + used.facts(0));
            }
            try {
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
        String refused = running.refused;
        if (refused != null) {
            close();
        }
        return refused;
    }

    @Override
    public void close() {
        if (driver != null) {
            driver.titleStopped(Objects.requireNonNull(title));
        }
        driver = null;
        title = null;
    }

    /** A title that does nothing by itself. */
    private static final class OnlyTitle implements Title {
        private volatile @Nullable String refused;
        private final TitleRequest request = new TitleRequest(Path.of("."), Optional.empty(), true, OptionalInt.empty(), Optional.empty(),
                Optional.empty(), Set.of(), Set.of(), Optional.empty(), OutputStream.nullOutputStream());

        @Override
        public String id() {
            return "TEST00002";
        }

        @Override
        public String name() {
            return "scene";
        }

        @Override
        public Path root() {
            return Path.of(".");
        }

        @Override
        public TitleRequest request() {
            return request;
        }

        @Override
        public void requestStop(String reason) {}

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
}
