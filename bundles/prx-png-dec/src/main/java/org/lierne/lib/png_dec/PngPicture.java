package org.lierne.lib.png_dec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A picture in a file: its chunks, and its pixels as red, green, blue and alpha of eight bits. Documented: the PNG specification (second
 * edition), sections 5, 7 to 9 and 11.
 */
final class PngPicture {
    private static final int PALETTE = 0x504C5445;
    private static final int TRANSPARENCY = 0x74524E53;
    private static final int DATA = 0x49444154;
    private static final int END = 0x49454E44;
    /** Bytes of a chunk beside its content. */
    private static final int CHUNK = 12;
    private static final int OPAQUE = 0xFF;
    /** First column and row and steps of each pass of an interlaced picture; the others have one pass. */
    private static final int[][] PASSES =
            {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
    private static final int[][] WHOLE = {{0, 0, 1, 1}};

    private final PngHeader header;
    private byte[] palette = {};
    private byte[] transparency = {};
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

    private PngPicture(PngHeader header) {
        this.header = header;
    }

    /** Reads the chunks. Critical ones that are not described are refused, others passed over. */
    static PngPicture of(byte[] file) throws PngRefused {
        return read(file, END);
    }

    /** Reads what comes before the pixels; of those a part may be there, or nothing. */
    static PngPicture headOf(byte[] file) throws PngRefused {
        return read(file, DATA);
    }

    private static PngPicture read(byte[] file, int last) throws PngRefused {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        PngPicture picture = new PngPicture(PngHeader.of(bytes));
        int at = PngHeader.BYTES;
        while (at <= file.length - CHUNK) {
            int length = bytes.getInt(at);
            int type = bytes.getInt(at + 4);
            if (type == last) {
                break;
            }
            if (length < 0 || length > file.length - CHUNK - at) {
                throw new PngRefused("chunk at 0x%x ends past the file".formatted(at));
            }
            picture.take(type, Arrays.copyOfRange(file, at + 8, at + 8 + length));
            at += CHUNK + length;
        }
        return picture;
    }

    private void take(int type, byte[] content) throws PngRefused {
        boolean isCritical = (type & 0x2000_0000) == 0;
        switch (type) {
            case PALETTE -> palette = content;
            case TRANSPARENCY -> transparency = content;
            case DATA -> stream.writeBytes(content);
            default -> {
                if (isCritical) {
                    throw new PngRefused("chunk 0x%08x".formatted(type));
                }
            }
        }
    }

    PngHeader header() {
        return header;
    }

    boolean hasTransparency() {
        return transparency.length > 0;
    }

    /** @param alpha of pixels that have none of their own */
    byte[] pixels(int alpha) throws PngRefused {
        byte[] pixels = new byte[Math.multiplyExact(4, Math.multiplyExact(header.width(), header.height()))];
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(stream.toByteArray());
            for (int[] pass : header.isInterlaced() ? PASSES : WHOLE) {
                int columns = (header.width() - pass[0] + pass[2] - 1) / pass[2];
                int rows = (header.height() - pass[1] + pass[3] - 1) / pass[3];
                if (columns > 0 && rows > 0) {
                    decode(inflater, pass, columns, rows, alpha, pixels);
                }
            }
        } finally {
            inflater.end();
        }
        return pixels;
    }

    private void decode(Inflater inflater, int[] pass, int columns, int rows, int alpha, byte[] pixels) throws PngRefused {
        byte[] above = new byte[Math.toIntExact(header.rowBytes(columns))];
        byte[] row = new byte[above.length];
        byte[] filter = new byte[1];
        for (int y = 0; y < rows; y++) {
            inflate(inflater, filter);
            inflate(inflater, row);
            unfilter(filter[0], row, above);
            for (int x = 0; x < columns; x++) {
                int at = 4 * ((pass[1] + y * pass[3]) * header.width() + pass[0] + x * pass[2]);
                expand(row, x, alpha, pixels, at);
            }
            byte[] done = above;
            above = row;
            row = done;
        }
    }

