package org.lierne.lib.mouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MouseExportsTest {
    private final MouseExports exports = new MouseExports();

    @Test
    void opensTwoOfOneType() {
        assertEquals(1, exports.open(1, 0, 0, 0).raw());
        assertEquals(2, exports.open(1, 0, 1, 0).raw());
        assertEquals(0x80DF0001, (int) exports.open(1, 0, 2, 0).raw());
        assertEquals(0x80DF0001, (int) exports.open(1, 1, 0, 0).raw());
    }

    @Test
    void knowsItsHandles() {
        exports.open(1, 0, 0, 0);

        assertEquals(0, exports.read(1, 0, 8).raw());
        assertEquals(0x80DF0003, (int) exports.read(2, 0, 8).raw());
        assertEquals(0, exports.close(1).code());
        assertEquals(0x80DF0003, exports.close(1).code());
    }
}
