package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

/** The PNG writer, read back by hand. */
final class PictureTest {
    @Test
    void writesRowsWithoutFilter() throws IOException {
        byte[] png = new Picture(2, 1, new byte[] {1, 2, 3, 4, 5, 6}).png();

        DataInputStream in = new DataInputStream(new ByteArrayInputStream(png));
        in.skipBytes(8);
        assertEquals(13, in.readInt());
        assertEquals(0x49484452, in.readInt());
        assertEquals(2, in.readInt());
        assertEquals(1, in.readInt());
        in.skipBytes(9);
        int length = in.readInt();
        assertEquals(0x49444154, in.readInt());
        byte[] row = new InflaterInputStream(new ByteArrayInputStream(in.readNBytes(length))).readAllBytes();
        assertArrayEquals(new byte[] {0, 1, 2, 3, 4, 5, 6}, row);
    }
}
