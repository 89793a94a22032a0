package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuLimits;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.HostRange;
import org.lierne.testing.ArrayGuestMemory;

/** Imports of guest memory and when they are made anew. */
final class HostMemoryTest {
    private static final long ADDRESS = 0x1000000000L;
    private static final int BYTES = 0x10000;

    private final List<String> log = new ArrayList<>();
    private long unmappings;

    private final GuestMemory guest = proxy(GuestMemory.class, (self, method, arguments) -> switch (method.getName()) {
        case "importable" -> Optional.of(new HostRange(ADDRESS, ADDRESS, BYTES));
        case "unmappings" -> unmappings;
        default -> throw new AssertionError(method);
    });

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** A record of zeros, empty texts and nothing else, but for the features of a device that imports. */
    private static <T extends Record> T zeroed(Class<T> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = types[i] == int.class ? (Object) 0 : types[i] == long.class ? (Object) (long) BYTES
                    : types[i] == float.class ? (Object) 0f : types[i] == String.class ? ""
                    : types[i] == Set.class ? Set.of(GpuFeature.EXTERNAL_MEMORY_HOST)
                    : types[i] == GpuLimits.class ? zeroed(GpuLimits.class) : null;
        }
        Constructor<T> constructor = type.getDeclaredConstructor(types);
        return constructor.newInstance(values);
    }

    private GpuDevice device() throws ReflectiveOperationException {
        GpuFacts facts = zeroed(GpuFacts.class);
        return proxy(GpuDevice.class, (self, method, arguments) -> switch (method.getName()) {
            case "facts" -> facts;
            case "importHost" -> buffer((long) arguments[0]);
            default -> throw new AssertionError(method);
        });
    }

    private GpuBuffer buffer(long address) {
        log.add("import 0x%x".formatted(address));
        return proxy(GpuBuffer.class, (self, method, arguments) -> switch (method.getName()) {
            case "sizeBytes" -> (long) BYTES;
            case "close" -> log.add("close");
            default -> throw new AssertionError(method);
        });
    }

    @Test
    void importsARangeOnce() throws ReflectiveOperationException {
        HostMemory memory = new HostMemory(device(), guest, RangeUse.NONE, new RangesInUse(ticket -> true), new FramePhases(System::nanoTime));

        HostMemory.Slice first = memory.slice(ADDRESS + 0x100, 16, false);
        HostMemory.Slice second = memory.slice(ADDRESS + 0x200, 16, true);

        assertSame(first.buffer(), second.buffer());
        assertEquals(List.of("import 0x1000000000"), log);
    }

    @Test
    void bindsTheSameRangeAgainWithoutTakingAnything() throws ReflectiveOperationException {
        HostMemory memory = new HostMemory(device(), new ArrayGuestMemory(true).map(ADDRESS, BYTES), RangeUse.NONE, new RangesInUse(ticket -> true), new FramePhases(System::nanoTime));
        HostMemory.Slice first = memory.slice(ADDRESS + 0x100, 16, false);

        assertSame(first, memory.slice(ADDRESS + 0x100, 16, true));
        assertNotSame(first, memory.slice(ADDRESS + 0x100, 32, false));
        assertEquals(0, HitPathsTest.allocated(() -> memory.slice(ADDRESS + 0x100, 16, false)));
    }

    @Test
    void importsAgainAfterTheGuestHasUnmappedAnything() throws ReflectiveOperationException {
        HostMemory memory = new HostMemory(device(), guest, RangeUse.NONE, new RangesInUse(ticket -> true), new FramePhases(System::nanoTime));
        HostMemory.Slice before = memory.slice(ADDRESS, 16, false);
        unmappings++;

        HostMemory.Slice after = memory.slice(ADDRESS, 16, false);

        assertNotSame(before.buffer(), after.buffer());
        assertEquals(List.of("import 0x1000000000", "close", "import 0x1000000000"), log);
    }

    @Test
    void tellsWhatIsBound() throws ReflectiveOperationException {
        List<String> uses = new ArrayList<>();
        HostMemory memory = new HostMemory(device(), guest, (address, bytes, isWritten) -> uses.add(
                "0x%x %d %b".formatted(address, bytes, isWritten)), new RangesInUse(ticket -> true), new FramePhases(System::nanoTime));

        memory.slice(ADDRESS + 0x100, 18, true);

        assertEquals(List.of("0x1000000100 20 true"), uses);
    }
}
