package org.lierne.recompiler.core.pixel;

import java.util.List;
import org.lierne.recompiler.program.StageState;

/**
 * Where samples lie, in sixteenths of a pixel from its centre, for each pixel of a quad. Documented: PA_SC_AA_SAMPLE_LOCS, four samples a
 * word, x in the lower and y in the upper four bits of each byte, signed; Vulkan 1.3, standard sample locations.
 */
final class SampleLocations {
    private static final int QUAD = 4;
    private static final int WORDS_OF_PIXEL = 4;
    private static final float UNIT = 16;
    private static final int[][] TWO = {{4, 4}, {-4, -4}};
    private static final int[][] FOUR = {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}};
    private static final int[][] EIGHT = {{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}};
    private static final int[][] SIXTEEN = {{1, 1}, {-1, -3}, {-3, 2}, {4, -1}, {-5, -2}, {2, 5}, {5, 3}, {3, -5}, {-2, 6}, {0, -7}, {-4, -6},
        {-6, 4}, {-8, 0}, {7, -4}, {6, 7}, {-7, -8}};

    private final int samples;
    private final List<Integer> words;

    private SampleLocations(int samples, List<Integer> words) {
        this.samples = samples;
        this.words = words;
    }

    /** Those the draw programs; the standard ones where it programs none. */
    static SampleLocations of(StageState.Pixel pixel) {
        List<Integer> words = pixel.draw().sampleLocations();
        return new SampleLocations(pixel.samples(), words.stream().allMatch(word -> word == 0) ? List.of() : words);
    }

    /** @param pixel of the quad: right ones have bit 0, lower ones bit 1 */
    float offset(int pixel, int sample, boolean isX) {
        if (samples <= 1) {
            return 0;
        }
        if (words.isEmpty()) {
            int[][] standard = switch (samples) {
                case 2 -> TWO;
                case 4 -> FOUR;
                case 8 -> EIGHT;
                default -> SIXTEEN;
            };
            return standard[sample][isX ? 0 : 1] / UNIT;
        }
        int word = words.get(WORDS_OF_PIXEL * pixel + sample / 4);
        return (word << 28 - 8 * (sample % 4) - (isX ? 0 : 4) >> 28) / UNIT;
    }

    boolean isSameInQuad(int sample) {
        for (int pixel = 1; pixel < QUAD; pixel++) {
            if (offset(pixel, sample, true) != offset(0, sample, true) || offset(pixel, sample, false) != offset(0, sample, false)) {
                return false;
            }
        }
        return true;
    }
}
