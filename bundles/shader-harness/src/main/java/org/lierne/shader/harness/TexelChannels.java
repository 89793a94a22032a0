package org.lierne.shader.harness;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.StringJoiner;

/**
 * Tightly packed texels as numbers: integer and normalised formats in steps of the stored integer, float formats as they are. Formats
 * without a description are compared as bytes.
 */
final class TexelChannels {
    private final int[] widths;
    private final char kind;
    private final ByteBuffer bytes;
    private final int size;

    TexelChannels(String format, byte[] texels) {
        this.bytes = ByteBuffer.wrap(texels).order(ByteOrder.LITTLE_ENDIAN);
        this.widths = widths(format);
        this.kind = format.contains("SFLOAT") ? 'f' : format.contains("SINT") || format.contains("SNORM") ? 's' : 'u';
        int bits = 0;
        for (int width : widths) {
            bits += width;
        }
        this.size = bits / 8;
    }

    private static int[] widths(String format) {
        if (format.endsWith("_PACK32")) {
            return new int[] {10, 10, 10, 2};
        }
        return switch (format) {
            case "D32_SFLOAT" -> new int[] {32};
            case "D16_UNORM" -> new int[] {16};
            default -> {
                var matcher = java.util.regex.Pattern.compile("[RGBA](\\d+)").matcher(format.substring(0, format.indexOf('_')));
                yield matcher.results().mapToInt(result -> Integer.parseInt(result.group(1))).toArray();
            }
        };
    }

    int count() {
        return bytes.capacity() / size;
    }

    int channels() {
        return widths.length;
    }

    double value(int texel, int channel) {
        int offset = 0;
        for (int i = 0; i < channel; i++) {
            offset += widths[i];
        }
        int at = texel * size + offset / 8;
        return switch (widths[channel]) {
            case 32 -> {
                int word = bytes.getInt(at);
                yield kind == 'f' ? Float.intBitsToFloat(word) : kind == 's' ? word : Integer.toUnsignedLong(word);
            }
            case 16 -> {
                short half = bytes.getShort(at);
                yield kind == 'f' ? Float.float16ToFloat(half) : kind == 's' ? half : half & 0xffff;
            }
            case 8 -> kind == 's' ? bytes.get(at) : bytes.get(at) & 0xff;
            default -> bytes.getInt(texel * size) >>> offset & (1 << widths[channel]) - 1;
        };
    }

    String show(int texel) {
        StringJoiner text = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < widths.length; i++) {
            double value = value(texel, i);
            text.add(kind == 'f' ? Float.toString((float) value) : Long.toString((long) value));
        }
        return text.toString();
    }
}
