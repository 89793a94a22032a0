package org.lierne.lib.png_dec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.hle.GuestPtr;
import org.lierne.testing.ArrayGuestMemory;

/** Files are written by the JDK's encoder; codes and records are those of the ledger's lib.png-dec. */
class PngDecExportsTest {
    private static final long RECORD = 0x1000;
    private static final long FACTS = 0x1100;
    private static final long HANDLE = 0x1200;
    private static final long WORK = 0x1300;
    private static final long FILE = 0x2000;
    private static final long IMAGE = 0x8000;
    private static final int WIDTH = 13;
    private static final int HEIGHT = 11;
    private static final int PITCH = 64;
    private static final int ALPHA = 0x7B;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x10000);
    private final PngDecExports decoder = new PngDecExports(memory);

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    private static byte[] file(BufferedImage image, boolean isInterlaced) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam parameters = writer.getDefaultWriteParam();
        parameters.setProgressiveMode(isInterlaced ? ImageWriteParam.MODE_DEFAULT : ImageWriteParam.MODE_DISABLED);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file)) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), parameters);
        }
        writer.dispose();
        return file.toByteArray();
    }

    private static BufferedImage image(int type) {
        Random random = new Random(5);
        byte[] ramp = new byte[40];
        random.nextBytes(ramp);
        byte[] alphas = new byte[40];
        random.nextBytes(alphas);
        BufferedImage image = type == BufferedImage.TYPE_BYTE_INDEXED
                ? new BufferedImage(WIDTH, HEIGHT, type, new IndexColorModel(8, 40, ramp, alphas, ramp, alphas))
                : new BufferedImage(WIDTH, HEIGHT, type);
        int most = type == BufferedImage.TYPE_BYTE_INDEXED ? 40 : 1 << image.getRaster().getSampleModel().getSampleSize(0);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                for (int band = 0; band < image.getRaster().getNumBands(); band++) {
                    image.getRaster().setSample(x, y, band, random.nextInt(most));
                }
            }
        }
        return image;
    }

    private int open(int attribute, int mostWidth) {
        at(RECORD, PngDecExports.Create.class).set(new PngDecExports.Create(12, attribute, mostWidth));
        return decoder.create(at(RECORD, PngDecExports.Create.class), WORK, 0x20, at(HANDLE, Long.class)).code();
    }

    private int decode(byte[] file, int format) {
        memory.putBytes(FILE, file);
        at(RECORD, PngDecExports.Decode.class)
                .set(new PngDecExports.Decode(FILE, IMAGE, file.length, PITCH * HEIGHT, (short) format, (short) ALPHA, PITCH));
        return (int) decoder.decode(memory.getLong(HANDLE), at(RECORD, PngDecExports.Decode.class), at(FACTS, PngDecExports.Facts.class)).raw();
    }

    /** Red, green, blue and alpha that the image's own samples stand for. */
    private static byte[] expected(BufferedImage image, int x, int y) {
        Raster raster = image.getRaster();
        if (image.getColorModel() instanceof IndexColorModel colors) {
            int index = raster.getSample(x, y, 0);
            int alpha = colors.hasAlpha() ? colors.getAlpha(index) : ALPHA;
            return new byte[] {(byte) colors.getRed(index), (byte) colors.getGreen(index), (byte) colors.getBlue(index), (byte) alpha};
        }
        int shift = raster.getSampleModel().getSampleSize(0) - 8;
        byte[] bands = new byte[raster.getNumBands()];
        for (int band = 0; band < bands.length; band++) {
            bands[band] = (byte) (raster.getSample(x, y, band) >> shift);
        }
        return switch (bands.length) {
            case 1 -> new byte[] {bands[0], bands[0], bands[0], ALPHA};
            case 3 -> new byte[] {bands[0], bands[1], bands[2], ALPHA};
            default -> bands;
        };
    }

    @ParameterizedTest
    @CsvSource({"5,false,3,8,0", "5,true,3,8,1", "6,false,19,8,0", "6,true,19,8,1", "10,false,2,8,0", "10,true,2,8,1", "11,false,2,16,0",
        "11,true,2,16,1", "12,false,2,1,0", "12,true,2,1,1", "13,false,4,8,2", "13,true,4,8,3"})
    void decodesWhatWasEncoded(int type, boolean isInterlaced, int space, int depth, int flags) throws IOException {
        BufferedImage image = image(type);
        assertEquals(0, open(1, WIDTH));

        assertEquals(WIDTH << 16 | HEIGHT, decode(file(image, isInterlaced), 0));

        assertEquals(new PngDecExports.Facts(WIDTH, HEIGHT, (short) space, (short) depth, flags), at(FACTS, PngDecExports.Facts.class).get());
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                assertArrayEquals(expected(image, x, y), memory.getBytes(IMAGE + (long) y * PITCH + 4L * x, 4), x + " " + y);
            }
            assertArrayEquals(new byte[PITCH - 4 * WIDTH], memory.getBytes(IMAGE + (long) y * PITCH + 4 * WIDTH, PITCH - 4 * WIDTH));
        }
    }

    @Test
    void swapsRedAndBlueIfAskedTo() throws IOException {
        BufferedImage image = image(BufferedImage.TYPE_4BYTE_ABGR);
        open(0, WIDTH);

        decode(file(image, false), 1);

        byte[] rgba = expected(image, 3, 2);
        assertArrayEquals(new byte[] {rgba[2], rgba[1], rgba[0], rgba[3]}, memory.getBytes(IMAGE + 2 * PITCH + 12, 4));
    }

    @Test
    void tellsOfAHeaderWithoutItsPixels() throws IOException {
        byte[] file = file(image(BufferedImage.TYPE_3BYTE_BGR), true);
        memory.putBytes(FILE, file);
        at(RECORD, PngDecExports.Parse.class).set(new PngDecExports.Parse(FILE, 60));
        assertEquals(0, decoder.facts(at(RECORD, PngDecExports.Parse.class), at(FACTS, PngDecExports.Facts.class)).code());
        assertEquals(new PngDecExports.Facts(WIDTH, HEIGHT, (short) 3, (short) 8, 1), at(FACTS, PngDecExports.Facts.class).get());

        at(RECORD, PngDecExports.Parse.class).set(new PngDecExports.Parse(FILE, 32));
        assertEquals(0x80690010, decoder.facts(at(RECORD, PngDecExports.Parse.class), at(FACTS, PngDecExports.Facts.class)).code());
        at(RECORD, PngDecExports.Parse.class).set(new PngDecExports.Parse(FILE, 0));
        assertEquals(0x80690002, decoder.facts(at(RECORD, PngDecExports.Parse.class), at(FACTS, PngDecExports.Facts.class)).code());
        at(RECORD, PngDecExports.Parse.class).set(new PngDecExports.Parse(0, 60));
        assertEquals(0x80690001, decoder.facts(at(RECORD, PngDecExports.Parse.class), at(FACTS, PngDecExports.Facts.class)).code());
    }

    @Test
    void refusesWhatItCannotDecode() throws IOException {
        assertEquals(0x80690003, open(2, WIDTH));
        assertEquals(0x80690002, open(0, 0));
        assertEquals(0x80690004, decode(new byte[8], 0));
        open(0, WIDTH);
        byte[] file = file(image(BufferedImage.TYPE_3BYTE_BGR), false);
        assertEquals(0x80690012, decode(Arrays.copyOf(file, file.length - 40), 0));
        assertEquals(0x80690012, decode(new byte[100], 0));
        assertEquals(0x80690003, decode(file, 2));
        assertEquals(0x80690011, decode(file(image(BufferedImage.TYPE_USHORT_GRAY), false), 0));
        open(0, WIDTH - 1);
        assertEquals(0x80690002, decode(file, 0));
        assertEquals(0, decoder.delete(memory.getLong(HANDLE)).code());
        assertEquals(0x80690004, decoder.delete(memory.getLong(HANDLE)).code());
    }
}
