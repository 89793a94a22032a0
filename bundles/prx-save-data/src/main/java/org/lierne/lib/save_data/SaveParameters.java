package org.lierne.lib.save_data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleRefusal;

/** The parameters of a save, which are also the {@code .param} file. Documented: decisions, S-007. */
@GuestStruct(size = SaveParameters.BYTES)
public record SaveParameters(@At(value = 0x00, length = TITLE_BYTES) byte[] title, @At(value = 0x80, length = TITLE_BYTES) byte[] subtitle,
        @At(value = 0x100, length = DETAIL_BYTES) byte[] detail, @At(0x500) int userWord, @At(0x508) long seconds) {
    static final int BYTES = 0x530;
    static final int TITLE_BYTES = 128;
    static final int DETAIL_BYTES = 1024;
    private static final int USER_WORD_OFFSET = 0x500;
    private static final int TIME_OFFSET = 0x508;

    static SaveParameters empty() {
        return new SaveParameters(new byte[TITLE_BYTES], new byte[TITLE_BYTES], new byte[DETAIL_BYTES], 0, 0);
    }

    /**
     * Reads the file of a version, if there is one.
     *
     * @throws HleRefusal for a file that cannot be read or has another size
     */
    static Optional<SaveParameters> read(Path file) {
        if (Files.notExists(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new HleRefusal("save parameters %s cannot be read: %s".formatted(file, e.getMessage()));
        }
        if (bytes.length != BYTES) {
            throw new HleRefusal("save parameters %s have %d bytes, %d are wanted".formatted(file, bytes.length, BYTES));
        }
        ByteBuffer b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return Optional.of(new SaveParameters(Arrays.copyOf(bytes, TITLE_BYTES), Arrays.copyOfRange(bytes, TITLE_BYTES, 2 * TITLE_BYTES),
                Arrays.copyOfRange(bytes, 2 * TITLE_BYTES, 2 * TITLE_BYTES + DETAIL_BYTES), b.getInt(USER_WORD_OFFSET),
                b.getLong(TIME_OFFSET)));
    }

    byte[] toBytes() {
        ByteBuffer b = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        b.put(Arrays.copyOf(title, TITLE_BYTES)).put(Arrays.copyOf(subtitle, TITLE_BYTES)).put(Arrays.copyOf(detail, DETAIL_BYTES));
        b.putInt(USER_WORD_OFFSET, userWord).putLong(TIME_OFFSET, seconds);
        return b.array();
    }

    SaveParameters withTitle(byte[] text) {
        return new SaveParameters(terminated(text, TITLE_BYTES), subtitle, detail, userWord, seconds);
    }

    SaveParameters withSubtitle(byte[] text) {
        return new SaveParameters(title, terminated(text, TITLE_BYTES), detail, userWord, seconds);
    }

    SaveParameters withDetail(byte[] text) {
        return new SaveParameters(title, subtitle, terminated(text, DETAIL_BYTES), userWord, seconds);
    }

    SaveParameters withUserWord(int word) {
        return new SaveParameters(title, subtitle, detail, word, seconds);
    }

    SaveParameters withSeconds(long time) {
        return new SaveParameters(title, subtitle, detail, userWord, time);
    }

    /** A text cut to its field, with at least one zero byte. */
    private static byte[] terminated(byte[] text, int bytes) {
        byte[] field = Arrays.copyOf(text, bytes);
        int end = 0;
        while (end < bytes - 1 && field[end] != 0) {
            end++;
        }
        Arrays.fill(field, end, bytes, (byte) 0);
        return field;
    }
}
