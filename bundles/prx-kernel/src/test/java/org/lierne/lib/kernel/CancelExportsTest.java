package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CancelExportsTest {
    private final Fakes fakes = new Fakes();
    private final CancelExports exports = new CancelExports(fakes.answers, fakes.threads);

    @Test
    void tellsWhatAThreadSaidBefore() {
        fakes.answer = true;
        assertEquals(0, exports.state(1, fakes.at(0x2000, Integer.class)));
        assertEquals(0, fakes.memory.getInt(0x2000));
        fakes.answer = false;
        assertEquals(0, exports.stateBare(0, fakes.at(0x2000, Integer.class)));
        assertEquals(1, fakes.memory.getInt(0x2000));
        assertEquals(0, exports.type(2, fakes.at(0, Integer.class)));
        assertEquals(0, exports.typeBare(0, fakes.at(0x2000, Integer.class)));
        assertEquals(2, fakes.memory.getInt(0x2000));
        assertEquals(0x80020016, exports.state(2, fakes.at(0x2000, Integer.class)));
        assertEquals(22, exports.stateBare(-1, fakes.at(0x2000, Integer.class)));
        assertEquals(0x80020016, exports.type(1, fakes.at(0x2000, Integer.class)));
    }

    @Test
    void cancelsNobody() {
        assertEquals(0x80020003, exports.cancel(0x1234));
        assertEquals(3, exports.cancelBare(0x1234));
    }
}
