package org.lierne.lib.np;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.title.LocalUser;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

class SignalingExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final SignalingExports signaling = new SignalingExports();
    private final EntitlementExports entitlements = new EntitlementExports();
    private final IntentExports intents = new IntentExports();
    private final WebApiExports web = new WebApiExports();

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    @Test
    @Rule("S-005")
    void makesContextsOnceInitialised() {
        assertEquals(0x80553301, signaling.createContext(at(0x1000, Long.class), at(0x1100, Integer.class)).code());
        assertEquals(0x80553301, signaling.connect().code());
        assertEquals(0x80553303, signaling.initialize(at(0, SignalingExports.Start.class)).code());
        assertEquals(0, signaling.initialize(at(0x1000, SignalingExports.Start.class)).code());
        assertEquals(0x80553302, signaling.initialize(at(0x1000, SignalingExports.Start.class)).code());
        assertEquals(0x80553303, signaling.createContext(at(0, Long.class), at(0x1100, Integer.class)).code());
        assertEquals(0x80553303, signaling.createContext(at(0x1000, Long.class), at(0, Integer.class)).code());

        assertEquals(0, signaling.createContext(at(0x1000, Long.class), at(0x1100, Integer.class)).code());

        assertEquals(1, memory.getInt(0x1100));
        assertEquals(0x80552D06, signaling.prepare(1, at(0x1100, Integer.class)).code());
        assertEquals(0x80552D06, signaling.connect().code());
        assertEquals(0x8055330C, signaling.connection(1, 5, at(0x1100, Integer.class), 0, 0).code());
        assertEquals(0x80553308, signaling.prepare(2, at(0x1100, Integer.class)).code());
        assertEquals(0, signaling.destroyContext(1).code());
        assertEquals(0x80553308, signaling.destroyContext(1).code());
        assertEquals(0, signaling.terminate().code());
        assertEquals(0x80553301, signaling.terminate().code());
    }

    @Test
    void hasNothingForASignedOutUser() {
        assertEquals(0x817D0007, entitlements.addOn(0, at(0x1000, Long.class), at(0x1000, Long.class)).code());
        assertEquals(0x817D0002, entitlements.addOns(0, at(0, Long.class), 0, at(0, Integer.class)).code());
        memory.putInt(0x1100, 9);
        assertEquals(0, entitlements.addOns(0, at(0, Long.class), 0, at(0x1100, Integer.class)).code());
        assertEquals(0, memory.getInt(0x1100));
        assertEquals(0x80553806, intents.receive(at(0x1000, Long.class)).code());
        assertEquals(0x80553804, intents.receive(at(0, Long.class)).code());
        assertEquals(0x80553407, (int) web.createUserContext(1, LocalUser.PLAYER.id()).raw());
        assertEquals(0x80553406, web.request(5).code());
    }
}
