package org.lierne.lib.ngs2;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/** How the samples of a wave are written, by the guest's numbers. Values are -1 to 1. */
enum Encoding {
    I8(0x10, 1, true),
    U8(0x11, 1, true),
    I16_LITTLE(0x12, 2, true),
    I16_BIG(0x13, 2, false),
    I24_LITTLE(0x14, 3, true),
    I24_BIG(0x15, 3, false),
    I32_LITTLE(0x16, 4, true),
    I32_BIG(0x17, 4, false),
    F32_LITTLE(0x18, 4, true),
    F32_BIG(0x19, 4, false),
    F64_LITTLE(0x1A, 8, true),
    F64_BIG(0x1B, 8, false),
    VAG(0x1C, 0, true),
    ATRAC9(0x40, 0, true);

    private static final float SCALE_8 = 0x1p7f;
    private static final float SCALE_16 = 0x1p15f;
    private static final float SCALE_24 = 0x1p23f;
    private static final float SCALE_32 = 0x1p31f;

    private final int number;
    private final int valueBytes;
    private final boolean isLittle;

    Encoding(int number, int valueBytes, boolean isLittle) {
        this.number = number;
        this.valueBytes = valueBytes;
        this.isLittle = isLittle;
    }

    static Optional<Encoding> of(int number) {
        return Arrays.stream(values()).filter(e -> e.number == number).findFirst();
    }

    int number() {
        return number;
    }

    /** True if each sample stands for itself. */
    boolean isLinear() {
        return valueBytes != 0;
    }

    /** Bytes of one channel's sample; 0 where samples are packed. */
    int valueBytes() {
        return valueBytes;
    }

    /** True if the title's buffers may have it. */
    boolean isRendered() {
        return switch (this) {
            case I16_LITTLE, I16_BIG, F32_LITTLE, F32_BIG -> true;
            default -> false;
        };
    }

    private ByteOrder order() {
        return isLittle ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    /** @param count of values; linear encodings only */
    float[] decode(byte[] bytes, int count) {
        ByteBuffer from = ByteBuffer.wrap(bytes).order(order());
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = next(from);
        }
        return values;
    }

    private float next(ByteBuffer from) {
        return switch (this) {
            case I8 -> from.get() / SCALE_8;
            case U8 -> ((from.get() & 0xFF) - SCALE_8) / SCALE_8;
            case I16_LITTLE, I16_BIG -> from.getShort() / SCALE_16;
            case I24_LITTLE -> ((from.get() & 0xFF) | (from.get() & 0xFF) << 8 | from.get() << 16) / SCALE_24;
            case I24_BIG -> (from.get() << 16 | (from.get() & 0xFF) << 8 | (from.get() & 0xFF)) / SCALE_24;
            case I32_LITTLE, I32_BIG -> from.getInt() / SCALE_32;
            case F32_LITTLE, F32_BIG -> from.getFloat();
            case F64_LITTLE, F64_BIG -> (float) from.getDouble();
            case VAG, ATRAC9 -> throw new IllegalStateException(this + " is not linear");
        };
    }

    /** Encodings that may be rendered only; whole numbers are rounded and limited. */
    byte[] encode(float[] values) {
        ByteBuffer into = ByteBuffer.allocate(values.length * valueBytes).order(order());
        for (float value : values) {
            if (valueBytes == Short.BYTES) {
                into.putShort((short) Math.clamp(Math.round(value * SCALE_16), Short.MIN_VALUE, Short.MAX_VALUE));
            } else {
                into.putFloat(value);
            }
        }
        return into.array();
    }
}
