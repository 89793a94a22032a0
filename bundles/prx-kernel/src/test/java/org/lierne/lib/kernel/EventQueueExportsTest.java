package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.event.EventQueues;
import org.lierne.testing.Rule;

class EventQueueExportsTest {
    private final Fakes fakes = new Fakes();
    private final Map<String, Object> fixed = new HashMap<>();
    private final EventQueues queues = fakes.fake(EventQueues.class, fixed);
    private final EventQueueExports exports = new EventQueueExports(fakes.answers, queues);
    private final GuestPtr<GuestEvent> events = fakes.at(0x2000, GuestEvent.class);
    private final GuestPtr<Integer> count = fakes.at(0x1000, Integer.class);
    private final GuestPtr<Integer> time = fakes.at(0x1008, Integer.class);

    @Test
    void checksANewQueue() {
        fixed.put("create", 3L);

        assertEquals(0x80020016, exports.create(fakes.variable(0), fakes.text(0x1100, "q")));
        assertEquals(0x80020016, exports.create(fakes.variable(0x1000), fakes.nullText()));
        assertEquals(0x8002003F, exports.create(fakes.variable(0x1000), fakes.text(0x1100, "x".repeat(33))));
        assertEquals(0, exports.create(fakes.variable(0x1000), fakes.text(0x1100, "x".repeat(32))));
        assertEquals(3L, fakes.memory.getLong(0x1000));
    }

    @Test
    @Rule("T6")
    void checksAWaitInOrder() {
        fixed.put("exists", false);
        assertEquals(0x80020009, exports.await(9, events, 0, count, time));
        fixed.put("exists", true);
        count.set(77);
        assertEquals(0x8002000E, exports.await(1, fakes.at(0, GuestEvent.class), 1, count, time));
        assertEquals(0x80020016, exports.await(1, events, 0, count, time));
        assertEquals(0, count.get());
        count.set(77);
        fixed.put("await", List.of());
        time.set(5000);
        assertEquals(0x8002003C, exports.await(1, events, 1, count, time));
        assertEquals(0, count.get());
        assertEquals(5000, time.get());
    }

    @Test
    void writesWholeRecords() {
        fixed.put("exists", true);
        fixed.put("await", List.of(new Event(5, EventFilter.USER, EventFlags.CLEAR, 2, 0x1234, 0xABCD)));
        fakes.memory.putLong(0x2020, -1);

        assertEquals(0, exports.await(1, events, 4, count, time));

        assertEquals(1, count.get());
        assertEquals(5, exports.eventId(events));
        assertEquals(-11, exports.eventFilter(events));
        assertEquals(0x21, fakes.memory.getShort(0x200A));
        assertEquals(2, exports.eventFilterFlags(events));
        assertEquals(0x1234, exports.eventData(events));
        assertEquals(0xABCD, exports.eventUserData(events));
        assertEquals(0, exports.eventError(events));
        assertEquals(-1, fakes.memory.getLong(0x2020));
        events.set(new GuestEvent(0, (short) -1, (short) 0x4000, 0, 22, 0));
        assertEquals(22, exports.eventError(events));
    }

    @Test
    void checksTimers() {
        var spec = fakes.at(0x1100, Timespec.class);
        fixed.put("exists", false);
        assertEquals(0x80020009, exports.addHighResolutionTimerEvent(9, 1, fakes.at(0, Timespec.class), 0));
        fixed.put("exists", true);
        assertEquals(0x8002000E, exports.addHighResolutionTimerEvent(1, 1, fakes.at(0, Timespec.class), 0));
        spec.set(new Timespec(0, 1_000_000_000));
        assertEquals(0x80020016, exports.addHighResolutionTimerEvent(1, 1, spec, 0));
        spec.set(new Timespec(-1, 0));
        assertEquals(0x80020016, exports.addHighResolutionTimerEvent(1, 1, spec, 0));
        spec.set(new Timespec(0, 1));
        assertEquals(0, exports.addHighResolutionTimerEvent(1, 1, spec, 0));
    }

    @Test
    void passesOnWhatIsUnknown() {
        fakes.answer = Errno.ENOENT;

        assertEquals(0x80020002, exports.deleteUserEvent(1, 5));
        assertEquals(0x80020002, exports.deleteTimerEvent(1, 5));
        assertEquals(0x80020002, exports.triggerUserEvent(1, 5, 0));
        fakes.answer = Errno.EBADF;
        assertEquals(0x80020009, exports.addUserEvent(1, 5));
        assertEquals(0x80020009, exports.addTimerEvent(1, 5, 10, 0));
        assertEquals(0x80020009, exports.delete(1));
    }
}
