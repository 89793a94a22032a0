package org.lierne.recompiler.isa;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** ASCII text that grows: a {@link StringBuilder} whose bytes go out as they are, which a stream of millions of lines notices. */
final class AsciiText {
    private byte[] bytes;
    private int length;

    AsciiText(int capacity) {
        this.bytes = new byte[capacity];
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    AsciiText append(char c) {
        reserve(1);
        bytes[length++] = (byte) c;
        return this;
    }

    /** The deprecated copy takes a character's low byte, which is all that ASCII has, and goes no way around a charset. */
    @SuppressWarnings("deprecation")
    AsciiText append(String text) {
        int count = text.length();
        reserve(count);
        text.getBytes(0, count, bytes, length);
        length += count;
        return this;
    }

    AsciiText append(int number) {
        if (number < 0 || number > 999) {
            return append(Integer.toString(number));
        }
        reserve(3);
        if (number > 9) {
            if (number > 99) {
                bytes[length++] = (byte) ('0' + number / 100);
            }
            bytes[length++] = (byte) ('0' + number / 10 % 10);
        }
        bytes[length++] = (byte) ('0' + number % 10);
        return this;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
