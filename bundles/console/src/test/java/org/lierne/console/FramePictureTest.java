package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FramePictureTest {
    /** Offsets in a PNG file: the header's name, its width, and its check sum. */
    private static final int HEADER = 12;
    private static final int WIDTH = 16;
    private static final int SUM = 29;

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("picture.png");
        BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_RGB);
        image.setRGB(1, 0, 0x123456);
        ImageIO.write(image, "png", file.toFile());
    }

    private void assertRefused() {
        assertEquals("compat bisect: " + file + " is no picture that can be read; a PNG of at most 67108864 pixels is expected",
                assertThrows(Refused.class, () -> FramePicture.read("compat bisect", file)).getMessage());
    }

    @Test
    void readsAPicture() {
        assertArrayEquals(new int[] {0, 0x123456}, FramePicture.read("compat bisect", file).rgb());
    }

    @Test
    void refusesOneThatEndsBeforeItsPixels() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int bytes : new int[] {0, 8, 20, 40}) {
            Files.write(file, Arrays.copyOf(whole, bytes));
            assertRefused();
        }
    }

    @Test
    void refusesOneLargerThanAnyFrame() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        bytes.putInt(WIDTH, 100_000).putInt(WIDTH + 4, 100_000);
        CRC32 sum = new CRC32();
        sum.update(bytes.array(), HEADER, SUM - HEADER);
        bytes.putInt(SUM, (int) sum.getValue());
        Files.write(file, bytes.array());

        assertRefused();
    }
}
