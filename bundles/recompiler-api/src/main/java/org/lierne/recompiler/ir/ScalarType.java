package org.lierne.recompiler.ir;

import java.util.Locale;

/** Scalar types. Registers are {@code i32}; a float operation takes float-typed values, made by {@link AluOp#BITCAST}. */
public enum ScalarType implements Type {
    /** A boolean; as a lane mask, this lane's bit. */
    B1(1),
    I8(8),
    I16(16),
    I32(32),
    I64(64),
    F16(16),
    F32(32),
    F64(64);

    private final int bits;

    ScalarType(int bits) {
        this.bits = bits;
    }

    /** Width in bits. */
    public int bits() {
        return bits;
    }

    /** True for the three float types. */
    public boolean isFloat() {
        return this == F16 || this == F32 || this == F64;
    }

    /** True for integers of any width, not for {@link #B1}. */
    public boolean isInteger() {
        return !isFloat() && this != B1;
    }

    @Override
    public ScalarType component() {
        return this;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return word();
    }
}
