package org.lierne.lib.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.hle.HleRefusal;

class HttpExportsTest {
    private final HttpExports exports = new HttpExports();

    @Test
    void makesObjectsWithPositiveIdsAndSendsNothing() {
        int context = (int) exports.initialize(1, 2, 0x10000).raw();
        int template = (int) exports.createTemplate(context).raw();
        int connection = (int) exports.createConnection(template).raw();
        int request = (int) exports.createRequest(connection).raw();

        assertTrue(context > 0 && template > 0 && connection > 0 && request > 0);
        assertEquals(0, exports.set(request).code());
        assertEquals(0x80431063, exports.send(request).code());
        assertEquals(0, exports.deleteRequest(request).code());
        assertEquals(0, exports.deleteConnection(connection).code());
        assertEquals(0, exports.deleteTemplate(template).code());
        assertEquals(0, exports.terminate(context).code());
    }

    @Test
    void refusesWhatIsNotDescribed() {
        int context = (int) exports.initialize(1, 2, 0x10000).raw();

        assertThrows(HleRefusal.class, () -> exports.createRequest(context));
        assertThrows(HleRefusal.class, () -> exports.deleteTemplate(99));
        assertThrows(HleRefusal.class, () -> exports.set(99));
        assertThrows(HleRefusal.class, () -> exports.answer(1));
    }
}
