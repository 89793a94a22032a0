package org.lierne.lib.user_service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.title.LocalUser;
import org.lierne.testing.ArrayGuestMemory;

class UserExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final UserExports users = new UserExports();
    private final GuestPtr<Integer> out = new GuestPtr<>(memory, 0x1000, Integer.class);
    private final GuestPtr<Integer> none = new GuestPtr<>(memory, 0, Integer.class);

    private GuestBytes buffer(long address, long size) {
        return new GuestBytes(memory, address, size);
    }

    @Test
    void answersOnlyOnceInitialised() {
        assertEquals(0x80960002, users.initialUser(out).code());
        assertEquals(0, users.initialize(none).code());
        assertEquals(0x80960003, users.initialize(none).code());
        assertEquals(0x80960005, users.initialUser(none).code());
        assertEquals(0, users.initialUser(out).code());
        assertTrue(out.get() > 0);
        assertEquals(0, users.terminate().code());
        assertEquals(0x80960002, users.terminate().code());
    }

    @Test
    void namesTheUser() {
        users.initialize(none);

        assertEquals(0x80960005, users.name(LocalUser.PLAYER.id(), buffer(0, 17), 17).code());
        assertEquals(0x80960009, users.name(5, buffer(0x1000, 17), 17).code());
        assertEquals(0x8096000A, users.name(LocalUser.PLAYER.id(), buffer(0x1000, 6), 6).code());
        assertEquals(0, users.name(LocalUser.PLAYER.id(), buffer(0x1000, 7), 7).code());
        assertEquals("Player", memory.getString(0x1000, 17));
    }

    @Test
    void tellsTheLoginOnce() {
        var event = new GuestPtr<>(memory, 0x1100, UserExports.UserEvent.class);
        users.initialize(none);

        assertEquals(0, users.event(event).code());
        assertEquals(LocalUser.PLAYER.id(), event.get().user());
        assertEquals(0x80960007, users.event(event).code());
    }

    @Test
    void listsOneUserAndKeepsToTheRecord() {
        users.initialize(none);
        memory.putInt(0x1110, 0x55);

        users.users(new GuestPtr<>(memory, 0x1100, UserExports.UserList.class));

        assertEquals(-1, memory.getInt(0x1104));
        assertEquals(-1, memory.getInt(0x110C));
        assertEquals(0x55, memory.getInt(0x1110));
        assertEquals(0, users.presets(5, new GuestPtr<>(memory, 0, Presets.class)).code());
    }

    /** Assumed: the ledger's lib.user-service.age-level. */
    @Test
    void callsTheUserAnAdult() {
        users.initialize(none);

        assertEquals(0, users.ageLevel(LocalUser.PLAYER.id(), out).code());
        assertEquals(18, out.get());
    }
}
