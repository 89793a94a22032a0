package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.agc.descriptor.BufferDescriptor;
import org.lierne.agc.descriptor.ImageDescriptor;
import org.lierne.agc.descriptor.ImageType;
import org.lierne.agc.descriptor.SamplerDescriptor;
import org.lierne.gpu.AddressMode;
import org.lierne.gpu.Filter;
import org.lierne.gpu.Reduction;
import org.lierne.gpu.SamplerSpec;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.testing.Rule;

/**
 * Random words as descriptors. Whatever they say, the device is asked for what every device has to have, or not at all: a device that is
 * asked for more may be lost. Documented: Vulkan, required limits and the rules of {@code VkSamplerCreateInfo}.
 */
final class DescriptorFuzzTest {
    private static final long SEED = 20260612;
    private static final int PATTERNS = 100_000;
    private static final int LONGEST = 16384;
    private static final int SLICES = 2048;
    private static final float ANISOTROPY = 16;
    private static final float BIAS = 2;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Words at random, of few bits now and then: small fields are what most descriptors have. */
    private int[] words(int count) {
        int[] words = new int[count];
        for (int i = 0; i < count; i++) {
            int mask = random.nextInt();
            words[i] = random.nextInt() & (random.nextBoolean() ? mask & mask >>> 7 : -1);
        }
        return words;
    }

    @Test
    @Rule("R12")
    void imagesAreOfSizesThatHostsHaveOrRefused() {
        int accepted = 0;
        for (int i = 0; i < PATTERNS; i++) {
            ImageDescriptor d = ImageDescriptor.of(words(8), 0);
            if (d.type() == null || HostImages.problem(d) != null) {
                continue;
            }
            accepted++;
            String text = d + ", seed " + SEED;
            boolean isDeep = d.type() == ImageType.D3;
            int slices = isDeep ? d.depth() : d.slices();
            int longest = Math.max(Math.max(d.width(), d.height()), isDeep ? d.depth() : 1);
            assertTrue(d.width() >= 1 && d.height() >= 1 && d.width() <= LONGEST && d.height() <= LONGEST, text);
            assertTrue(slices >= 1 && slices <= SLICES, text);
            assertTrue(d.levels() >= 1 && longest >> d.levels() - 1 >= 1, text);
            assertTrue(d.isMultisampled() || d.baseLevel() < d.levels(), text);
            assertTrue((long) d.width() * d.height() * slices * d.samples() <= 1L << 28, text);
        }
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

    private static @Nullable SamplerSpec spec(SamplerDescriptor s, HostBinding.Kind kind) {
        try {
            return HostSamplers.spec(s, kind, ANISOTROPY, BIAS);
        } catch (WorkRefused refused) {
            assertNotNull(refused.getMessage());
            return null;
        }
    }

    @Test
    @Rule("R12")
    void samplersFollowTheHostsRulesOrAreRefused() {
        int accepted = 0;
        for (int i = 0; i < PATTERNS; i++) {
            SamplerDescriptor s = SamplerDescriptor.of(words(4), 0);
            for (HostBinding.Kind kind : new HostBinding.Kind[] {HostBinding.Kind.SAMPLER, HostBinding.Kind.COMPARING_SAMPLER,
                HostBinding.Kind.POINT_SAMPLER}) {
                SamplerSpec spec = spec(s, kind);
                if (spec == null) {
                    continue;
                }
                accepted++;
                String text = s + " " + spec + ", seed " + SEED;
                assertTrue(Math.abs(spec.lodBias()) <= BIAS, text);
                assertTrue(spec.minLod() >= 0 && spec.minLod() <= spec.maxLod(), text);
                assertTrue(spec.maxAnisotropy() >= 1 && spec.maxAnisotropy() <= ANISOTROPY, text);
                assertTrue(spec.compare() == null || spec.reduction() == Reduction.AVERAGE, text);
                assertTrue(!spec.isUnnormalized() || spec.mag() == spec.min() && spec.mip() == Filter.NEAREST && spec.maxLod() == 0
                        && spec.maxAnisotropy() == 1 && ends(spec.u()) && ends(spec.v()), text);
                assertTrue(kind != HostBinding.Kind.POINT_SAMPLER || spec.mag() == Filter.NEAREST && spec.min() == Filter.NEAREST
                        && spec.mip() == Filter.NEAREST, text);
            }
        }
        assertTrue(accepted > PATTERNS / 100, accepted + " of the patterns are samplers");
    }

    private static boolean ends(AddressMode mode) {
        return mode == AddressMode.CLAMP_TO_EDGE || mode == AddressMode.CLAMP_TO_BORDER;
    }

    @Test
    @Rule("A-051")
    void refusesSamplersThatWrapTexelCoordinates() {
        SamplerDescriptor wrapping = SamplerDescriptor.of(new int[] {1 << 15, 0, 0, 0}, 0);

        WorkRefused refused = assertThrows(WorkRefused.class, () -> HostSamplers.spec(wrapping, HostBinding.Kind.SAMPLER, ANISOTROPY, BIAS));

        assertTrue(String.valueOf(refused.getMessage()).contains("wraps or mirrors texel coordinates"), refused.getMessage());
    }

    @Test
    @Rule("R12")
    void buffersNeverReachPastWhatTheirWordsCanSay() {
        for (int i = 0; i < PATTERNS; i++) {
            int[] words = words(4);
            BufferDescriptor d = BufferDescriptor.of(words, 0);
            long records = Integer.toUnsignedLong(words[2]);
            String text = d + ", seed " + SEED;
            assertTrue(d.base() >= 0 && d.base() < 1L << 48, text);
            assertTrue(d.stride() >= 0 && d.stride() < 1 << 14, text);
            assertTrue(d.bytes() >= 0 && d.bytes() <= Math.max(records, records * d.stride()), text);
        }
        assertEquals(0, BufferDescriptor.of(new int[4], 0).bytes());
    }
}
