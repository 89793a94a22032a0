package org.lierne.lib.libc;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Floating-point numbers as C prints them: from the exact value, rounded half to even. */
final class FloatText {
    private static final int DEFAULT_PRECISION = 6;
    private static final int FRACTION_NIBBLES = 13;

    private FloatText() {}

    static String text(Conversion c, double value) {
        boolean isUpper = Character.isUpperCase(c.letter());
        boolean isNegative = Double.doubleToRawLongBits(value) < 0;
        String sign = c.sign(isNegative);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            String name = Double.isNaN(value) ? "nan" : "inf";
            String shown = Double.isNaN(value) ? c.sign(false) : sign;
            return c.fill(shown, isUpper ? name.toUpperCase(Locale.ROOT) : name, false);
        }
        double magnitude = Math.abs(value);
        String digits = switch (Character.toLowerCase(c.letter())) {
            case 'f' -> fixed(c, magnitude, c.hasPrecision() ? c.precision() : DEFAULT_PRECISION);
            case 'e' -> scientific(c, magnitude, c.hasPrecision() ? c.precision() : DEFAULT_PRECISION);
            case 'g' -> general(c, magnitude);
            default -> hexadecimal(c, magnitude);
        };
        if (Character.toLowerCase(c.letter()) == 'a') {
            sign += "0x";
        }
        return isUpper ? c.fill(sign.toUpperCase(Locale.ROOT), digits.toUpperCase(Locale.ROOT), true) : c.fill(sign, digits, true);
    }

    private static String fixed(Conversion c, double magnitude, int precision) {
        String text = new BigDecimal(magnitude).setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
        return precision == 0 && c.alternate() ? text + "." : text;
    }

    private static String scientific(Conversion c, double magnitude, int precision) {
        String digits = "0".repeat(precision + 1);
        int exponent = 0;
        if (magnitude != 0) {
            BigDecimal rounded = new BigDecimal(magnitude).round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
            digits = rounded.unscaledValue().toString();
            exponent = digits.length() - 1 - rounded.scale();
            digits = digits.length() > precision + 1 ? digits.substring(0, precision + 1)
                    : digits + "0".repeat(precision + 1 - digits.length());
        }
        return mantissa(c, digits) + exponent(exponent);
    }

    private static String mantissa(Conversion c, String digits) {
        String rest = digits.substring(1);
        return digits.charAt(0) + (rest.isEmpty() ? c.alternate() ? "." : "" : "." + rest);
    }

    private static String exponent(int exponent) {
        return "e%s%02d".formatted(exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static String general(Conversion c, double magnitude) {
        int significant = c.hasPrecision() ? Math.max(1, c.precision()) : DEFAULT_PRECISION;
        int exponent = 0;
        if (magnitude != 0) {
            BigDecimal rounded = new BigDecimal(magnitude).round(new MathContext(significant, RoundingMode.HALF_EVEN));
            exponent = rounded.precision() - 1 - rounded.scale();
        }
        if (exponent < -4 || exponent >= significant) {
            String text = scientific(c, magnitude, significant - 1);
            int at = text.indexOf('e');
            return c.alternate() ? text : trimmed(text.substring(0, at)) + text.substring(at);
        }
        String text = fixed(c, magnitude, significant - 1 - exponent);
        return c.alternate() ? text : trimmed(text);
    }

    private static String trimmed(String text) {
        if (text.indexOf('.') < 0) {
            return text;
        }
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
    }

    /** {@code h.hhhp±d} with one digit before the point, 1 for normal numbers. */
    private static String hexadecimal(Conversion c, double magnitude) {
        long bits = Double.doubleToRawLongBits(magnitude);
        long fraction = bits & 0xF_FFFF_FFFF_FFFFL;
        int biased = (int) (bits >>> 52);
        long first = biased == 0 ? 0 : 1;
        int exponent = magnitude == 0 ? 0 : biased == 0 ? -1022 : biased - 1023;
        long all = first << 52 | fraction;
        int nibbles = c.hasPrecision() ? c.precision() : FRACTION_NIBBLES;
        if (c.hasPrecision() && c.precision() < FRACTION_NIBBLES) {
            all = roundedToEven(all, 4 * (FRACTION_NIBBLES - c.precision()));
        }
        String rest = "%013x".formatted(all & 0xF_FFFF_FFFF_FFFFL);
        if (!c.hasPrecision()) {
            nibbles = rest.replaceAll("0+$", "").length();
        }
        rest = nibbles <= FRACTION_NIBBLES ? rest.substring(0, nibbles) : rest + "0".repeat(nibbles - FRACTION_NIBBLES);
        String point = rest.isEmpty() ? c.alternate() ? "." : "" : ".";
        return (all >>> 52) + point + rest + "p" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }

    private static long roundedToEven(long value, int bits) {
        long half = 1L << bits - 1;
        long rest = value & (1L << bits) - 1;
        long kept = value >>> bits;
        if (rest > half || rest == half && (kept & 1) != 0) {
            kept++;
        }
        return kept << bits;
    }
}
