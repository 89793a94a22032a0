package org.lierne.recompiler.isa;

/** The binary floating-point formats of the instruction set, as an argument of {@link Sem}'s float operations. */
public enum FloatFormat {
    F16(16, 10, 15),
    F32(32, 23, 127),
    F64(64, 52, 1023);

    private final int bits;
    private final int mantissaBits;
    private final int bias;

    FloatFormat(int bits, int mantissaBits, int bias) {
        this.bits = bits;
        this.mantissaBits = mantissaBits;
        this.bias = bias;
    }

    /** Width of a value in bits. */
    public int bits() {
        return bits;
    }

    /** Stored bits of the significand, the leading one not counted. */
    public int mantissaBits() {
        return mantissaBits;
    }

    /** Exponent bias; the smallest normal number is 2 to the power of 1 - bias. */
    public int bias() {
        return bias;
    }
}
