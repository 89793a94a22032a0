package org.lierne.kernel.format;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The identifier under which a name is exported: 64 bits of a salted SHA-1 (guest-execution notes, "NID").
 *
 * @param value the first eight digest bytes as a little-endian number
 */
public record Nid(long value) implements Comparable<Nid> {
    /** Digits of identifiers and of the library and module ids behind them, in the order of their values. */
    static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

    /** Length of the written form: ten digits of six bits and one that carries the last four. */
    public static final int TEXT_LENGTH = 11;

    private static final byte[] SUFFIX = HexFormat.of().parseHex("518d64a635ded8c1e6b039b1c3e55230");

    /** The identifier of a plain name. */
    public static Nid of(String name) {
        MessageDigest sha1 = sha1();
        sha1.update(name.getBytes(StandardCharsets.UTF_8));
        byte[] digest = sha1.digest(SUFFIX);
        long value = 0;
        for (int i = 7; i >= 0; i--) {
            value = value << 8 | digest[i] & 0xff;
        }
        return new Nid(value);
    }

    /** Reads the eleven-character form; empty if the text is not one. */
    public static Optional<Nid> parse(String text) {
        if (text.length() != TEXT_LENGTH) {
            return Optional.empty();
        }
        long value = 0;
        for (int i = 0; i < TEXT_LENGTH; i++) {
            int digit = DIGITS.indexOf(text.charAt(i));
            if (digit < 0 || i == TEXT_LENGTH - 1 && (digit & 3) != 0) {
                return Optional.empty();
            }
            value = i == TEXT_LENGTH - 1 ? value << 4 | digit >> 2 : value << 6 | digit;
        }
        return Optional.of(new Nid(value));
    }

    /** The eleven-character form. */
    public String text() {
        char[] text = new char[TEXT_LENGTH];
        for (int i = 0; i < TEXT_LENGTH - 1; i++) {
            text[i] = DIGITS.charAt((int) (value >>> 58 - 6 * i) & 63);
        }
        text[TEXT_LENGTH - 1] = DIGITS.charAt((int) (value << 2) & 63);
        return new String(text);
    }

    @Override
    public int compareTo(Nid other) {
        return Long.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return text();
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime lacks SHA-1, which every runtime must have", e);
        }
    }
}
