package org.lierne.recompiler.ir;

/** Where the parts of a float type's bit patterns lie: sign, exponent, significand from the highest bit down. */
public final class FloatBits {
    private FloatBits() {
    }

    /** Bits of the significand that are stored. */
    public static int significandBits(ScalarType type) {
        return switch (type) {
            case F16, I16 -> 10;
            case F64, I64 -> 52;
            case F32, I32, B1, I8 -> 23;
        };
    }

    public static long sign(ScalarType type) {
        return 1L << type.bits() - 1;
    }

    /** Positive infinity; larger magnitudes are NaNs. */
    public static long infinity(ScalarType type) {
        return sign(type) - smallestNormal(type);
    }

    public static long smallestNormal(ScalarType type) {
        return 1L << significandBits(type);
    }

    public static long one(ScalarType type) {
        return infinity(type) >>> significandBits(type) + 1 << significandBits(type);
    }

    /** The highest bit of the significand, clear in signalling NaNs. */
    public static long quiet(ScalarType type) {
        return smallestNormal(type) >>> 1;
    }

    /** The NaN of an invalid operation: negative, quiet, without payload. */
    public static long defaultNan(ScalarType type) {
        return sign(type) | infinity(type) | quiet(type);
    }
}
