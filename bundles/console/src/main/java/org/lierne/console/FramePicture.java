package org.lierne.console;

import java.awt.image.BufferedImage;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A picture of a frame.
 *
 * @param rgb red, green and blue of each pixel in the low 24 bits, rows from the top
 */
record FramePicture(int width, int height, int[] rgb) {
    private static final Logger LOG = LoggerFactory.getLogger(FramePicture.class);
    private static final int WHITE = 0xffffff;
    /** Eight times those of a frame of 3840 by 2160. */
    private static final int MOST = 1 << 26;
    /** Of a PNG file (ISO/IEC 15948): its first eight bytes, the bytes until its size is told, and where. */
    private static final long SIGNATURE = 0x89504e470d0a1a0aL;
    private static final int HEADER = 24;
    private static final int WIDTH = 16;
    private static final int HEIGHT = 20;

    /** @throws Refused if the file holds no picture */
    static FramePicture read(String verb, Path file) {
        if (!Files.isRegularFile(file)) {
            throw new Refused(verb + ": " + file + (Files.exists(file) ? " is no file" : ": no such file"));
        }
        BufferedImage image = image(file);
        if (image == null) {
            throw new Refused(verb + ": " + file + " is no picture that can be read; a PNG of at most " + MOST + " pixels is expected");
        }
        int[] rgb = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        return new FramePicture(image.getWidth(), image.getHeight(), Arrays.stream(rgb).map(p -> p & WHITE).toArray());
    }

    /** Null where there is none, or a damaged one, or one that says it is larger than any frame. */
    private static @Nullable BufferedImage image(Path file) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            in.mark(HEADER);
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(HEADER));
            in.reset();
            if (header.remaining() < HEADER || header.getLong(0) != SIGNATURE) {
                return null;
            }
            long pixels = Integer.toUnsignedLong(header.getInt(WIDTH)) * Integer.toUnsignedLong(header.getInt(HEIGHT));
            return Long.compareUnsigned(pixels, MOST) > 0 ? null : ImageIO.read(in);
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} cannot be read", file, e);
            return null;
        }
    }

    boolean isSame(FramePicture other) {
        return width == other.width && height == other.height && Arrays.equals(rgb, other.rgb);
    }

    /** Pixels that differ; all of them where the sizes do. */
    int differing(FramePicture other) {
        if (width != other.width || height != other.height) {
            return Math.max(rgb.length, other.rgb.length);
        }
        int count = 0;
        for (int i = 0; i < rgb.length; i++) {
            count += rgb[i] == other.rgb[i] ? 0 : 1;
        }
        return count;
    }

    /** Writes a picture of the absolute differences, brightest at the largest one; black where both are the same. */
    void writeDifference(FramePicture other, Path file) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int most = 1;
        for (int i = 0; i < rgb.length; i++) {
            for (int shift = 0; shift < 24; shift += 8) {
                most = Math.max(most, Math.abs((rgb[i] >> shift & 0xff) - (other.rgb[i] >> shift & 0xff)));
            }
        }
        for (int i = 0; i < rgb.length; i++) {
            int difference = 0;
            for (int shift = 0; shift < 24; shift += 8) {
                difference |= Math.abs((rgb[i] >> shift & 0xff) - (other.rgb[i] >> shift & 0xff)) * 0xff / most << shift;
            }
            image.setRGB(i % width, i / width, difference);
        }
        ImageIO.write(image, "png", file.toFile());
    }
}
