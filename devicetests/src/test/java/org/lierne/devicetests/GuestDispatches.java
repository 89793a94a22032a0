package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.descriptor.GuestFormat;
import org.lierne.agc.descriptor.ImageDescriptor;
import org.lierne.agc.descriptor.ImageType;
import org.lierne.agc.driver.GraphicsDriver;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.ImageKind;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.recompiler.core.interpreter.InterpretedCompute;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.program.ComputeInterpreter;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.testing.ArrayGuestMemory;

/**
 * Dispatches over guest memory as a title makes them: programs, descriptors and packets in memory, submitted to the driver. The same
 * dispatches run on the interpreter over a memory of the same content.
 *
 * <p>A program begins with user data in s[0:13], by convention T#, S# and a pointer, its workgroup's number in s14 and its thread's number
 * in v0.
 */
final class GuestDispatches {
    /** Where programs lie. */
    private static final long CODE = 0x200000000L;
    private static final long COMMANDS = 0x201000000L;
    private static final long LABEL = 0x202000000L;
    /** Memory for tests: 16 MiB. */
    static final long DATA = 0x210000000L;
    private static final int DATA_BYTES = 0x1000000;
    private static final int USER_DATA = 14;
    private static final int DENORMALS_KEPT = 0xf0;
    private static final int DONE = 9;
    /** Bytes that COMPUTE_PGM_RSRC2.LDS_SIZE counts. Documented: RDNA 2 register reference. */
    private static final int LDS_GRANULE = 512;
    private static final long POLL_NS = 100_000;

    /** A workgroup is one of {@code threads} threads. */
    private record Dispatch(int[] words, long address, int waveSize, int threads, int groups, int ldsBytes, int[] userData) {}

    private final ArrayGuestMemory memory = new ArrayGuestMemory(true).map(CODE, 0x400000).map(COMMANDS, 0x400000).map(LABEL, 0x10000)
            .map(DATA, DATA_BYTES);
    private final List<Dispatch> dispatches = new ArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private long code = CODE;
    private int ldsBytes = LDS_GRANULE;

    /** The guest's memory; {@link #DATA} and what follows is the test's. */
    ArrayGuestMemory memory() {
        return memory;
    }

    /** What is added from now on has this much LDS. */
    GuestDispatches withLds(int bytes) {
        ldsBytes = bytes;
        return this;
    }

    /** Adds a dispatch of {@code groups} workgroups; {@code user} are up to 14 words. */
    GuestDispatches add(int waveSize, int threads, int groups, int[] user, List<String> lines) {
        List<String> all = new ArrayList<>(lines);
        all.add("s_endpgm");
        int[] words = new Assembler(waveSize).assembleProgram(all);
        for (int i = 0; i < words.length; i++) {
            memory.putInt(code + 4L * i, words[i]);
        }
        dispatches.add(new Dispatch(words, code, waveSize, threads, groups, ldsBytes, java.util.Arrays.copyOf(user, USER_DATA)));
        code += 4L * words.length + 0xff & ~0xffL;
        return this;
    }

    /** Runs what was added on the first device, in order; the modes in {@code off} are switched off. @return the refusal, or null */
    @Nullable String onDevice(GpuDevices devices, Set<String> off) {
        return onDevice(devices, Set.of(), off);
    }

    /** The same with modes and options switched on. */
    @Nullable String onDevice(GpuDevices devices, Set<String> on, Set<String> off) {
        RefusedTitle title = new RefusedTitle(on, off);
        GraphicsDriver driver = driver(devices);
        driver.titleStarting(title.proxy());
        memory.putInt(LABEL, 0);
        try {
            driver.submit(0x20, COMMANDS, packets());
            long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
            while (memory.getInt(LABEL) != DONE && title.refusal() == null && System.nanoTime() < until) {
                LockSupport.parkNanos(POLL_NS);
            }
        } finally {
            driver.titleStopped(title.proxy());
        }
        if (title.refusal() == null) {
            assertEquals(DONE, memory.getInt(LABEL), "the dispatches did not end within a minute");
        }
        return title.refusal();
    }

    /** Runs what was added on the first device; nothing may be refused. */
    void onDevice(GpuDevices devices) {
        assertNull(onDevice(devices, Set.of()));
    }

