package org.lierne.agc.driver;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/**
 * A picture of 8-bit red, green, blue.
 *
 * @param rgb three bytes a pixel, rows from the top
 */
record Picture(int width, int height, byte[] rgb) {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

    static Picture black(int width, int height) {
        return new Picture(width, height, new byte[3 * width * height]);
    }

    /** Writes a PNG file beside the path and moves it there, so that nobody sees half of it. */
    void write(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path part = OutputFile.part(path, ".part");
        try {
            Files.write(part, png());
            OutputFile.replace(path, part);
        } catch (IOException e) {
            throw new IOException("the picture %s cannot be written: %s".formatted(path, e.getMessage()), e);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    byte[] png() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(SIGNATURE);
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(header);
        fields.writeInt(width);
        fields.writeInt(height);
        fields.write(new byte[] {8, 2, 0, 0, 0});
        chunk(file, "IHDR", header.toByteArray());
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream rows = new DeflaterOutputStream(packed)) {
            for (int y = 0; y < height; y++) {
                rows.write(0);
                rows.write(rgb, 3 * width * y, 3 * width);
            }
        }
        chunk(file, "IDAT", packed.toByteArray());
        chunk(file, "IEND", new byte[0]);
        return file.toByteArray();
    }

    private static void chunk(OutputStream file, String type, byte[] content) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(name);
        crc.update(content);
        DataOutputStream out = new DataOutputStream(file);
        out.writeInt(content.length);
        out.write(name);
        out.write(content);
        out.writeInt((int) crc.getValue());
    }
}
