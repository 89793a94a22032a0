package org.lierne.lib.audio_out;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

class ContextExportsTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final GuestThreads threads = (GuestThreads) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {GuestThreads.class}, (p, m, a) -> null);
    private final ContextExports exports = new ContextExports(threads);
    private final GuestPtr<ContextExports.ContextParameters> parameters =
            new GuestPtr<>(memory, 0x1000, ContextExports.ContextParameters.class);

    private GuestPtr<Long> place(long address) {
        return new GuestPtr<>(memory, address, Long.class);
    }

    private long context() {
        exports.reset(parameters);
        exports.memory(parameters, place(0x1100));
        assertTrue(memory.getLong(0x1100) > 0);
        assertEquals(0, exports.create(parameters, 0x5000, memory.getLong(0x1100), place(0x1108)).code());
        return memory.getLong(0x1108);
    }

    @Test
    void fillsInTheDefaultsThatAreDescribed() {
        exports.reset(parameters);
        assertEquals(8, memory.getInt(0x1000));
        assertEquals(0x40, memory.getInt(0x1004));
        assertEquals(2, memory.getInt(0x100C));
        assertEquals(0x100, memory.getInt(0x1010));
        assertEquals(1, memory.getInt(0x1014));
    }

    @Test
    void makesPortsOfAContextThatGoWithIt() {
        long context = context();
        exports.createUser(0xFF, place(0x1110));
        assertTrue(memory.getLong(0x1110) > 0);
        exports.createPort(context, new GuestPtr<>(memory, 0x1200, Integer.class), place(0x1118));
        long port = memory.getLong(0x1118);
        GuestPtr<AudioOutExports.PortState> state = new GuestPtr<>(memory, 0x1300, AudioOutExports.PortState.class);
        assertEquals(0, exports.state(port, state).code());
        assertEquals(1, state.get().output());

        exports.destroy(context);

        assertThrows(HleRefusal.class, () -> exports.state(port, state));
        assertThrows(HleRefusal.class, () -> exports.push(context, 1));
        assertEquals(0, exports.destroyUser(memory.getLong(0x1110)).code());
    }

    /** 256 samples at 48 kHz last 5,333,333 ns; derived. */
    @Test
    void aFullQueueMakesItsCallerWait() {
        AudioContext context = new AudioContext(256, 2);
        long grainNs = 256 * SECOND_NS / 48_000;
        assertEquals(0, context.push(1000));
        assertEquals(0, context.push(1000));
        assertEquals(2, context.queued(1000));
        assertEquals(grainNs, context.push(1000));
        assertEquals(3, context.queued(1000));
        assertEquals(1, context.queued(1000 + 2 * grainNs));
        assertEquals(0, context.queued(1000 + 3 * grainNs));
    }
}
