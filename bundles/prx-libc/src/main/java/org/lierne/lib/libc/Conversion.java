package org.lierne.lib.libc;

/**
 * One conversion of a format: {@code %[flags][width][.precision][length]letter}.
 *
 * @param width     least number of characters, 0 for none
 * @param precision -1 if none was given
 * @param length    {@code hh h l ll z j t L} or empty
 */
record Conversion(boolean left, boolean plus, boolean space, boolean alternate, boolean zero, int width, int precision, String length,
        char letter) {
    boolean hasPrecision() {
        return precision >= 0;
    }

    /** The sign or what stands in its place. */
    String sign(boolean isNegative) {
        return isNegative ? "-" : plus ? "+" : space ? " " : "";
    }

    /** Text filled up to the width; zeros go between the prefix (sign, 0x) and the digits. */
    String fill(String prefix, String digits, boolean zeroAllowed) {
        int missing = width - prefix.length() - digits.length();
        if (missing <= 0) {
            return prefix + digits;
        }
        if (left) {
            return prefix + digits + " ".repeat(missing);
        }
        return zero && zeroAllowed ? prefix + "0".repeat(missing) + digits : " ".repeat(missing) + prefix + digits;
    }
}
