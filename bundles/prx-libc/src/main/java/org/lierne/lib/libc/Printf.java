package org.lierne.lib.libc;

import java.math.BigInteger;
import java.util.Locale;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.VarArgs;
import org.lierne.kernel.memory.GuestMemory;

/**
 * The conversions of the printf family over guest memory. Text is kept as units: bytes (each a char below 0x100) in the narrow form, UTF-16
 * in the wide one.
 */
final class Printf {
    /** Longest result; a longer one is the title's mistake, or ours. */
    private static final int MOST_UNITS = 1 << 26;
    private static final BigInteger UNSIGNED = BigInteger.ONE.shiftLeft(64);

    private final GuestMemory memory;
    private final boolean isWide;
    private final String format;
    private final VarArgs arguments;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private Printf(GuestMemory memory, boolean isWide, String format, VarArgs arguments) {
        this.memory = memory;
        this.isWide = isWide;
        this.format = format;
        this.arguments = arguments;
    }

    /** Formats bytes; each char of format and result is one byte. */
    static String narrow(GuestMemory memory, String format, VarArgs arguments) {
        return new Printf(memory, false, format, arguments).run();
    }

    /** Formats UTF-16. */
    static String wide(GuestMemory memory, String format, VarArgs arguments) {
        return new Printf(memory, true, format, arguments).run();
    }

    private String run() {
        while (at < format.length()) {
            char c = format.charAt(at++);
            if (c == '%') {
                convert(parse());
            } else {
                out.append(c);
            }
            if (out.length() > MOST_UNITS) {
                throw new HleRefusal("formatted text is longer than " + MOST_UNITS);
            }
        }
        return out.toString();
    }

    private char next() {
        if (at >= format.length()) {
            throw new HleRefusal("the format '" + format + "' ends inside of a conversion");
        }
        return format.charAt(at++);
    }

    private Conversion parse() {
        boolean left = false;
        boolean plus = false;
        boolean space = false;
        boolean alternate = false;
        boolean zero = false;
        char c = next();
        for (boolean isFlag = true; isFlag; ) {
            switch (c) {
                case '-' -> left = true;
                case '+' -> plus = true;
                case ' ' -> space = true;
                case '#' -> alternate = true;
                case '0' -> zero = true;
                default -> isFlag = false;
            }
            if (isFlag) {
                c = next();
            }
        }
        int width;
        if (c == '*') {
            width = arguments.nextInt();
            left |= width < 0;
            width = Math.abs(width);
            c = next();
        } else {
            at--;
            width = number();
            c = next();
        }
        int precision = -1;
        if (c == '.') {
            if (at < format.length() && format.charAt(at) == '*') {
                at++;
                precision = Math.max(-1, arguments.nextInt());
            } else {
                precision = number();
            }
            c = next();
        }
        String length = "";
        while ("hlzjtLq".indexOf(c) >= 0) {
            length += c;
            c = next();
        }
        if (width > MOST_UNITS || precision > MOST_UNITS) {
            throw new HleRefusal("width or precision of '" + format + "' is beyond reason");
        }
        return new Conversion(left, plus, space, alternate, zero, width, precision, length, c);
    }

    private int number() {
        long value = 0;
        while (at < format.length() && Character.digit(format.charAt(at), 10) >= 0 && value <= MOST_UNITS) {
            value = value * 10 + (format.charAt(at++) - '0');
        }
        return (int) value;
    }

    private void convert(Conversion c) {
        switch (c.letter()) {
            case '%' -> out.append('%');
            case 'd', 'i' -> {
                long value = signed(c.length(), arguments.nextLong());
                out.append(integer(c, c.sign(value < 0), BigInteger.valueOf(value).abs().toString()));
            }
            case 'u' -> out.append(integer(c, "", unsigned(c).toString()));
            case 'o' -> out.append(octal(c));
            case 'x', 'X' -> out.append(hexadecimal(c));
            case 'p' -> out.append(c.fill("", "0x" + Long.toHexString(arguments.nextLong()), false));
            case 'c' -> character(c);
            case 's' -> string(c);
            case 'S' -> string(new Conversion(c.left(), c.plus(), c.space(), c.alternate(), c.zero(), c.width(), c.precision(), "l", 's'));
            case 'C' -> character(new Conversion(c.left(), c.plus(), c.space(), c.alternate(), c.zero(), c.width(), c.precision(), "l", 'c'));
            case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' ->
                    out.append(FloatText.text(c, c.length().equals("L") ? arguments.nextLongDouble() : arguments.nextDouble()));
            case 'n' -> storeCount(c.length(), arguments.nextLong());
            default -> throw new HleRefusal("conversion '" + c.letter() + "' of the format '" + format + "' is unknown");
        }
    }

