package org.lierne.titles.converter;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A growing little-endian byte sequence. */
final class Bytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    int size() {
        return out.size();
    }

    Bytes align(int alignment) {
        while (out.size() % alignment != 0) {
            out.write(0);
        }
        return this;
    }

    Bytes u8(int value) {
        out.write(value);
        return this;
    }

    Bytes u16(int value) {
        return u8(value).u8(value >> 8);
    }

    Bytes u32(int value) {
        return u16(value).u16(value >>> 16);
    }

    Bytes u64(long value) {
        return u32((int) value).u32((int) (value >>> 32));
    }

    Bytes raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    /** The text in UTF-8 and a zero byte. */
    Bytes string(String text) {
        return raw(text.getBytes(StandardCharsets.UTF_8)).u8(0);
    }

    /** Zero bytes up to a size that is not below the present one. */
    Bytes padTo(int size) {
        if (size < out.size()) {
            throw new IllegalStateException("0x" + Integer.toHexString(out.size()) + " bytes written, 0x"
                    + Integer.toHexString(size) + " expected at most");
        }
        return raw(new byte[size - out.size()]);
    }

    byte[] toArray() {
        return out.toByteArray();
    }
}
