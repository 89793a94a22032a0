package org.lierne.lib.pad;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.host.ControllerButton;
import org.lierne.host.ControllerSource;
import org.lierne.host.ControllerState;
import org.lierne.kernel.title.LocalUser;
import org.lierne.testing.ArrayGuestMemory;

class PadExportsTest {
    private static final int USER = LocalUser.PLAYER.id();

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final PadExports pad = new PadExports();
    private final GuestPtr<PadSample> sample = new GuestPtr<>(memory, 0x1000, PadSample.class);
    private final GuestPtr<PadSample> nullSample = new GuestPtr<>(memory, 0, PadSample.class);
    private final GuestPtr<Integer> none = new GuestPtr<>(memory, 0, Integer.class);

    private static ControllerSource source(ControllerState state) {
        return new ControllerSource() {
            @Override
            public String name() {
                return "script";
            }

            @Override
            public boolean isConnected() {
                return true;
            }

            @Override
            public ControllerState state() {
                return state;
            }
        };
    }

    @Test
    void opensOnceAfterItsInitialisation() {
        assertEquals(0x80920005, (int) pad.open(USER, 0, 0, none).raw());
        pad.initialize();
        assertEquals(0x80920008, (int) pad.handle(USER, 0, 0).raw());
        assertEquals(0x80920001, (int) pad.open(USER, 1, 0, none).raw());
        assertEquals(0x80920001, (int) pad.open(USER, 0, 1, none).raw());
        assertEquals(0x80920001, (int) pad.open(USER, 16, 0, none).raw());
        assertEquals(0x80920007, (int) pad.open(42, 0, 0, none).raw());

        long handle = pad.open(USER, 0, 0, none).raw();

        assertTrue(handle > 0);
        assertEquals(handle, pad.handle(USER, 0, 0).raw());
        assertEquals(0x80920004, (int) pad.open(USER, 0, 0, none).raw());
        assertEquals(0, pad.close((int) handle).code());
        assertEquals(0x80920003, pad.close((int) handle).code());
    }

    @Test
    void readsTheFirstConnectedController() {
        pad.addSource(source(new ControllerState(Set.of(ControllerButton.SOUTH, ControllerButton.UP), -1, 0, 1, 0.5f, 0, 1)));
        pad.initialize();
        int handle = (int) pad.open(USER, 0, 0, none).raw();

        assertEquals(0, pad.readState(handle, sample).code());

        assertEquals(0x4010, memory.getInt(0x1000));
        assertEquals(0x00, memory.getByte(0x1004) & 0xFF);
        assertEquals(0x80, memory.getByte(0x1005) & 0xFF);
        assertEquals(0xFF, memory.getByte(0x1006) & 0xFF);
        assertEquals(0xFF, memory.getByte(0x1009) & 0xFF);
        assertEquals(1.0f, memory.getFloat(0x1018));
        assertEquals(1, memory.getByte(0x104C));
        assertEquals(0, memory.getLong(0x1078));
    }

    @Test
    void checksHandleBeforePointer() {
        pad.initialize();

        assertEquals(0x80920003, pad.readState(1, nullSample).code());
        int handle = (int) pad.open(USER, 0, 0, none).raw();
        assertEquals(0x80920001, pad.readState(handle, nullSample).code());
        assertEquals(0x80920001, (int) pad.read(handle, sample, 0).raw());
        assertEquals(0x80920001, (int) pad.read(handle, sample, 65).raw());
        assertEquals(1, pad.read(handle, sample, 64).raw());
        assertEquals(0x80920001, pad.setFeedback(handle, none).code());
        assertEquals(0x80920001, pad.setVibrationMode(handle, 3).code());
    }

    /** The layout is documented; the dead zones of 2 are assumed (the ledger's lib.pad.dead-zones). */
    @Test
    void describesAStandardController() {
        var information = new GuestPtr<>(memory, 0x1000, PadExports.ControllerInfo.class);
        pad.initialize();
        int handle = (int) pad.open(USER, 0, 0, none).raw();

        assertEquals(0, pad.information(handle, information).code());

        assertEquals(44.86f, Float.intBitsToFloat(memory.getInt(0x1000)));
        assertEquals(1920 | 1080 << 16, memory.getInt(0x1004));
        assertEquals(0x0100_0202, memory.getInt(0x1008));
        assertEquals(1, memory.getInt(0x100C) & 0xFF);
        assertEquals(0, memory.getInt(0x1010));
    }
}