    private static long signed(String length, long raw) {
        return switch (length) {
            case "hh" -> (byte) raw;
            case "h" -> (short) raw;
            case "" -> (int) raw;
            default -> raw;
        };
    }

    private BigInteger unsigned(Conversion c) {
        long raw = arguments.nextLong();
        return switch (c.length()) {
            case "hh" -> BigInteger.valueOf(raw & 0xFF);
            case "h" -> BigInteger.valueOf(raw & 0xFFFF);
            case "" -> BigInteger.valueOf(raw & 0xFFFF_FFFFL);
            default -> raw < 0 ? BigInteger.valueOf(raw).add(UNSIGNED) : BigInteger.valueOf(raw);
        };
    }

    /** Digits with the precision's zeros; a value of zero with precision zero has none. */
    private static String integer(Conversion c, String prefix, String digits) {
        String shown = c.precision() == 0 && digits.equals("0") ? "" : digits;
        if (shown.length() < c.precision()) {
            shown = "0".repeat(c.precision() - shown.length()) + shown;
        }
        return c.fill(prefix, shown, !c.hasPrecision());
    }

    private String octal(Conversion c) {
        String digits = unsigned(c).toString(8);
        String text = integer(c, "", c.alternate() && !digits.startsWith("0") && c.precision() <= digits.length() ? "0" + digits : digits);
        return c.alternate() && text.isEmpty() ? "0" : text;
    }

    private String hexadecimal(Conversion c) {
        BigInteger value = unsigned(c);
        String digits = value.toString(16);
        String prefix = c.alternate() && value.signum() != 0 ? "0x" : "";
        String text = integer(c, prefix, digits);
        return c.letter() == 'X' ? text.toUpperCase(Locale.ROOT) : text;
    }

    private void character(Conversion c) {
        int value = arguments.nextInt();
        boolean isWideCharacter = c.length().equals("l");
        String text;
        if (isWide) {
            text = String.valueOf((char) (isWideCharacter ? value : value & 0xFF));
        } else {
            text = isWideCharacter ? Text.utf8Units(String.valueOf((char) value)) : String.valueOf((char) (value & 0xFF));
        }
        out.append(c.fill("", text, false));
    }

    private void string(Conversion c) {
        long address = arguments.nextLong();
        int most = c.hasPrecision() ? c.precision() : MOST_UNITS;
        String text;
        if (address == 0) {
            text = "(null)";
        } else if (c.length().equals("l")) {
            String wideText = Text.readWide(memory, address, most);
            text = isWide ? wideText : wholeCharacters(wideText, most);
        } else {
            String bytes = Text.readNarrow(memory, address, most);
            text = isWide ? Text.ofUtf8Units(bytes) : bytes;
        }
        out.append(c.fill("", text.length() > most ? text.substring(0, most) : text, false));
    }

    /** A wide text's bytes, as many whole characters as fit into so many. Documented: ISO C17, 7.21.6.1, conversion s. */
    private static String wholeCharacters(String wide, int mostBytes) {
        StringBuilder bytes = new StringBuilder();
        for (int point : wide.codePoints().toArray()) {
            String character = Text.utf8Units(Character.toString(point));
            if (bytes.length() + character.length() > mostBytes) {
                break;
            }
            bytes.append(character);
        }
        return bytes.toString();
    }

    private void storeCount(String length, long address) {
        switch (length) {
            case "hh" -> memory.putByte(address, (byte) out.length());
            case "h" -> memory.putShort(address, (short) out.length());
            case "" -> memory.putInt(address, out.length());
            default -> memory.putLong(address, out.length());
        }
    }
}
