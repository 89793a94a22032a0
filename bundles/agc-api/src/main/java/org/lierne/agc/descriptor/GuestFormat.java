package org.lierne.agc.descriptor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A unified format number of buffers and images. Documented: GFX10 unified formats.
 *
 * @param layout component bits as the public names say, the highest first ({@code 10_11_11} is 11 bits x, 11 y, 10 z),
 *                     or the name of a block format
 * @param elementBytes bytes of a texel, or of a block
 * @param blockSize    texels along a block's side: 1, or 4 for block-compressed formats
 */
public record GuestFormat(int number, String layout, NumberType type, int elementBytes, int blockSize) {
    private static final @Nullable GuestFormat[] TABLE = build();

    /** The row of a number, or null where the table has none. */
    public static @Nullable GuestFormat of(int number) {
        return number >= 0 && number < TABLE.length ? TABLE[number] : null;
    }

    /** All rows. */
    public static List<GuestFormat> all() {
        List<GuestFormat> rows = new ArrayList<>();
        for (GuestFormat row : TABLE) {
            if (row != null) {
                rows.add(row);
            }
        }
        return rows;
    }

    public String name() {
        return layout + "_" + type;
    }

    private static @Nullable GuestFormat[] build() {
        @Nullable GuestFormat[] rows = new GuestFormat[256];
        NumberType[] integers = {NumberType.UNORM, NumberType.SNORM, NumberType.USCALED, NumberType.SSCALED,
            NumberType.UINT, NumberType.SINT};
        NumberType[] all = {NumberType.UNORM, NumberType.SNORM, NumberType.USCALED, NumberType.SSCALED,
            NumberType.UINT, NumberType.SINT, NumberType.FLOAT};
        NumberType[] raw = {NumberType.UINT, NumberType.SINT, NumberType.FLOAT};
        put(rows, 1, "8", 1, integers);
        put(rows, 7, "16", 2, all);
        put(rows, 14, "8_8", 2, integers);
        put(rows, 20, "32", 4, raw);
        put(rows, 23, "16_16", 4, all);
        put(rows, 30, "10_11_11", 4, all);
        put(rows, 37, "11_11_10", 4, all);
        put(rows, 44, "10_10_10_2", 4, integers);
        put(rows, 50, "2_10_10_10", 4, integers);
        put(rows, 56, "8_8_8_8", 4, integers);
        put(rows, 62, "32_32", 8, raw);
        put(rows, 65, "16_16_16_16", 8, all);
        put(rows, 72, "32_32_32", 12, raw);
        put(rows, 75, "32_32_32_32", 16, raw);
        put(rows, 128, "8", 1, NumberType.SRGB);
        put(rows, 129, "8_8", 2, NumberType.SRGB);
        put(rows, 130, "8_8_8_8", 4, NumberType.SRGB);
        put(rows, 131, "6E4_6E4_6E4", 4, NumberType.FLOAT);
        put(rows, 132, "5_9_9_9", 4, NumberType.FLOAT);
        put(rows, 133, "5_6_5", 2, NumberType.UNORM);
        put(rows, 134, "1_5_5_5", 2, NumberType.UNORM);
        put(rows, 135, "5_5_5_1", 2, NumberType.UNORM);
        put(rows, 136, "4_4_4_4", 2, NumberType.UNORM);
        put(rows, 137, "4_4", 1, NumberType.UNORM);
        put(rows, 140, "32_CLAMPED", 4, NumberType.FLOAT);
        block(rows, 169, "BC1", 8, NumberType.UNORM, NumberType.SRGB);
        block(rows, 171, "BC2", 16, NumberType.UNORM, NumberType.SRGB);
        block(rows, 173, "BC3", 16, NumberType.UNORM, NumberType.SRGB);
        block(rows, 175, "BC4", 8, NumberType.UNORM, NumberType.SNORM);
        block(rows, 177, "BC5", 16, NumberType.UNORM, NumberType.SNORM);
        block(rows, 179, "BC6", 16, NumberType.FLOAT, NumberType.SNORM);
        block(rows, 181, "BC7", 16, NumberType.UNORM, NumberType.SRGB);
        return rows;
    }

    private static void put(@Nullable GuestFormat[] rows, int first, String layout, int bytes, NumberType... types) {
        for (int i = 0; i < types.length; i++) {
            rows[first + i] = new GuestFormat(first + i, layout, types[i], bytes, 1);
        }
    }

    private static void block(@Nullable GuestFormat[] rows, int first, String layout, int bytes, NumberType... types) {
        for (int i = 0; i < types.length; i++) {
            rows[first + i] = new GuestFormat(first + i, layout, types[i], bytes, 4);
        }
    }
}
