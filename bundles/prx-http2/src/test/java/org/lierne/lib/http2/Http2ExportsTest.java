package org.lierne.lib.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleRefusal;
import org.lierne.testing.ArrayGuestMemory;

class Http2ExportsTest {
    private final Http2Exports exports = new Http2Exports();

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x100);
    private final GuestString text = new GuestString(memory, 0x1000);
    private final GuestString none = new GuestString(memory, 0);

    @Test
    void makesObjectsWithPositiveIdsAndSendsNothing() {
        int context = (int) exports.initialize(1, 2, 0x10000, 4).raw();
        int template = (int) exports.createTemplate(context).raw();
        int request = (int) exports.createRequest(template, text, text, 0).raw();

        assertTrue(context > 0 && template > 0 && request > 0);
        assertEquals(0, exports.set(request).code());
        assertEquals(0x817B1065, exports.send(request).code());
        assertEquals(0, exports.deleteRequest(request).code());
        assertEquals(0, exports.deleteTemplate(template).code());
        assertEquals(0, exports.terminate(context).code());
    }

    @Test
    void answersWrongIdsAndNull() {
        int context = (int) exports.initialize(1, 2, 0x10000, 4).raw();
        int template = (int) exports.createTemplate(context).raw();

        assertEquals(0x817B1100, (int) exports.createTemplate(template).raw());
        assertEquals(0x817B1100, exports.send(template).code());
        assertEquals(0x817B1100, exports.set(99).code());
        assertEquals(0x817B1100, exports.deleteRequest(99).code());
        assertEquals(0x817B1225, (int) exports.createRequest(template, none, text, 0).raw());
        assertThrows(HleRefusal.class, () -> exports.answer(1));
    }
}
