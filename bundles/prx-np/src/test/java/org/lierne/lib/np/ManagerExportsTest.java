package org.lierne.lib.np;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.title.LocalUser;
import org.lierne.testing.ArrayGuestMemory;

class ManagerExportsTest {
    private static final int USER = LocalUser.PLAYER.id();

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final ManagerExports np = new ManagerExports();
    private final List<Long> told = new ArrayList<>();

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    private GuestCallback callback(long address) {
        return new GuestCallback() {
            @Override
            public boolean isNull() {
                return address == 0;
            }

            @Override
            public long address() {
                return address;
            }

            @Override
            public long call(long... arguments) {
                told.add(arguments[1]);
                return 0;
            }
        };
    }

    @Test
    void isSignedOut() {
        memory.putLong(0x1008, -1);

        assertEquals(0, np.state(USER, at(0x1000, Integer.class)).code());
        assertEquals(1, memory.getInt(0x1000));
        assertEquals(0x80550006, np.accountId(USER, at(0x1008, Long.class)).code());
        assertEquals(0, memory.getLong(0x1008));
        assertEquals(0x80550006, np.identity(USER, at(0x1000, Long.class)).code());
        assertEquals(1, memory.getInt(0x1000));
        assertEquals(0, np.reachability(USER, at(0x1000, Integer.class)).code());
        assertEquals(0, memory.getInt(0x1000));
    }

    @Test
    void checksItsArguments() {
        assertEquals(0x80550003, np.state(USER, at(0, Integer.class)).code());
        assertEquals(0x80550003, np.state(9, at(0x1000, Integer.class)).code());
        assertEquals(0x80550003, np.accountId(9, at(0x1000, Long.class)).code());
        assertEquals(0x80550003, np.hasSignedUp(USER, at(0, Byte.class)).code());
        assertEquals(0x80550003, np.setTitleId(at(0, Long.class), at(0x1000, Long.class)).code());
        assertEquals(0x80550011, np.setRestriction(at(0x1000, Long.class)).code());
    }

    @Test
    void failsRequestsAtOnceOrInThePoll() {
        int synchronous = (int) np.createRequest().raw();
        memory.putLong(0x1000, 0x18);
        int asynchronous = (int) np.createAsyncRequest(at(0x1000, Long.class)).raw();

        assertEquals(0x80550006, np.check(synchronous, USER).code());
        assertEquals(0x80550015, (int) np.poll(synchronous, at(0x1100, Integer.class)).raw());
        assertEquals(1, np.poll(asynchronous, at(0x1100, Integer.class)).raw());
        assertEquals(0, np.check(asynchronous, USER).code());
        assertEquals(0, np.poll(asynchronous, at(0x1100, Integer.class)).raw());
        assertEquals(0x80550006, memory.getInt(0x1100));
        assertEquals(0x80550014, np.check(99, USER).code());
        assertEquals(0x80550014, (int) np.poll(99, at(0x1100, Integer.class)).raw());
        assertEquals(0x80550003, (int) np.poll(asynchronous, at(0, Integer.class)).raw());
        assertEquals(0, np.deleteRequest(asynchronous).code());
        assertEquals(0x80550014, np.deleteRequest(asynchronous).code());
        memory.putLong(0x1000, 0x20);
        assertEquals(0x80550011, (int) np.createAsyncRequest(at(0x1000, Long.class)).raw());
    }

    @Test
    void holdsNoMoreThan32Requests() {
        for (int i = 0; i < 32; i++) {
            assertTrue(np.createRequest().raw() > 0);
        }

        assertEquals(0x80550013, (int) np.createRequest().raw());
    }

    @Test
    void tellsEachCallbackOnce() {
        assertEquals(0x80550003, (int) np.registerCallback(callback(0), 0).raw());
        int id = (int) np.registerCallback(callback(0x100), 0).raw();
        assertEquals(0x80550008, (int) np.registerCallback(callback(0x100), 0).raw());

        np.checkCallbacks();
        np.checkCallbacks();

        assertEquals(List.of(1L), told);
        assertEquals(0, np.unregisterCallback(id).code());
        assertEquals(0x80550009, np.unregisterCallback(id).code());
    }
}
