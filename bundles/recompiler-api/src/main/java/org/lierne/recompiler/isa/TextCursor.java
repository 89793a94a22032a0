package org.lierne.recompiler.isa;

import java.util.Arrays;

/** Reads a line of assembly text from left to right. Blanks before what is read do not count. */
final class TextCursor {
    private final String text;
    private int at;

    TextCursor(String text) {
        this.text = text;
    }

    AssemblyRefusal refuse(String reason) {
        return new AssemblyRefusal(text, at, reason);
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    boolean atEnd() {
        skipBlanks();
        return at >= text.length();
    }

    /** Letters, digits, underscores and dots. */
    String word() {
        skipBlanks();
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_' || text.charAt(at) == '.')) {
            at++;
        }
        return text.substring(start, at);
    }

    String rest() {
        String rest = text.substring(at);
        at = text.length();
        return rest;
    }

    boolean take(String what) {
        skipBlanks();
        if (text.startsWith(what, at)) {
            at += what.length();
            return true;
        }
        return false;
    }

    boolean takeWord(String what) {
        skipBlanks();
        int end = at + what.length();
        boolean ends = end >= text.length() || !Character.isLetterOrDigit(text.charAt(end)) && text.charAt(end) != '_';
        return ends && take(what);
    }

    void expect(char c) {
        if (!take(String.valueOf(c))) {
            throw refuse("expected '" + c + "'");
        }
    }

    void expectWord(String word) {
        if (!take(word)) {
            throw refuse("expected " + word);
        }
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    /** Whether a register of this file stands here: v5 or v[1:2]. */
    boolean isRegister(char file) {
        skipBlanks();
        return peek(0) == file && (Character.isDigit(peek(1)) || peek(1) == '[');
    }

    boolean isTrapRegister() {
        skipBlanks();
        return text.startsWith("ttmp", at);
    }

    int trapRegister() {
        at += "ttm".length();
        return register('p');
    }

    /** The number of the first register of a tuple. */
    int register(char file) {
        skipBlanks();
        if (peek(0) != file) {
            throw refuse("expected " + file + " and a number");
        }
        at++;
        if (!take("[")) {
            return digits();
        }
        int first = digits();
        if (take(":")) {
            digits();
        }
        expect(']');
        return first;
    }

    private int digits() {
        int start = at;
        while (Character.isDigit(peek(0)) && at - start < 5) {
            at++;
        }
        if (start == at) {
            throw refuse("expected a number");
        }
        return Integer.parseInt(text.substring(start, at));
    }

    boolean isNumber() {
        skipBlanks();
        return Character.isDigit(peek(0)) || peek(0) == '-' && Character.isDigit(peek(1));
    }

    /** Whether a minus here is a modifier rather than the sign of a number. */
    boolean peekIsModifier() {
        skipBlanks();
        return peek(0) == '-' && !Character.isDigit(peek(1));
    }

    String numberText() {
        skipBlanks();
        int start = at;
        if (peek(0) == '-') {
            at++;
        }
        while (Character.isLetterOrDigit(peek(0)) || peek(0) == '.') {
            at++;
        }
        return text.substring(start, at);
    }

    /** A decimal or hex number, as 32 bits. */
    int number() {
        return (int) parse(numberText());
    }

    /** A number from {@code low} to {@code high}. */
    int number(int low, int high) {
        String text = numberText();
        long value = parse(text);
        if (value < low || value > high) {
            throw refuse(text + " is not between " + low + " and " + high);
        }
        return (int) value;
    }

    /** An unsigned number of {@code width} bits. */
    int bits(int width) {
        return number(0, (1 << width) - 1);
    }

    /** The value of a number that was just read: of 32 bits, signed or unsigned. */
    long parse(String number) {
        boolean negative = number.startsWith("-");
        String digits = negative ? number.substring(1) : number;
        try {
            long value = digits.startsWith("0x") ? Long.parseLong(digits.substring(2), 16) : Long.parseLong(digits);
            value = negative ? -value : value;
            if (value >= Integer.MIN_VALUE && value <= 0xffffffffL) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw refuse("expected a number, not '" + number + "'");
        }
        throw refuse(number + " has more than 32 bits");
    }

    /** A bracketed list of at most {@code count} zeros and ones. */
    boolean[] bitList(int count) {
        boolean[] bits = new boolean[count];
        int length = 0;
        expect('[');
        do {
            if (length == count) {
                throw refuse("more than " + count + " bits");
            }
            bits[length++] = bits(1) == 1;
        } while (take(","));
        expect(']');
        return Arrays.copyOf(bits, length);
    }

    /** A bracketed list of {@code count} numbers of {@code width} bits. */
    int[] list(int count, int width) {
        int[] numbers = new int[count];
        expect('[');
        for (int i = 0; i < count; i++) {
            numbers[i] = bits(width);
            if (i < count - 1) {
                expect(',');
            }
        }
        expect(']');
        return numbers;
    }

    String quoted() {
        expect('"');
        int end = text.indexOf('"', at);
        if (end < 0) {
            throw refuse("expected \"");
        }
        String quoted = text.substring(at, end);
        at = end + 1;
        return quoted;
    }
}
