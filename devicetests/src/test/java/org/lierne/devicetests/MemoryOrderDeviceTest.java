package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Memory that draws, dispatches and packets of one submission read and write in turn. Derived: what stands behind a flush or an acquire sees
 * what came before, and what came before does not see what stands behind.
 */
@Tag("gpu")
final class MemoryOrderDeviceTest extends CollectedFrame {
    private static final String ACQUIRE = "C0065800 00000000 FFFFFFFF 000000FF 00000000 00000000 0000000A 00000000 ";
    /** The event of the packet is PS_PARTIAL_FLUSH. */
    private static final String FLUSH = "C0004600 00000410 ";
    private static final String DRAW_AGAIN = "C0042700 00000006 12000000 00000002 00000006 00000000 ";
    /** Stores 0x1000 + i to the word i of the texture, for i below 100. */
    private static final String STORE_TO_TEXTURE = "C0027600 0000020C 02000100 00000000 C0027600 00000212 602C0000 0000008C "
            + "C0037600 00000207 00000040 00000001 00000001 C0067600 00000240 13000000 00040002 00000064 01014FAC 00001000 00000064 "
            + "C0031500 00000002 00000001 00000001 00008041 ";

    /** The last pixel row of the quad shows the texture's first row alone. */
    @Test
    void samplesWhatADispatchStoredBetweenTwoDraws() throws IOException, InterruptedException {
        load(true);
        insert(ACQUIRE + STORE_TO_TEXTURE + ACQUIRE + DRAW_AGAIN, 0);

        BufferedImage picture = draw();

        for (int x : new int[] {200, 300, 400}) {
            assertEquals(red(x), channel(picture, x, 647, 16), 1.5, "red at " + x);
            assertEquals(0x10, channel(picture, x, 647, 8), 1.5, "green at " + x);
            assertEquals(0, channel(picture, x, 647, 0), 1, "blue at " + x);
        }
        assertColor(picture, 640, 360);
    }

    /** The words are the positions and coordinates of all corners. */
    @Test
    void drawsFromVerticesThatAPacketWritesOverAfterwards() throws IOException, InterruptedException {
        load(true);
        insert(FLUSH + "C0163700 00000500 12010000 00000002 " + "00000000 ".repeat(20), 0);

        BufferedImage picture = draw();

        assertColor(picture, 640, 360);
        assertColor(picture, 200, 150);
        assertEquals(0, memory.getInt(VERTICES));
    }

    /** The indices have eight bits, so that the driver itself reads them. */
    @Test
    void readsIndicesThatADispatchStoredBeforeTheDraw() throws IOException, InterruptedException {
        load(true);
        String toIndices = STORE_TO_TEXTURE.replace("13000000 00040002 00000064", "12000000 00040002 00000002").replace("00001000", "02020100");
        memory.putInt(INDICES, 0);
        drawWith(toIndices + ACQUIRE + "C0017A00 20000243 00000402 C0042700 00000006 12000000 00000002 00000006 00000000", 0);

        BufferedImage picture = draw();

        assertColor(picture, 200, 600);
    }
}
