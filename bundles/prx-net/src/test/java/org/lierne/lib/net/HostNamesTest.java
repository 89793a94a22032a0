package org.lierne.lib.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class HostNamesTest {
    /** The one name that every host knows. */
    @Test
    void knowsWhatTheHostKnows() {
        assertArrayEquals(new byte[] {127, 0, 0, 1}, HostNames.addressOf("localhost").orElseThrow());
    }
}
