package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.agc.descriptor.BufferDescriptor;
import org.lierne.agc.descriptor.ImageDescriptor;
import org.lierne.agc.descriptor.SamplerDescriptor;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.testing.Rule;

/** Random words as descriptors; {@code lierne test --long} takes a thousand times as many. */
final class DescriptorFuzzTest {
    private static final long SEED = 20260612;
    private static final int PATTERNS = Boolean.getBoolean("lierne.long") ? 100_000_000 : 100_000;

    private final DescriptorFuzz fuzz = new DescriptorFuzz(SEED);

    @Test
    @Rule("R12")
    void imagesAreOfSizesThatHostsHaveOrRefused() {
        long accepted = fuzz.images(PATTERNS);

        assertTrue(accepted > PATTERNS / 100, accepted + " of the patterns are images");
    }

    /** A 16 by 16 image with one word changed at a time. */
    @ParameterizedTest
    @CsvSource({"3, 93c00fac, 4 levels is none", "3, 950a0fac, 11 levels of a surface that is 16 texels long",
        "3, 90023fac, 'the first level, 3, lies behind the last, 2'", "4, 00050004, 'the first slice, 5, lies behind the last, 4'"})
    @Rule("R12")
    void saysWhatIsWrongWithAnImage(int index, String word, String problem) {
        int[] words = {0x1000, 0xc0000000 | 56 << 20, 0x0003c003, 0x90000fac, 0, 0, 0, 0};
        words[index] = Integer.parseUnsignedInt(word, 16);
        if (index == 4) {
            words[3] = 0xd0000fac;
        }
        @Nullable String found = HostImages.problem(ImageDescriptor.of(words, 0));

        if (problem.endsWith("is none")) {
            assertNull(found);
        } else {
            assertEquals(problem, found);
        }
    }

    @Test
    @Rule("R12")
    void samplersFollowTheHostsRulesOrAreRefused() {
        long accepted = fuzz.samplers(PATTERNS);

        assertTrue(accepted > PATTERNS / 100, accepted + " of the patterns are samplers");
    }

    @Test
    @Rule("A-051")
    void refusesSamplersThatWrapTexelCoordinates() {
        SamplerDescriptor wrapping = SamplerDescriptor.of(new int[] {1 << 15, 0, 0, 0}, 0);

        WorkRefused refused = assertThrows(WorkRefused.class, () -> HostSamplers.spec(wrapping, HostBinding.Kind.SAMPLER,
                DescriptorFuzz.ANISOTROPY, DescriptorFuzz.BIAS, HostSamplers.fixed(wrapping, HostBinding.Kind.SAMPLER)));

        assertTrue(String.valueOf(refused.getMessage()).contains("wraps or mirrors texel coordinates"), refused.getMessage());
    }

    @Test
    @Rule("R12")
    void buffersNeverReachPastWhatTheirWordsCanSay() {
        assertTrue(fuzz.buffers(PATTERNS) > PATTERNS / 2);
        assertEquals(0, BufferDescriptor.of(new int[4], 0).bytes());
    }
}
