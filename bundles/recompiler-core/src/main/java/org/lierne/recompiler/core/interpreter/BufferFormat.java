package org.lierne.recompiler.core.interpreter;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.FloatFormat;

/**
 * How an element of a formatted buffer lies in memory: the unified formats 1 to 77 of buffers. Documented: RDNA 2 ISA, "Buffer Image
 * Format Table".
 *
 * @param bits bits of each channel, the lowest first
 * @param kind how a channel's bits are a number
 */
record BufferFormat(int[] bits, Kind kind) {
    /** Number kinds, in the order of format numbers. */
    enum Kind { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT }

    private static final int[][] LAYOUTS = {{8}, {16}, {8, 8}, {32}, {16, 16}, {11, 11, 10}, {10, 11, 11}, {2, 10, 10, 10}, {10, 10, 10, 2},
        {8, 8, 8, 8}, {32, 32}, {16, 16, 16, 16}, {32, 32, 32}, {32, 32, 32, 32}};
    private static final @Nullable BufferFormat[] BY_NUMBER = byNumber();

    private static @Nullable BufferFormat[] byNumber() {
        @Nullable BufferFormat[] formats = new BufferFormat[128];
        int at = 1;
        for (int[] layout : LAYOUTS) {
            boolean wide = layout[0] == 32;
            boolean floats = wide || layout[0] == 16 || layout[0] == 11 || layout.length == 3 && layout[0] == 10;
            for (Kind kind : Kind.values()) {
                boolean exists = wide ? kind.compareTo(Kind.UINT) >= 0 : kind != Kind.FLOAT || floats;
                if (exists) {
                    formats[at++] = new BufferFormat(layout, kind);
                }
            }
        }
        return formats;
    }

    /** The format of a number, or null if there is none. */
    static @Nullable BufferFormat of(int number) {
        return BY_NUMBER[number & 127];
    }

    /** Bytes of an element. */
    int bytes() {
        int sum = 0;
        for (int b : bits) {
            sum += b;
        }
        return sum / 8;
    }

    /** Whether channels become integers. */
    boolean isInteger() {
        return kind == Kind.UINT || kind == Kind.SINT;
    }

    /** A channel's bits as the dword a load gives. */
    int decode(int channel, int raw) {
        int width = bits[channel];
        int signed = width == 32 ? raw : raw << 32 - width >> 32 - width;
        return switch (kind) {
            case UINT -> raw;
            case SINT -> signed;
            case USCALED -> Float.floatToRawIntBits((float) (raw & 0xffffffffL));
            case SSCALED -> Float.floatToRawIntBits((float) signed);
            case UNORM -> Float.floatToRawIntBits((float) ((raw & 0xffffffffL) / (double) ((1L << width) - 1)));
            case SNORM -> Float.floatToRawIntBits((float) Math.max(-1, signed / (double) ((1L << width - 1) - 1)));
            case FLOAT -> switch (width) {
                case 32 -> raw;
                case 16 -> Float.floatToRawIntBits(Float.float16ToFloat((short) raw));
                default -> smallFloat(raw, width - 5);
            };
        };
    }

    /** Unsigned floats with five exponent bits. */
    private static int smallFloat(int raw, int mantissaBits) {
        int half = raw << 10 - mantissaBits;
        return Float.floatToRawIntBits(Float.float16ToFloat((short) half));
    }

    /** The bits that a store of a dword writes for a channel. */
    int encode(int channel, int value) {
        int width = bits[channel];
        long mask = (1L << width) - 1;
        double number = Float.intBitsToFloat(value);
        number = Double.isNaN(number) ? 0 : number;
        return (int) (mask & switch (kind) {
            case UINT -> Math.min(value & 0xffffffffL, mask);
            case SINT -> Math.max(-(1L << width - 1), Math.min((1L << width - 1) - 1, (long) value));
            case USCALED -> (long) Math.max(0, Math.min(mask, number));
            case SSCALED -> (long) Math.max(-(1L << width - 1), Math.min((1L << width - 1) - 1, number));
            case UNORM -> (long) Math.rint(Math.max(0, Math.min(1, number)) * mask);
            case SNORM -> (long) Math.rint(Math.max(-1, Math.min(1, number)) * ((1L << width - 1) - 1));
            case FLOAT -> switch (width) {
                case 32 -> value;
                case 16 -> Float.floatToFloat16(Float.intBitsToFloat(value)) & 0xffff;
                default -> smallBits(value, width - 5);
            };
        });
    }

    private static long smallBits(int value, int mantissaBits) {
        if (value < 0 && !Float.isNaN(Float.intBitsToFloat(value))) {
            return 0;
        }
        long half = FloatUnit.isNaN(FloatFormat.F32, value & 0xffffffffL) ? 0x7fff : Float.floatToFloat16(Float.intBitsToFloat(value));
        return half >>> 10 - mantissaBits;
    }
}
