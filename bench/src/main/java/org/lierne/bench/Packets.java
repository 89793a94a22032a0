package org.lierne.bench;

import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.driver.GraphicsDriver;
import org.lierne.gpu.GpuDevices;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.space.MappedAddressSpace;
import org.lierne.kernel.space.MappedGuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.recompiler.program.ShaderCompiler;
import org.lierne.recompiler.program.ShaderTranslator;

/** Packets that set one context register each, on one queue's thread, over a device that does nothing. */
final class Packets implements Suite {
    private static final int RUNS = 12;
    private static final int WARM_UP = 4;
    private static final int PACKETS = 2_000_000;
    private static final int PACKET_DWORDS = 3;
    private static final int SET_CONTEXT_REG = 0xC0016900;
    private static final int REGISTERS = 0x300;
    private static final int[] RELEASE_MEM = {0xC0064900, 0x06603514, 0x22000000, 0, 0, 0, 0, 0};

    @Override
    public String name() {
        return "packets";
    }

    @Override
    public List<Figure> run() throws InterruptedException {
        MappedAddressSpace space = GuestSpace.SPACE;
        MappedGuestMemory memory = GuestSpace.MEMORY;
        int dwords = PACKET_DWORDS * PACKETS + RELEASE_MEM.length;
        long commands = space.mapPrivate(0, MappedAddressSpace.PAGE_BYTES * (4L * dwords / MappedAddressSpace.PAGE_BYTES + 1), GuestSpace.READ_WRITE, 0, "commands");
        long label = space.mapPrivate(0, MappedAddressSpace.PAGE_BYTES, GuestSpace.READ_WRITE, 0, "label");
        for (int i = 0; i < PACKETS; i++) {
            memory.putInt(commands + 4L * PACKET_DWORDS * i, SET_CONTEXT_REG);
            memory.putInt(commands + 4L * PACKET_DWORDS * i + 4, i % REGISTERS);
            memory.putInt(commands + 4L * PACKET_DWORDS * i + 8, i);
        }
        long end = commands + 4L * PACKET_DWORDS * PACKETS;
        for (int i = 0; i < RELEASE_MEM.length; i++) {
            memory.putInt(end + 4L * i, RELEASE_MEM[i]);
        }
        memory.putLong(end + 12, label);
        GraphicsDriver driver = new GraphicsDriver(memory, space, idle(GuestHeap.class), idle(EventQueues.class), idle(GpuDevices.class),
                idle(ShaderTranslator.class), idle(ShaderCompiler.class), null, null);
        Title title = idle(Title.class);
        driver.titleStarting(title);
        double[] rates = new double[RUNS];
        for (int run = -WARM_UP; run < RUNS; run++) {
            int number = run + WARM_UP + 1;
            memory.putInt(end + 20, number);
            long begin = System.nanoTime();
            driver.submit(0, commands, dwords);
            while (memory.getInt(label) != number) {
                Thread.onSpinWait();
            }
            if (run >= 0) {
                rates[run] = 1e3 * PACKETS / (System.nanoTime() - begin);
            }
        }
        driver.titleStopped(title);
        return List.of(new Samples(rates).figure("packets.state", "Mpkt/s", ">= 10"));
    }

    /** Whatever it is asked, it answers with nothing in particular. */
    private static <T> T idle(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(Packets.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) ->
                switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    default -> nothing(method.getReturnType());
                }));
    }

    private static @Nullable Object nothing(Class<?> type) throws ReflectiveOperationException {
        if (type == boolean.class) {
            return false;
        } else if (type == int.class) {
            return 0;
        } else if (type == long.class) {
            return 0L;
        } else if (type == float.class) {
            return 0f;
        } else if (type == String.class) {
            return "";
        } else if (type == List.class) {
            return List.of();
        } else if (type == Set.class) {
            return Set.of();
        } else if (type == Map.class) {
            return Map.of();
        } else if (type == Optional.class) {
            return Optional.empty();
        } else if (type == Path.class) {
            return Path.of(".");
        } else if (type == MemorySegment.class) {
            return Arena.ofAuto().allocate(1 << 20, 8);
        } else if (type == TitleRequest.class) {
            return new TitleRequest(Path.of("."), Optional.empty(), true, OptionalInt.empty(), Optional.empty(), Optional.empty(),
                    Set.of(), Set.of(), Optional.empty(), OutputStream.nullOutputStream());
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type.isRecord()) {
            return record(type);
        }
        return type.isInterface() ? idle(type) : null;
    }

    private static Object record(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = nothing(types[i]);
        }
        return type.getDeclaredConstructor(types).newInstance(values);
    }
}
