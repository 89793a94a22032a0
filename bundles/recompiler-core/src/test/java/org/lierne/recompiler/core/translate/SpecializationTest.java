package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.testing.Rule;

/** What of an image and its sampler makes another variant. */
final class SpecializationTest {
    private static final int UNORM_8_8_8_8 = 56;
    private static final int UINT_8_8_8_8 = 60;
    private static final int UNORM_10_11_11 = 30;
    private static final int[] POINT = {0, 0, 0, 0};

    private static final ShaderLayout LAYOUT = new ShaderLayout(List.of(
            new ShaderResource(0, ShaderResource.Kind.IMAGE, true, false, false, new DescriptorPath(List.of()), 0),
            new ShaderResource(1, ShaderResource.Kind.SAMPLER, true, false, false, new DescriptorPath(List.of()), 0)));

    private static int[] image(int type, int format) {
        return new int[] {0x10, 0xc0000000 | format << 20, 0x0000c001, type << 28 | 0xfac, 0, 0, 0, 0};
    }

    private static List<DescriptorWords> of(int[] image, int[] sampler) {
        return Specialization.of(LAYOUT, List.of(DescriptorWords.of(image), DescriptorWords.of(sampler)));
    }

    private static int[] with(int[] words, int index, int value) {
        int[] changed = words.clone();
        changed[index] = value;
        return changed;
    }

    private static int[] sampler(int word0, int word2) {
        return new int[] {word0, 0x00fff000, word2, 0};
    }

    @Test
    void addressesSizesLevelsAndFiltersOfPlainImagesShareAVariant() {
        int[] image = image(9, UNORM_8_8_8_8);
        List<DescriptorWords> plain = of(image, POINT);

        assertEquals(plain, of(with(image, 0, 0x777), sampler(0x12, 0x500000)));
        assertEquals(plain, of(with(image, 2, 0x00ffc0ff), POINT));
        assertEquals(plain, of(with(image, 3, image[3] | 5 << 16), POINT));
        assertEquals(plain, of(with(image, 4, 7), POINT));
        assertNotEquals(plain, of(image(9, UINT_8_8_8_8), POINT));
        assertNotEquals(plain, of(image(13, UNORM_8_8_8_8), POINT));
    }

    @Test
    @Rule({"C-035", "C-021"})
    void levelsAndFiltersCountWhereSamplesAreWrittenOut() {
        for (int[] image : new int[][] {image(10, UNORM_8_8_8_8), image(9, UNORM_10_11_11), image(9, UINT_8_8_8_8)}) {
            List<DescriptorWords> plain = of(image, POINT);

            assertNotEquals(plain, of(with(image, 3, image[3] | 5 << 16), POINT));
            assertEquals(of(with(image, 3, image[3] | 4 << 16), POINT), of(with(image, 3, image[3] | 5 << 16), POINT));
            assertNotEquals(plain, of(image, sampler(0, 1 << 20)));
            assertNotEquals(plain, of(image, sampler(2, 0)));
            assertEquals(plain, of(image, sampler(0, 0x80)), "a bias");
        }
    }

    @Test
    @Rule("C-035")
    void slicesOfAVolumeCountFromOneToSeveral() {
        int[] volume = image(10, UNORM_8_8_8_8);

        assertNotEquals(of(volume, POINT), of(with(volume, 4, 1), POINT));
        assertEquals(of(with(volume, 4, 1), POINT), of(with(volume, 4, 63), POINT));
    }

    @Test
    @Rule({"A-051", "C-036"})
    void texelCoordinatesDegammaAndReductionsAlwaysCount() {
        int[] image = image(9, UNORM_8_8_8_8);

        for (int bit : new int[] {15, 20, 29, 30}) {
            assertNotEquals(of(image, POINT), of(image, sampler(1 << bit, 0)), "bit " + bit);
        }
        assertNotEquals(of(image, sampler(1 << 15, 0)), of(with(image, 3, image[3] | 1 << 16), sampler(1 << 15, 0)));
    }

    @Test
    @Rule("A-032")
    void theOrderOfASampleMaskCounts() {
        int[] mask = image(9, 166);

        assertNotEquals(of(with(mask, 3, mask[3] | 24 << 20), POINT), of(with(mask, 3, mask[3] | 27 << 20), POINT));
    }

    @Test
    void nullStaysNull() {
        assertEquals(List.of(DescriptorWords.of(0, 0, 0, 0, 0, 0, 0, 0), DescriptorWords.of(0, 0, 0, 0)), of(new int[8], POINT));
    }
}
