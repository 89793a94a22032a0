package org.lierne.lib.ssl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.hle.HleRefusal;

class SslExportsTest {
    private final SslExports exports = new SslExports();

    @Test
    void makesObjectsWithPositiveIdsAndConnectsNothing() {
        int context = (int) exports.initialize(0x10000).raw();
        int connection = (int) exports.createConnection(context, 3, 0).raw();

        assertTrue(context > 0 && connection > 0);
        assertEquals(0, exports.set(connection).code());
        assertThrows(HleRefusal.class, () -> exports.transfer(connection));
        assertEquals(0, exports.deleteConnection(connection).code());
        assertEquals(0, exports.terminate(context).code());
    }

    @Test
    void answersWrongIds() {
        assertEquals(0x8095F006, (int) exports.createConnection(7, 3, 0).raw());
        assertEquals(0x8095F006, exports.set(7).code());
        assertEquals(0x8095F006, exports.terminate(7).code());
        assertEquals(0x8095F006, exports.deleteConnection(7).code());
    }
}
