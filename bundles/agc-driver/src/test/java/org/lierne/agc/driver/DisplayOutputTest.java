package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.lierne.agc.VideoOutputs.BufferLayout;

/** The flip protocol: what changes together, and when. */
final class DisplayOutputTest {
    private final DisplayOutput output = new DisplayOutput(1, 0, 0x1000);

    private DisplayOutput.Flip queue(int index, long argument, boolean isByCall) {
        return Objects.requireNonNull(output.queue(index, 1, argument, 5, isByCall));
    }

    @Test
    void changesCountArgumentAndBufferTogetherAtTheBlank() {
        output.register(0, 0, List.of(0x10000L, 0x20000L), new BufferLayout(0, true, 8, 8, 0));
        DisplayOutput.Flip flip = queue(1, 42, true);
        assertEquals(1, output.flipStatus().pending());
        assertEquals(-1, output.flipStatus().current());

        assertSame(flip, output.atBlank());
        output.shown(flip, 100, 200);

        assertEquals(1, output.flipStatus().count());
        assertEquals(42, output.flipStatus().argument());
        assertEquals(1, output.flipStatus().current());
        assertEquals(0, output.flipStatus().pending());
    }

    @Test
    void showsAPacketsFlipOnlyWhenItsWorkIsDone() {
        DisplayOutput.Flip flip = queue(0, 1, false);
        assertNull(output.atBlank());
        assertEquals(1, output.flipStatus().inQueue());

        output.ready(flip);

        assertSame(flip, output.atBlank());
        assertEquals(0, output.flipStatus().inQueue());
    }

    @Test
    void keepsTheOrderOfFlips() {
        DisplayOutput.Flip first = queue(0, 1, false);
        DisplayOutput.Flip second = queue(1, 2, true);
        assertNull(output.atBlank());

        output.ready(first);
        assertSame(first, output.atBlank());
        output.shown(first, 0, 0);
        assertSame(second, output.atBlank());
    }

    @Test
    void refusesASeventeenthPendingFlip() {
        for (int i = 0; i < 16; i++) {
            assertNotNull(output.queue(0, 1, i, 0, true));
        }
        assertNull(output.queue(0, 1, 16, 0, true));
    }

    @Test
    void skipsBlanksByTheRate() {
        output.setRate(1);
        DisplayOutput.Flip first = queue(0, 1, true);
        queue(0, 2, true);
        assertSame(first, output.atBlank());
        output.shown(first, 0, 0);

        assertNull(output.atBlank());
        assertNotNull(output.atBlank());
    }

    @Test
    void knowsWhichBuffersWait() {
        queue(3, 1, true);

        assertTrue(output.isPending(3));
        assertFalse(output.isPending(2));
    }

    @Test
    void freesTheSlotsOfASet() {
        output.register(2, 4, List.of(1L), new BufferLayout(0, true, 8, 8, 0));
        assertTrue(output.isSetUsed(2));

        output.unregister(2);

        assertFalse(output.isSetUsed(2));
        assertNull(output.slot(4));
    }
}
