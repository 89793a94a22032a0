package org.lierne.lib.agc;

import org.jspecify.annotations.Nullable;
import org.lierne.agc.register.Registers;
import org.lierne.agc.shader.ShaderRecord;

/** Which parameter each pixel input reads: SPI_PS_INPUT_CNTL from the semantic words of both records. */
final class Interpolants {
    private static final int ENTRIES = 32;
    private static final int USE_DEFAULT = 0x20;
    private static final int FLAT = 1 << 10;
    private static final int F16_MODE = 0x00080000;
    private static final int DEFAULT_HIGH = 0x00100000;

    /** The two rules for inputs with 16-bit halves. */
    enum Form { PLAIN, SEPARATE_HALVES }

    private Interpolants() {}

    /** @param withUnused whether the entries behind the inputs are written too, as themselves */
    static RegisterPair[] map(ShaderRecord geometry, @Nullable ShaderRecord pixel, Form form, boolean withUnused) {
        int inputs = pixel == null ? 0 : Math.min(pixel.inputCount(), ENTRIES);
        RegisterPair[] entries = new RegisterPair[withUnused ? ENTRIES : inputs];
        for (int i = 0; i < entries.length; i++) {
            int value = i < inputs && pixel != null ? control(pixel.input(i), geometry, form) : i;
            entries[i] = new RegisterPair(Registers.SPI_PS_INPUT_CNTL.at(i), value);
        }
        return entries;
    }

    private static int control(int input, ShaderRecord geometry, Form form) {
        int match = 0;
        boolean isMatched = false;
        for (int i = 0; i < geometry.outputCount() && !isMatched; i++) {
            int output = geometry.output(i);
            if ((output & 0xFF) == (input & 0xFF)) {
                match = output;
                isMatched = true;
            }
        }
        return control(input, match, isMatched, form);
    }

    /**
     * One entry.
     *
     * @param input  the pixel record's semantic word
     * @param output the geometry record's, 0 if none has the same id
     */
    static int control(int input, int output, boolean isMatched, Form form) {
        int halves = input >>> 20 & 3;
        boolean isFlat = (input >>> 22 & 1) != 0;
        boolean isCustom = (input >>> 24 & 1) != 0;
        int value;
        int defaultLow = input >>> 28 & 3;
        if (halves == 0) {
            value = isCustom || !isMatched ? USE_DEFAULT : 0;
        } else if (form == Form.SEPARATE_HALVES && halves == 2) {
            int common = input & output;
            value = input << 4 & 0x03000000 | F16_MODE;
            value |= isMatched && (common >>> 21 & 1) != 0 ? 0 : USE_DEFAULT;
            value |= (input >>> 30) << 21;
            defaultLow = input >>> 30;
        } else {
            value = input << 4 & 0x03000000;
            if (isMatched) {
                int common = input & output;
                value |= F16_MODE;
                value |= (common >>> 20 & 1) != 0 ? 0 : USE_DEFAULT;
                value |= (common >>> 21 & 1) != 0 ? 0 : DEFAULT_HIGH;
            } else {
                value |= F16_MODE | DEFAULT_HIGH | USE_DEFAULT;
            }
            value |= (input >>> 30) << 21;
        }
        value |= output >>> 8 & 0x1F;
        if ((isFlat || isCustom) && isMatched) {
            value |= FLAT;
        }
        return value | defaultLow << 8;
    }
}
