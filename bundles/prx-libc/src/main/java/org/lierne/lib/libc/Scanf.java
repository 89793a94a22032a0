package org.lierne.lib.libc;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.VarArgs;
import org.lierne.kernel.memory.GuestMemory;

/** The conversions of the scanf family on a string of bytes. */
final class Scanf {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:(?i:infinity|inf|nan(?:\\(\\w*\\))?)"
            + "|0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)(?:[pP][+-]?\\d+)?"
            + "|(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)");
    /**
     * What is a number or can begin one: an input item ends where nothing can follow, and then is one or fails. Documented: ISO C17, 7.21.6.2,
     * paragraph 9 and example 3 ("100ergs" is no number).
     */
    private static final Pattern BEGINNING_OF_NUMBER = Pattern.compile("[+-]?(?:(?i:nan\\(\\w*\\)?|infi(?:n(?:i(?:ty?)?)?)?|inf|in|nan|na|i|n)"
            + "|0[xX][0-9a-fA-F]*(?:\\.[0-9a-fA-F]*)?(?:(?<=[0-9a-fA-F.])[pP](?:[+-]?\\d*))?"
            + "|(?:\\d+(?:\\.\\d*)?|\\.\\d*)(?:(?<=[0-9.])[eE](?:[+-]?\\d*))?)?");

    private final GuestMemory memory;
    private final String input;
    private final String format;
    private final VarArgs arguments;
    private int in;
    private int at;
    private int assigned;

    private Scanf(GuestMemory memory, String input, String format, VarArgs arguments) {
        this.memory = memory;
        this.input = input;
        this.format = format;
        this.arguments = arguments;
    }

    /** The number of values stored, or -1 if the input ended before the first. */
    static int scan(GuestMemory memory, String input, String format, VarArgs arguments) {
        return new Scanf(memory, input, format, arguments).run();
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    private void skipSpace() {
        while (in < input.length() && isSpace(input.charAt(in))) {
            in++;
        }
    }

    private int run() {
        while (at < format.length()) {
            char c = format.charAt(at++);
            if (isSpace(c)) {
                skipSpace();
            } else if (c != '%') {
                if (in >= input.length() || input.charAt(in) != c) {
                    return ended();
                }
                in++;
            } else if (!convert()) {
                return ended();
            }
        }
        return assigned;
    }

    private int ended() {
        return assigned == 0 && in >= input.length() ? -1 : assigned;
    }

    private boolean convert() {
        boolean isStored = true;
        if (at < format.length() && format.charAt(at) == '*') {
            isStored = false;
            at++;
        }
        int width = 0;
        while (at < format.length() && Character.digit(format.charAt(at), 10) >= 0) {
            width = width * 10 + (format.charAt(at++) - '0');
        }
        int most = width == 0 ? Integer.MAX_VALUE : width;
        int lengthStart = at;
        while (at < format.length() && "hlzjtLq".indexOf(format.charAt(at)) >= 0) {
            at++;
        }
        String length = format.substring(lengthStart, at);
        if (at >= format.length()) {
            throw new HleRefusal("the format '" + format + "' ends inside of a conversion");
        }
        char letter = format.charAt(at++);
        if ("c[n%".indexOf(letter) < 0) {
            skipSpace();
        }
        return switch (letter) {
            case '%' -> literalPercent();
            case 'd' -> integer(10, most, length, isStored);
            case 'u' -> integer(10, most, length, isStored);
            case 'i' -> integer(0, most, length, isStored);
            case 'o' -> integer(8, most, length, isStored);
            case 'x', 'X' -> integer(16, most, length, isStored);
            case 'p' -> integer(16, most, "l", isStored);
            case 'f', 'e', 'g', 'a', 'F', 'E', 'G', 'A' -> floating(most, length, isStored);
            case 's' -> text(most, isStored, c -> !isSpace(c), true, length);
            case 'c' -> text(width == 0 ? 1 : width, isStored, _ -> true, false, length);
            case '[' -> text(most, isStored, set(), true, length);
            case 'n' -> {
                if (isStored) {
                    store(length, in);
                }
                yield true;
            }
            default -> throw new HleRefusal("conversion '" + letter + "' of the format '" + format + "' is unknown");
        };
    }

    private boolean literalPercent() {
        skipSpace();
        if (in < input.length() && input.charAt(in) == '%') {
            in++;
            return true;
        }
        return false;
    }

    private boolean integer(int base, int most, String length, boolean isStored) {
        int start = in;
        int end = (int) Math.min(input.length(), (long) in + most);
        boolean isNegative = false;
        if (in < end && (input.charAt(in) == '-' || input.charAt(in) == '+')) {
            isNegative = input.charAt(in) == '-';
            in++;
        }
        int radix = base == 0 ? 10 : base;
        boolean hasPrefix = in + 1 < end && input.charAt(in) == '0' && (input.charAt(in + 1) | 0x20) == 'x';
        if (hasPrefix && (base == 0 || base == 16)) {
            in += 2;
            radix = 16;
        } else if (base == 0 && in < end && input.charAt(in) == '0') {
            radix = 8;
        }
        int digits = in;
        while (in < end && Character.digit(input.charAt(in), radix) >= 0) {
            in++;
        }
        if (in == digits) {
            in = start;
            return false;
        }
        long value = new BigInteger(input.substring(digits, in), radix).longValue();
        if (isStored) {
            store(length, isNegative ? -value : value);
            assigned++;
        }
        return true;
    }

    private void store(String length, long value) {
        long address = arguments.nextLong();
        switch (length) {
            case "hh" -> memory.putByte(address, (byte) value);
            case "h" -> memory.putShort(address, (short) value);
            case "" -> memory.putInt(address, (int) value);
            default -> memory.putLong(address, value);
        }
    }

    private boolean floating(int most, String length, boolean isStored) {
        var item = BEGINNING_OF_NUMBER.matcher(input).region(in, (int) Math.min(input.length(), (long) in + most));
        if (!item.lookingAt() || !NUMBER.matcher(item.group()).matches()) {
            return false;
        }
        String number = item.group();
        in = item.end();
        if (isStored) {
            long address = arguments.nextLong();
            switch (length) {
                case "" -> memory.putInt(address, Float.floatToRawIntBits(parse(number, Float::parseFloat).floatValue()));
                case "l" -> memory.putLong(address, Double.doubleToRawLongBits(parse(number, Double::parseDouble).doubleValue()));
                default -> throw new HleRefusal("scanning a long double is not implemented");
            }
            assigned++;
        }
        return true;
    }

    /** A number in the precision of the one that reads it: rounding twice would give another. */
    private static Number parse(String text, Function<String, ? extends Number> reader) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("inf")) {
            return lower.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (lower.contains("nan")) {
            return Double.NaN;
        }
        return reader.apply(lower.contains("x") && !lower.contains("p") ? text + "p0" : text);
    }

    /** Which characters a scan set takes. */
    private interface Taken {
        boolean test(char c);
    }

    private Taken set() {
        boolean isInverted = at < format.length() && format.charAt(at) == '^';
        if (isInverted) {
            at++;
        }
        Set<Character> members = new HashSet<>();
        int start = at;
        while (at < format.length() && (format.charAt(at) != ']' || at == start)) {
            char c = format.charAt(at++);
            boolean isRange = at + 1 < format.length() && format.charAt(at) == '-' && format.charAt(at + 1) != ']';
            if (isRange) {
                for (char m = c; m <= format.charAt(at + 1); m++) {
                    members.add(m);
                }
                at += 2;
            } else {
                members.add(c);
            }
        }
        at++;
        return c -> members.contains(c) != isInverted;
    }

    private boolean text(int most, boolean isStored, Taken taken, boolean terminated, String length) {
        if (!length.isEmpty()) {
            throw new HleRefusal("scanning wide text is not implemented");
        }
        int start = in;
        while (in < input.length() && in - start < most && taken.test(input.charAt(in))) {
            in++;
        }
        if (in == start || !terminated && in - start < most) {
            return false;
        }
        if (isStored) {
            String found = input.substring(start, in);
            long address = arguments.nextLong();
            if (terminated) {
                Text.writeNarrow(memory, address, found);
            } else {
                memory.putBytes(address, Text.bytes(found));
            }
            assigned++;
        }
        return true;
    }
}