    /** Runs what was added on the interpreter. */
    void onInterpreter() {
        for (Dispatch each : dispatches) {
            List<InitialRegister> registers = new ArrayList<>();
            for (int i = 0; i < USER_DATA; i++) {
                registers.add(InitialRegister.userData(i, i));
            }
            registers.add(InitialRegister.sgpr(USER_DATA, StageInput.WORKGROUP_ID_X));
            registers.add(InitialRegister.vgpr(0, StageInput.LOCAL_INVOCATION_X));
            StageState state = new StageState(new FloatMode(DENORMALS_KEPT, false, false, false), registers, each.ldsBytes(), 0,
                    new StageState.Compute(each.threads(), 1, 1));
            ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, each.waveSize(), each.words(), 0, each.address(), state);
            new InterpretedCompute().dispatch(program, each.userData(), each.groups(), 1, 1, new Bytes(memory));
        }
    }

    private int packets() {
        List<String> all = new ArrayList<>();
        for (Dispatch each : dispatches) {
            all.add("C0027600 0000020C %08X %08X".formatted((int) (each.address() >>> 8), (int) (each.address() >>> 40)));
            all.add("C0027600 00000212 %08X %08X".formatted(0x60000000 | DENORMALS_KEPT << 12, each.ldsBytes() / LDS_GRANULE << 15 | 1 << 7 | USER_DATA << 1));
            all.add("C0037600 00000207 %08X 00000001 00000001".formatted(each.threads()));
            StringBuilder user = new StringBuilder("C0%02X7600 00000240".formatted(USER_DATA));
            for (int word : each.userData()) {
                user.append(" %08X".formatted(word));
            }
            all.add(user.toString());
            all.add("C0031500 %08X 00000001 00000001 %08X".formatted(each.groups(), each.waveSize() == 32 ? 0x8041 : 0x41));
            // CS_PARTIAL_FLUSH: the next dispatch finds what this one left.
            all.add("C0004600 00000407");
        }
        all.add("C0064900 06603514 22000000 %08X %08X %08X 00000000 00000000".formatted((int) LABEL, (int) (LABEL >>> 32), DONE));
        return memory.putWords(COMMANDS, String.join(" ", all));
    }

    private GraphicsDriver driver(GpuDevices devices) {
        ClassLoader loader = Objects.requireNonNull(GuestDispatches.class.getClassLoader());
        EventQueues events = (EventQueues) Proxy.newProxyInstance(loader, new Class<?>[] {EventQueues.class},
                (proxy, method, arguments) -> method.getReturnType() == int.class ? 0 : null);
        AddressSpace space = (AddressSpace) Proxy.newProxyInstance(loader, new Class<?>[] {AddressSpace.class},
                (proxy, method, arguments) -> Optional.empty());
        GuestHeap heap = (GuestHeap) Proxy.newProxyInstance(loader, new Class<?>[] {GuestHeap.class},
                (proxy, method, arguments) -> null);
        CompatUse use = new CompatUse() {
            @Override
            public void acted(String pluginId, Supplier<String> place) {
                if (pluginId.startsWith("diag.fault.")) {
                    faults.add(place.get());
                }
            }

            @Override
            public Map<String, Use> uses() {
                return Map.of();
            }
        };
        return new GraphicsDriver(memory, space, heap, events, devices, Wiring.translator(), Wiring.compiler(), null, use);
    }

    /** What programs faulted at, in the words of the driver's line. */
    List<String> faults() {
        return faults;
    }

    /** Guest memory for the interpreter. */
    private record Bytes(ArrayGuestMemory memory) implements ComputeInterpreter.Memory {
        @Override
        public long texel(DescriptorWords image, int x, int y, int slice, int level) {
            int[] words = new int[image.count()];
            for (int i = 0; i < words.length; i++) {
                words[i] = image.word(i);
            }
            ImageDescriptor d = ImageDescriptor.of(words, 0);
            GuestFormat format = Objects.requireNonNull(GuestFormat.of(d.format()));
            boolean isDeep = d.type() == ImageType.D3;
            SurfaceLayout layout = SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(d.mode()), isDeep ? ImageKind.D3 : ImageKind.D2,
                    format.elementBytes(), d.width(), d.height(), isDeep ? d.depth() : d.slices(), format.blockSize(), d.levels(), 1));
            return layout == null ? -1 : d.base() + layout.offset(level, x, y, slice, 0);
        }

        @Override
        public long read(long address, int bytes) {
            if (!memory.isMapped(address, bytes, Access.READ)) {
                return 0;
            }
            return switch (bytes) {
                case 1 -> memory.getByte(address) & 0xffL;
                case 2 -> memory.getShort(address) & 0xffffL;
                case 4 -> memory.getInt(address) & 0xffffffffL;
                default -> memory.getLong(address);
            };
        }

        @Override
        public void write(long address, int bytes, long value) {
            if (memory.isMapped(address, bytes, Access.WRITE)) {
                switch (bytes) {
                    case 1 -> memory.putByte(address, (byte) value);
                    case 2 -> memory.putShort(address, (short) value);
                    case 4 -> memory.putInt(address, (int) value);
                    default -> memory.putLong(address, value);
                }
            }
        }
    }
}
