package org.lierne.lib.np;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleRefusal;
import org.lierne.testing.ArrayGuestMemory;

class AuthExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final AuthExports exports = new AuthExports();
    private final GuestPtr<Integer> result = new GuestPtr<>(memory, 0x1000, Integer.class);
    private final GuestPtr<Integer> none = new GuestPtr<>(memory, 0, Integer.class);

    @Test
    void aSynchronousRequestIsToldThatNobodyIsSignedIn() {
        int request = (int) exports.create().raw();
        assertEquals(0x80550301, exports.code(request, 0, 0x1100, 0).code());
        assertEquals(0x80550006, exports.code(request, 0x1200, 0x1100, 0).code());
        assertEquals(0x80550306, exports.token(request + 1, 0x1200, 0x1100).code());
        assertEquals(0x80550307, (int) exports.poll(request, result).raw());
        assertEquals(0, exports.delete(request).code());
        assertEquals(0x80550306, exports.delete(request).code());
    }

    @Test
    void anAsynchronousOneFindsItInItsResult() {
        assertEquals(0x80550301, (int) exports.createAsynchronous(new GuestPtr<>(memory, 0, Long.class)).raw());
        int request = (int) exports.createAsynchronous(new GuestPtr<>(memory, 0x1200, Long.class)).raw();
        assertEquals(1, exports.poll(request, result).raw());
        assertThrows(HleRefusal.class, () -> exports.await(request, result));
        assertEquals(0, exports.token(request, 0x1200, 0x1100).code());
        assertEquals(0x80550301, (int) exports.poll(request, none).raw());
        assertEquals(0, exports.await(request, result).raw());
        assertEquals(0x80550006, memory.getInt(0x1000));
    }

    @Test
    void anAbortedOneTellsSo() {
        int request = (int) exports.createAsynchronous(new GuestPtr<>(memory, 0x1200, Long.class)).raw();
        assertEquals(0, exports.abort(request).code());
        assertEquals(0, exports.poll(request, result).raw());
        assertEquals(0x80550304, memory.getInt(0x1000));
    }

    @Test
    void holdsNoMoreThan32() {
        for (int i = 0; i < 32; i++) {
            exports.create();
        }
        assertEquals(0x80550305, (int) exports.create().raw());
    }
}
