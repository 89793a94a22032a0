package org.lierne.recompiler.core.interpreter;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.program.UnifiedFormat;

/**
 * Texels of an image in memory: the formats of plain bit fields. sRGB is decoded as loads do it, rounded to eight significant bits
 * (rule A-060), and never stored.
 */
final class TexelFormat {
    private static final int ONE = 0x3f800000;
    private static final int DEPTH_16 = 7;
    private static final int DEPTH_32 = 22;
    private static final int ALPHA = 3;
    private static final int FIRST_CHANNEL_SELECT = 4;

    private final BufferFormat fields;
    private final UnifiedFormat format;
    private final int selectors;

    private TexelFormat(BufferFormat fields, UnifiedFormat format, int selectors) {
        this.fields = fields;
        this.format = format;
        this.selectors = selectors;
    }

    /** Of one unsigned dword. */
    static TexelFormat dwords() {
        return java.util.Objects.requireNonNull(of(20, 4));
    }

    /** The format of a number under selects, null where it is not one of plain bit fields. */
    static @Nullable TexelFormat of(int number, int selectors) {
        UnifiedFormat format = UnifiedFormat.of(number);
        if (format == null) {
            return null;
        }
        BufferFormat.Kind kind = switch (format.encoding()) {
            case UNORM, SRGB -> BufferFormat.Kind.UNORM;
            case SNORM -> BufferFormat.Kind.SNORM;
            case USCALED -> BufferFormat.Kind.USCALED;
            case SSCALED -> BufferFormat.Kind.SSCALED;
            case UINT -> BufferFormat.Kind.UINT;
            case SINT -> BufferFormat.Kind.SINT;
            case FLOAT -> BufferFormat.Kind.FLOAT;
        };
        int[] bits = format.fields().stream().mapToInt(Integer::intValue).toArray();
        return new TexelFormat(new BufferFormat(bits, kind), format, selectors);
    }

    int bytes() {
        return format.bytes();
    }

    int channels() {
        return format.channels();
    }

    boolean isInteger() {
        return fields.isInteger();
    }

    /** Whether comparisons mean something for it; other colours compare as 0 (rule A-008). */
    boolean isDepth() {
        return format.number() == DEPTH_16 || format.number() == DEPTH_32;
    }

    boolean canBeStored() {
        return format.encoding() != UnifiedFormat.Encoding.SRGB;
    }

    /** The four channels as the descriptor selects them; floats or integers as dwords. */
    int[] load(WaveMemory memory, long address) {
        int[] channels = new int[4];
        for (int c = 0; c < format.channels(); c++) {
            channels[c] = decode(c, bits(memory, address, c));
        }
        int[] selected = new int[4];
        for (int c = 0; c < 4; c++) {
            selected[c] = select(channels, selectors >>> 3 * c & 7);
        }
        return selected;
    }

    /** The first channel of a texel, whatever the descriptor selects. */
    int first(WaveMemory memory, long address) {
        return decode(0, bits(memory, address, 0));
    }

    /** The four output channels of a comparison: where the descriptor selects x its result, else constants. */
    int[] compared(int result) {
        int[] selected = new int[4];
        for (int c = 0; c < 4; c++) {
            int select = selectors >>> 3 * c & 7;
            selected[c] = select == FIRST_CHANNEL_SELECT ? result : select(new int[4], select);
        }
        return selected;
    }

    /** The four selected channels where there is no texel but a border of this red, green, blue and alpha. */
    int[] border(int rgb, int alpha) {
        int[] channels = {rgb, rgb, rgb, alpha};
        int[] selected = new int[4];
        for (int c = 0; c < 4; c++) {
            int select = selectors >>> 3 * c & 7;
            selected[c] = select < 4 ? constant(select) : channels[select - 4];
        }
        return selected;
    }

    private int select(int[] channels, int select) {
        if (select < 4) {
            return constant(select);
        }
        int channel = select - 4;
        return channel < format.channels() ? channels[channel] : channel == ALPHA ? one() : 0;
    }

    private int constant(int select) {
        return select == 1 ? one() : 0;
    }

    private int one() {
        return isInteger() ? 1 : ONE;
    }

    private int bits(WaveMemory memory, long address, int channel) {
        int width = format.fields().get(channel);
        int bit = format.offset(channel);
        if (width % 8 == 0 && bit % 8 == 0) {
            return (int) memory.read(address + bit / 8, width / 8);
        }
        return (int) (memory.read(address, format.bytes()) >>> bit & (1L << width) - 1);
    }

    private int decode(int channel, int raw) {
        if (format.encoding() != UnifiedFormat.Encoding.SRGB || channel == ALPHA) {
            return fields.decode(channel, raw);
        }
        double code = raw / 255.0;
        double linear = code <= 0.04045 ? code / 12.92 : Math.pow((code + 0.055) / 1.055, 2.4);
        int exact = Float.floatToRawIntBits((float) linear);
        return exact + 0x7fff + (exact >>> 16 & 1) & 0xffff0000;
    }

    /** Writes a texel from its channels in memory order. Integers saturate (rule B-019). */
    void store(WaveMemory memory, long address, int[] channels) {
        long word = 0;
        boolean whole = format.fields().stream().allMatch(width -> width % 8 == 0);
        for (int c = 0; c < format.channels(); c++) {
            int width = format.fields().get(c);
            int bits = fields.encode(c, channels[c]);
            if (whole) {
                memory.write(address + format.offset(c) / 8, width / 8, bits);
            } else {
                word |= (bits & (1L << width) - 1) << format.offset(c);
            }
        }
        if (!whole) {
            memory.write(address, format.bytes(), word);
        }
    }

    /**
     * Which data slot each stored channel takes, -1 for none. With selects X, Y, Z, W the second channel of two comes from the last slot
     * (rule B-020, measured).
     */
    int[] slots() {
        int[] slots = {-1, -1, -1, -1};
        for (int slot = 3; slot >= 0; slot--) {
            int select = selectors >>> 3 * slot & 7;
            if (select >= 4) {
                slots[select - 4] = slot;
            }
        }
        if (format.channels() == 2 && isInteger() && selectors == 0xfac) {
            slots[1] = ALPHA;
        }
        return slots;
    }
}
