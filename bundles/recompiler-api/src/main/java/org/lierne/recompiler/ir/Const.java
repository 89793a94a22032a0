package org.lierne.recompiler.ir;

/**
 * A constant scalar.
 *
 * @param type its type
 * @param bits the bit pattern, zero-extended to 64 bits (floats too); 0 or 1 for {@link ScalarType#B1}
 */
public record Const(ScalarType type, long bits) implements Value {
    public static final Const TRUE = new Const(ScalarType.B1, 1);
    public static final Const FALSE = new Const(ScalarType.B1, 0);

    public Const {
        if (type.bits() < 64) {
            bits &= (1L << type.bits()) - 1;
        }
    }

    /** The {@code i32} constant. */
    public static Const i32(int value) {
        return new Const(ScalarType.I32, value);
    }

    /** The {@code i64} constant. */
    public static Const i64(long value) {
        return new Const(ScalarType.I64, value);
    }

    /** The {@code f32} constant of this value. */
    public static Const f32(float value) {
        return new Const(ScalarType.F32, Float.floatToRawIntBits(value));
    }

    /** {@link #TRUE} or {@link #FALSE}. */
    public static Const b1(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** The bits as a signed number of the type's width. */
    public long signed() {
        int shift = 64 - type.bits();
        return bits << shift >> shift;
    }

    @Override
    public String word() {
        return type == ScalarType.B1 ? (bits != 0 ? "true" : "false") : "0x" + Long.toHexString(bits) + ":" + type.word();
    }

    @Override
    public String toString() {
        return word();
    }
}
