package org.lierne.lib.ngs2;

import org.jspecify.annotations.Nullable;

/**
 * Where a voice's sound goes.
 *
 * @param matrix      number of the levels between its channels and those of the voice there; {@link #NO_MATRIX} for none
 * @param input       number of the input there
 * @param destination null while it goes nowhere
 */
record Port(int matrix, float volume, int input, @Nullable Voice destination) {
    static final int NO_MATRIX = -1;
    static final Port OPEN = new Port(NO_MATRIX, 1, 0, null);

    Port withMatrix(int number) {
        return new Port(number, volume, input, destination);
    }

    Port withVolume(float level) {
        return new Port(matrix, level, input, destination);
    }

    Port to(@Nullable Voice voice, int number) {
        return new Port(matrix, volume, number, voice);
    }
}
