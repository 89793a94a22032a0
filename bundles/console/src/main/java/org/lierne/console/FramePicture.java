package org.lierne.console;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;

/**
 * A picture of a frame.
 *
 * @param rgb red, green and blue of each pixel in the low 24 bits, rows from the top
 */
record FramePicture(int width, int height, int[] rgb) {
    private static final int WHITE = 0xffffff;

    /** @throws Refused if the file holds no picture */
    static FramePicture read(String verb, Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new Refused(verb + ": " + file + (Files.exists(file) ? " is no file" : ": no such file"));
        }
        BufferedImage image = ImageIO.read(file.toFile());
        if (image == null) {
            throw new Refused(verb + ": " + file + " is no picture that can be read; a PNG is expected");
        }
        int[] rgb = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        return new FramePicture(image.getWidth(), image.getHeight(), Arrays.stream(rgb).map(p -> p & WHITE).toArray());
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
