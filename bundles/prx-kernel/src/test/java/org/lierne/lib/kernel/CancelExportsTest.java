package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.lierne.hle.HleRefusal;

class CancelExportsTest {
    private final Fakes fakes = new Fakes();
    private final CancelExports exports = new CancelExports(fakes.threads);

    @Test
    void keepsWhatAThreadSaid() {
        assertEquals(0, exports.state(1, fakes.at(0x2000, Integer.class)));
        assertEquals(0, fakes.memory.getInt(0x2000));
        assertEquals(0, exports.stateBare(0, fakes.at(0x2000, Integer.class)));
        assertEquals(1, fakes.memory.getInt(0x2000));
        assertEquals(0, exports.type(2, fakes.at(0, Integer.class)));
        assertEquals(0x80020016, exports.state(2, fakes.at(0x2000, Integer.class)));
        assertEquals(22, exports.stateBare(-1, fakes.at(0x2000, Integer.class)));
        assertEquals(0x80020016, exports.type(1, fakes.at(0x2000, Integer.class)));
    }

    @Test
    void refusesToCancel() {
        assertThrows(HleRefusal.class, () -> exports.cancel(Fakes.THREAD));
    }
}
