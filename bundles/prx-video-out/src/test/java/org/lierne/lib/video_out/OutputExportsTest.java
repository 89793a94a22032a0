package org.lierne.lib.video_out;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.testing.ArrayGuestMemory;

/** Checks in the order of the collected table, each error code once. */
final class OutputExportsTest {
    private static final long ATTRIBUTE = 0x1000;
    private static final long BUFFERS = 0x1100;
    private static final long STATUS = 0x1400;
    private static final long RGBA8 = 0x8000000022000000L;

    private final OneDisplay display = new OneDisplay();
    private final OutputExports exports = new OutputExports(display);
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);

    private static GuestValue error(VideoOutError error) {
        return GuestValue.error(error);
    }

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    private GuestPtr<Records.Attribute2> attribute() {
        GuestPtr<Records.Attribute2> attribute = at(ATTRIBUTE, Records.Attribute2.class);
        exports.setAttribute2(attribute, RGBA8, 1, 1280, 720, 0, 0, 0);
        return attribute;
    }

    private GuestPtr<Records.BufferEntry> buffers() {
        GuestPtr<Records.BufferEntry> list = at(BUFFERS, Records.BufferEntry.class);
        list.set(new Records.BufferEntry(0x10000, 0));
        list.plus(1).set(new Records.BufferEntry(0x20000, 0));
        return list;
    }

    private GuestStatus register(int handle, int set, int first, int count, int category, long option) {
        return exports.registerBuffers2(handle, set, first, buffers(), count, attribute(), category, option);
    }

    @Test
    void opensEachDisplayOnce() {
        assertEquals(error(VideoOutError.VALUE), exports.open(0xFF, 3, 0, 0));
        assertEquals(error(VideoOutError.VALUE), exports.open(0xFF, 0, 1, 0));
        assertEquals(GuestValue.of(1), exports.open(0xFF, 0, 0, 0));
        assertEquals(error(VideoOutError.BUSY), exports.open(0xFF, 0, 0, 0));
    }

    @Test
    void closesOpenDisplaysOnly() {
        assertEquals(VideoOutError.HANDLE, exports.close(1));
        exports.open(0, 0, 0, 0);
        assertEquals(GuestStatus.OK, exports.close(1));
    }

    @Test
    void fillsTheAttributeRecord() {
        attribute();

        assertEquals(1, memory.getInt(ATTRIBUTE + 0x04));
        assertEquals(1280, memory.getInt(ATTRIBUTE + 0x0C));
        assertEquals(720, memory.getInt(ATTRIBUTE + 0x10));
        assertEquals(0, memory.getInt(ATTRIBUTE + 0x14));
        assertEquals(RGBA8, memory.getLong(ATTRIBUTE + 0x20));
        exports.setAttribute2(at(0, Records.Attribute2.class), RGBA8, 1, 1280, 720, 0, 0, 0);
    }

    @Test
    void checksRegistrationsInOrder() {
        assertEquals(VideoOutError.HANDLE, register(1, 0, 0, 2, 0, 0));
        exports.open(0, 0, 0, 0);
        assertEquals(VideoOutError.ADDRESS,
                exports.registerBuffers2(1, 9, 0, at(0, Records.BufferEntry.class), 2, attribute(), 0, 0));
        assertEquals(VideoOutError.OPTION, exports.registerBuffers2(1, 9, 0, buffers(), 2,
                at(0, Records.Attribute2.class), 0, 0));
        assertEquals(VideoOutError.VALUE, register(1, 4, 0, 2, 9, 9));
        assertEquals(VideoOutError.VALUE, register(1, 0, 16, 1, 0, 0));
        assertEquals(VideoOutError.VALUE, register(1, 0, 15, 2, 0, 0));
        assertEquals(VideoOutError.VALUE, register(1, 0, 0, 0, 0, 0));
        assertEquals(VideoOutError.OPTION, register(1, 0, 0, 2, 9, 9));
        assertEquals(VideoOutError.CATEGORY, register(1, 0, 0, 2, 9, 0));
        assertEquals(GuestStatus.OK, register(1, 0, 0, 2, 0, 0));
        assertEquals(VideoOutError.INDEX, register(1, 0, 4, 2, 0, 0));
        assertEquals(VideoOutError.SLOT_OCCUPIED, register(1, 1, 1, 2, 0, 0));
        assertEquals(List.of("register 0 0 [65536, 131072] BufferLayout[format=" + RGBA8
                + ", isLinear=true, width=1280, height=720, pitch=0]"), display.log);
    }

    @Test
    void checksUnregistrations() {
        assertEquals(VideoOutError.HANDLE, exports.unregister(1, 0));
        exports.open(0, 0, 0, 0);
        assertEquals(VideoOutError.INDEX, exports.unregister(1, 4));
        assertEquals(VideoOutError.INDEX, exports.unregister(1, 0));
        register(1, 0, 0, 1, 0, 0);
        assertEquals(GuestStatus.OK, exports.unregister(1, 0));
    }

    @Test
    void checksChangesOfAttributes() {
        assertEquals(VideoOutError.HANDLE, exports.changeAttribute(1, 0, attribute(), 0));
        exports.open(0, 0, 0, 0);
        assertEquals(VideoOutError.OPTION, exports.changeAttribute(1, 9, at(0, Records.Attribute2.class), 0));
        assertEquals(VideoOutError.INDEX, exports.changeAttribute(1, 4, attribute(), 1));
        assertEquals(VideoOutError.OPTION, exports.changeAttribute(1, 0, attribute(), 1));
        assertEquals(VideoOutError.INDEX, exports.changeAttribute(1, 0, attribute(), 0));
        register(1, 0, 0, 1, 0, 0);
        assertEquals(GuestStatus.OK, exports.changeAttribute(1, 0, attribute(), 0));
    }

    @Test
    void checksFlips() {
        assertEquals(VideoOutError.HANDLE, exports.submitFlip(1, 0, 1, 5));
        exports.open(0, 0, 0, 0);
        register(1, 0, 0, 1, 0, 0);
        assertEquals(VideoOutError.VALUE, exports.submitFlip(1, 9, 0, 5));
        assertEquals(VideoOutError.VALUE, exports.submitFlip(1, 0, 5, 5));
        assertEquals(VideoOutError.INDEX, exports.submitFlip(1, -3, 1, 5));
        assertEquals(VideoOutError.INDEX, exports.submitFlip(1, 16, 1, 5));
        assertEquals(VideoOutError.INDEX, exports.submitFlip(1, 3, 1, 5));
        assertEquals(GuestStatus.OK, exports.submitFlip(1, 0, 1, 5));
        assertEquals(GuestStatus.OK, exports.submitFlip(1, -1, 1, 5));
        display.isFull = true;
        assertEquals(VideoOutError.FLIP_QUEUE_FULL, exports.submitFlip(1, 0, 1, 5));
        assertEquals("flip 0 1 5", display.log.getLast());
    }

    @Test
    void checksRatesAndPendingFlips() {
        assertEquals(VideoOutError.HANDLE, exports.setFlipRate(1, 0));
        assertEquals(error(VideoOutError.HANDLE), exports.pendingFlips(1));
        exports.open(0, 0, 0, 0);
        assertEquals(VideoOutError.VALUE, exports.setFlipRate(1, 3));
        assertEquals(GuestStatus.OK, exports.setFlipRate(1, 2));
        assertEquals(GuestValue.of(13), exports.pendingFlips(1));
    }

    @Test
    void checksTheStatusPointerBeforeTheHandle() {
        assertEquals(VideoOutError.ADDRESS, exports.flipStatus(1, at(0, Records.FlipStatus.class)));
        assertEquals(VideoOutError.HANDLE, exports.flipStatus(1, at(STATUS, Records.FlipStatus.class)));
        assertEquals(VideoOutError.ADDRESS, exports.vblankStatus(1, at(0, Records.VblankStatus.class)));
        assertEquals(VideoOutError.HANDLE, exports.vblankStatus(1, at(STATUS, Records.VblankStatus.class)));
        assertEquals(VideoOutError.ADDRESS, exports.outputStatus(1, at(0, Records.OutputStatus.class)));
        assertEquals(VideoOutError.HANDLE, exports.outputStatus(1, at(STATUS, Records.OutputStatus.class)));
    }

    @Test
    void laysOutTheFlipStatus() {
        exports.open(0, 0, 0, 0);
        exports.flipStatus(1, at(STATUS, Records.FlipStatus.class));

        assertEquals(7, memory.getLong(STATUS));
        assertEquals(8, memory.getLong(STATUS + 0x08));
        assertEquals(-10, memory.getLong(STATUS + 0x18));
        assertEquals(9, memory.getLong(STATUS + 0x28));
        assertEquals(12, memory.getInt(STATUS + 0x30));
        assertEquals(13, memory.getInt(STATUS + 0x34));
        assertEquals(1, memory.getInt(STATUS + 0x38));
        assertEquals(11, memory.getLong(STATUS + 0x40));
    }

    @Test
    void answersOutputModes() {
        GuestPtr<Records.OutputOptions> options = at(STATUS, Records.OutputOptions.class);
        assertEquals(VideoOutError.ADDRESS, exports.initializeOptions(at(0, Records.OutputOptions.class)));
        assertEquals(GuestStatus.OK, exports.initializeOptions(options));
        assertEquals(error(VideoOutError.HANDLE), exports.isSupported(1, 1, options, 0, 0));
        exports.open(0, 0, 0, 0);
        assertEquals(error(VideoOutError.VALUE), exports.isSupported(1, 1, options, 1, 0));
        assertEquals(error(VideoOutError.UNSUPPORTED_MODE), exports.isSupported(1, 99, options, 0, 0));
        assertEquals(GuestValue.of(1), exports.isSupported(1, 1, options, 0, 0));
        assertEquals(GuestValue.of(0), exports.isSupported(1, 15, options, 0, 0));
        assertEquals(VideoOutError.UNAVAILABLE_MODE, exports.configure(1, 15, options, 0, 0));
        assertEquals(GuestStatus.OK, exports.configure(1, 1, options, 0, 0));
        memory.putInt(STATUS + 8, 1);
        assertEquals(VideoOutError.OPTION, exports.configure(1, 1, options, 0, 0));
    }

    @Test
    void tellsWhereTheLabelsAre() {
        assertEquals(error(VideoOutError.ADDRESS), exports.labels(1, at(0, Long.class)));
        assertEquals(error(VideoOutError.HANDLE), exports.labels(1, at(STATUS, Long.class)));
        exports.open(0, 0, 0, 0);
        assertEquals(GuestValue.of(16), exports.labels(1, at(STATUS, Long.class)));
        assertEquals(0x5000, memory.getLong(STATUS));
    }

    @Test
    void checksGamma() {
        GuestPtr<Records.ColorSettings> settings = at(STATUS, Records.ColorSettings.class);
        assertEquals(VideoOutError.ADDRESS, exports.setGamma(at(0, Records.ColorSettings.class), 1));
        assertEquals(VideoOutError.VALUE, exports.setGamma(settings, 0.05f));
        assertEquals(VideoOutError.VALUE, exports.setGamma(settings, Float.NaN));
        assertEquals(GuestStatus.OK, exports.setGamma(settings, 1));
        assertEquals(VideoOutError.HANDLE, exports.adjustColor(1, settings));
        exports.open(0, 0, 0, 0);
        assertEquals(GuestStatus.OK, exports.adjustColor(1, settings));
    }

    @Test
    void waitsForABlank() {
        assertEquals(VideoOutError.HANDLE, exports.waitVblank(1));
        exports.open(0, 0, 0, 0);
        assertEquals(GuestStatus.OK, exports.waitVblank(1));
        assertEquals("blank", display.log.getLast());
    }
}
