package org.lierne.lib.audio_out;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PortTest {
    /** 256 samples at 48 kHz last 5 333 333 ns (derived). */
    private static final long BLOCK_NS = 5_333_333;

    private final Port port = new Port(0, 256, 2);

    @Test
    void makesTheCallerWaitForTheBlockBefore() {
        assertEquals(0, port.take(1000));
        assertEquals(BLOCK_NS, port.take(1000));
        assertEquals(BLOCK_NS - 500, port.take(1500 + BLOCK_NS));
        assertEquals(2 * BLOCK_NS - 500, port.leftNs(1500 + BLOCK_NS));
    }

    @Test
    void startsAnewAfterAPause() {
        port.take(0);

        assertEquals(0, port.take(10 * BLOCK_NS));
        assertEquals(BLOCK_NS, port.leftNs(10 * BLOCK_NS));
        assertEquals(0, port.leftNs(20 * BLOCK_NS));
    }
}
