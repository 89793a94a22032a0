package org.lierne.lib.libc;

import java.nio.charset.StandardCharsets;
import org.lierne.kernel.memory.GuestMemory;

/** Guest strings as units: bytes kept one a char, or UTF-16 as it is. */
final class Text {
    private Text() {}

    /** A zero-terminated byte string; at most {@code most} bytes are looked at. */
    static String readNarrow(GuestMemory memory, long address, int most) {
        StringBuilder units = new StringBuilder();
        for (int i = 0; i < most; i++) {
            int b = memory.getByte(address + i) & 0xFF;
            if (b == 0) {
                break;
            }
            units.append((char) b);
        }
        return units.toString();
    }

    /** A zero-terminated string of 16-bit units. */
    static String readWide(GuestMemory memory, long address, int most) {
        StringBuilder units = new StringBuilder();
        for (int i = 0; i < most; i++) {
            char c = (char) memory.getShort(address + 2L * i);
            if (c == 0) {
                break;
            }
            units.append(c);
        }
        return units.toString();
    }

    static byte[] bytes(String narrow) {
        return narrow.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String ofBytes(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** A string's UTF-8 bytes, one a char. */
    static String utf8Units(String text) {
        return ofBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    static String ofUtf8Units(String narrow) {
        return new String(bytes(narrow), StandardCharsets.UTF_8);
    }

    /** Writes a narrow string and its zero byte. */
    static void writeNarrow(GuestMemory memory, long address, String narrow) {
        memory.putBytes(address, bytes(narrow + "\0"));
    }

    static void writeWide(GuestMemory memory, long address, String wide) {
        memory.putBytes(address, (wide + "\0").getBytes(StandardCharsets.UTF_16LE));
    }
}
