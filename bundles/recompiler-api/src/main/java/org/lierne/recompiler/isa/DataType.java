package org.lierne.recompiler.isa;

import org.jspecify.annotations.Nullable;

/**
 * What an operand holds: its width in registers and how constants and modifiers in it are read.
 * {@code PK_} types are two 16-bit halves in one register.
 */
public enum DataType implements Slot {
    B16(16, Shape.BITS, null),
    I16(16, Shape.SIGNED, null),
    U16(16, Shape.UNSIGNED, null),
    F16(16, Shape.FLOAT, FloatFormat.F16),
    B32(32, Shape.BITS, null),
    I32(32, Shape.SIGNED, null),
    U32(32, Shape.UNSIGNED, null),
    F32(32, Shape.FLOAT, FloatFormat.F32),
    PK_F16(32, Shape.PACKED_FLOAT, FloatFormat.F16),
    PK_I16(32, Shape.PACKED_INTEGER, null),
    PK_U16(32, Shape.PACKED_INTEGER, null),
    B64(64, Shape.BITS, null),
    I64(64, Shape.SIGNED, null),
    U64(64, Shape.UNSIGNED, null),
    F64(64, Shape.FLOAT, FloatFormat.F64),
    B96(96, Shape.BITS, null),
    B128(128, Shape.BITS, null),
    B160(160, Shape.BITS, null),
    B256(256, Shape.BITS, null),
    B512(512, Shape.BITS, null),
    /** One bit per lane: one scalar register in wave32, a pair in wave64. */
    MASK(0, Shape.BITS, null);

    private final int bits;
    private final Shape shape;
    private final @Nullable FloatFormat format;

    DataType(int bits, Shape shape, @Nullable FloatFormat format) {
        this.bits = bits;
        this.shape = shape;
        this.format = format;
    }

    private enum Shape { BITS, SIGNED, UNSIGNED, FLOAT, PACKED_FLOAT, PACKED_INTEGER }

    /** Registers (32 bits each) that an operand of this type takes, given the wave size (32 or 64). */
    public int dwords(int waveSize) {
        return this == MASK ? waveSize / 32 : Math.max(1, bits / 32);
    }

    /** Width in bits, given the wave size. */
    public int bits(int waveSize) {
        return this == MASK ? waveSize : bits;
    }

    /** Whether the value is 16 bits wide (and lives in one half of a register). */
    public boolean is16() {
        return bits == 16;
    }

    /** Whether this is one float; false for packed halves. */
    public boolean isFloat() {
        return shape == Shape.FLOAT;
    }

    /** Whether this is two 16-bit halves in one register. */
    public boolean isPacked() {
        return shape == Shape.PACKED_FLOAT || shape == Shape.PACKED_INTEGER;
    }

    /** Whether SDWA's sign extension and integer negation make sense for it. */
    public boolean isSigned() {
        return shape == Shape.SIGNED;
    }

    /** The float format of the value or of each half; null for integers and plain bits. */
    public @Nullable FloatFormat format() {
        return format;
    }
}
