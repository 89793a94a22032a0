package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.UnifiedFormat;

/**
 * Turns the bits of a buffer texel into channel words and back. Channel words are f32 bits for float, normalised and scaled formats,
 * integers for integer formats. Documented: RDNA 2 ISA, "Memory buffer load with format".
 */
final class TexelCodec {
    private final Code code;
    private final ModuleBuilder module;
    private final UnifiedFormat format;

    TexelCodec(Emission emission, UnifiedFormat format) {
        this.code = emission.code;
        this.module = emission.module;
        this.format = format;
    }

    /** The channels of a texel given as its words. */
    int[] decode(int[] words) {
        int[] channels = new int[format.channels()];
        for (int i = 0; i < channels.length; i++) {
            channels[i] = channel(words[format.offset(i) / 32], format.offset(i) % 32, format.fields().get(i));
        }
        return channels;
    }

    private int channel(int word, int offset, int bits) {
        return switch (format.encoding()) {
            case UINT -> code.field(word, offset, bits);
            case SINT -> code.signedField(word, offset, bits);
            case USCALED -> code.asWord(code.op(OpConvertUToF, code.float32(), code.field(word, offset, bits)));
            case SSCALED -> code.asWord(code.op(OpConvertSToF, code.float32(), code.signedField(word, offset, bits)));
            case UNORM -> code.asWord(code.op(OpFDiv, code.float32(), code.op(OpConvertUToF, code.float32(), code.field(word, offset, bits)),
                    code.constantFloat((float) ((1L << bits) - 1))));
            case SNORM -> {
                int value = code.op(OpFDiv, code.float32(), code.op(OpConvertSToF, code.float32(), code.signedField(word, offset, bits)),
                        code.constantFloat((float) ((1L << bits - 1) - 1)));
                yield code.asWord(code.glsl(Spv.Glsl.FMax, code.float32(), value, code.constantFloat(-1)));
            }
            case FLOAT -> floatField(word, offset, bits);
            case SRGB -> throw new IllegalStateException("no buffer format is sRGB");
        };
    }

    private int floatField(int word, int offset, int bits) {
        return switch (bits) {
            case 32 -> word;
            case 16 -> code.asWord(code.halfFloat(word, offset / 16));
            // Unsigned 11- and 10-bit floats are an f16 without sign whose low significand bits are missing.
            default -> {
                int half = code.shiftLeft(code.field(word, offset, bits), code.constant(15 - bits));
                yield code.asWord(code.halfFloat(half, 0));
            }
        };
    }

    /** A destination select: 0 zero, 1 one, 4 to 7 the channels; a channel the format lacks reads as 0, the fourth as 1. */
    int select(int[] channels, int select) {
        int one = switch (format.encoding()) {
            case UINT, SINT -> 1;
            default -> Float.floatToRawIntBits(1);
        };
        int channel = select - 4;
        if (select == 1 || channel == 3 && channels.length < 4) {
            return code.constant(one);
        }
        return channel < 0 || channel >= channels.length ? code.constant(0) : channels[channel];
    }

    /** The words of a texel with these channels. */
    int[] encode(int[] channels) {
        int[] words = new int[Math.max(1, format.bytes() / 4)];
        boolean[] filled = new boolean[words.length];
        for (int i = 0; i < format.channels(); i++) {
            int bits = format.fields().get(i);
            int word = format.offset(i) / 32;
            int offset = format.offset(i) % 32;
            int field = bits == 32 ? channels[i] : code.and(encoded(channels[i], bits), code.constant((1 << bits) - 1));
            int placed = offset == 0 ? field : code.shiftLeft(field, code.constant(offset));
            words[word] = filled[word] ? code.or(words[word], placed) : placed;
            filled[word] = true;
        }
        return words;
    }

    private int encoded(int channel, int bits) {
        int float32 = code.float32();
        long top = (1L << bits) - 1;
        long signedTop = (1L << bits - 1) - 1;
        return switch (format.encoding()) {
            case UINT -> code.glsl(Spv.Glsl.UMin, code.word(), channel, code.constant((int) top));
            case SINT -> code.glsl(Spv.Glsl.SClamp, code.word(), channel, code.constant((int) (-signedTop - 1)), code.constant((int) signedTop));
            case UNORM -> rounded(OpConvertFToU, scaled(channel, 0, 1, top));
            case SNORM -> rounded(OpConvertFToS, scaled(channel, -1, 1, signedTop));
            case USCALED -> rounded(OpConvertFToU, scaled(channel, 0, top, 1));
            case SSCALED -> rounded(OpConvertFToS, scaled(channel, -signedTop - 1, signedTop, 1));
            case FLOAT -> switch (bits) {
                case 32 -> channel;
                case 16 -> code.glsl(Spv.Glsl.PackHalf2x16, code.word(), code.construct(module.typeVector(float32, 2),
                        code.asFloat(channel), code.constantFloat(0)));
                default -> {
                    int positive = code.glsl(Spv.Glsl.NMax, float32, code.asFloat(channel), code.constantFloat(0));
                    yield code.shiftRight(AluEmitter.halfBitsTowardsZero(code, positive), code.constant(15 - bits));
                }
            };
            case SRGB -> throw new IllegalStateException("no buffer format is sRGB");
        };
    }

    private int scaled(int channel, double low, double high, double factor) {
        int clamped = code.glsl(Spv.Glsl.NClamp, code.float32(), code.asFloat(channel), code.constantFloat((float) low),
                code.constantFloat((float) high));
        return factor == 1 ? clamped : code.op(OpFMul, code.float32(), clamped, code.constantFloat((float) factor));
    }

    private int rounded(Spv.Op conversion, int value) {
        return code.op(conversion, code.word(), code.glsl(Spv.Glsl.RoundEven, code.float32(), value));
    }

    /** Two channels a word: f16 for float formats, the low 16 bits for integers. */
    int[] pack16(int[] channels) {
        return pack16(code, module, channels, format.encoding().numericClass() == NumericClass.FLOAT);
    }

    int[] unpack16(int[] words, int count) {
        return unpack16(code, words, count, format.encoding().numericClass());
    }

    static int[] pack16(Code code, ModuleBuilder module, int[] channels, boolean isFloat) {
        int[] words = new int[(channels.length + 1) / 2];
        for (int i = 0; i < words.length; i++) {
            int low = channels[2 * i];
            int high = 2 * i + 1 < channels.length ? channels[2 * i + 1] : code.constant(0);
            words[i] = isFloat
                    ? code.glsl(Spv.Glsl.PackHalf2x16, code.word(),
                            code.construct(module.typeVector(code.float32(), 2), code.asFloat(low), code.asFloat(high)))
                    : code.or(code.and(low, code.constant(0xffff)), code.shiftLeft(high, code.constant(16)));
        }
        return words;
    }

    static int[] unpack16(Code code, int[] words, int count,
                          NumericClass numericClass) {
        int[] channels = new int[count];
        for (int i = 0; i < count; i++) {
            int word = words[i / 2];
            int offset = i % 2 * 16;
            channels[i] = switch (numericClass) {
                case UINT -> code.field(word, offset, 16);
                case SINT -> code.signedField(word, offset, 16);
                case FLOAT -> code.asWord(code.halfFloat(word, i % 2));
            };
        }
        return channels;
    }
}