    private static void inflate(Inflater inflater, byte[] target) throws PngRefused {
        try {
            int done = 0;
            while (done < target.length) {
                int got = inflater.inflate(target, done, target.length - done);
                if (got == 0) {
                    throw new PngRefused("the pixels end early");
                }
                done += got;
            }
        } catch (DataFormatException e) {
            throw new PngRefused("pixels that cannot be inflated: " + e.getMessage());
        }
    }

    private void unfilter(int filter, byte[] row, byte[] above) throws PngRefused {
        int step = header.filterStep();
        for (int i = 0; i < row.length; i++) {
            int left = i < step ? 0 : row[i - step] & 0xFF;
            int up = above[i] & 0xFF;
            int corner = i < step ? 0 : above[i - step] & 0xFF;
            row[i] += (byte) switch (filter) {
                case 0 -> 0;
                case 1 -> left;
                case 2 -> up;
                case 3 -> (left + up) / 2;
                case 4 -> nearest(left, up, corner);
                default -> throw new PngRefused("filter " + filter);
            };
        }
    }

    /** The Paeth predictor. */
    private static int nearest(int left, int up, int corner) {
        int guess = left + up - corner;
        int toLeft = Math.abs(guess - left);
        int toUp = Math.abs(guess - up);
        int toCorner = Math.abs(guess - corner);
        return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
    }

    /** A sample as it is in the file. */
    private int sample(byte[] row, int index) {
        return switch (header.depth()) {
            case 16 -> (row[2 * index] & 0xFF) << 8 | row[2 * index + 1] & 0xFF;
            case 8 -> row[index] & 0xFF;
            default -> {
                int perByte = 8 / header.depth();
                int shift = 8 - header.depth() * (index % perByte + 1);
                yield row[index / perByte] >>> shift & (1 << header.depth()) - 1;
            }
        };
    }

    /** A sample in eight bits: the upper ones of 16, fewer spread over all. */
    private int toByte(int sample) {
        return header.depth() == 16 ? sample >>> 8 : sample * 0xFF / ((1 << header.depth()) - 1);
    }

    private void expand(byte[] row, int pixel, int alpha, byte[] pixels, int at) throws PngRefused {
        int first = pixel * header.color().samples;
        int value = sample(row, first);
        switch (header.color()) {
            case GRAY, GRAY_ALPHA -> Arrays.fill(pixels, at, at + 3, (byte) toByte(value));
            case RGB, RGB_ALPHA -> {
                for (int i = 0; i < 3; i++) {
                    pixels[at + i] = (byte) toByte(sample(row, first + i));
                }
            }
            case PALETTE -> {
                if (3 * value + 3 > palette.length) {
                    throw new PngRefused("color " + value + " of a palette of " + palette.length / 3);
                }
                System.arraycopy(palette, 3 * value, pixels, at, 3);
            }
        }
        pixels[at + 3] = (byte) switch (header.color()) {
            case GRAY_ALPHA, RGB_ALPHA -> toByte(sample(row, first + header.color().samples - 1));
            case GRAY, RGB -> hasTransparency() ? isTransparent(row, first) ? 0 : OPAQUE : alpha;
            case PALETTE -> hasTransparency() ? value < transparency.length ? transparency[value] : OPAQUE : alpha;
        };
    }

    /** Whether the samples are the ones that stand for nothing. */
    private boolean isTransparent(byte[] row, int first) {
        if (transparency.length < 2 * header.color().samples) {
            return false;
        }
        for (int i = 0; i < header.color().samples; i++) {
            int named = (transparency[2 * i] & 0xFF) << 8 | transparency[2 * i + 1] & 0xFF;
            if (sample(row, first + i) != named) {
                return false;
            }
        }
        return true;
    }
}
