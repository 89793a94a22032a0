package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
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
 * asked for more may be lost. Documented: Vulkan, required limits and the rules of {@code VkSamplerCreateInfo}. {@code lierne test --long}
 * takes a thousand times as many.
 */
final class DescriptorFuzzTest {
    private static final long SEED = 20260612;
    private static final int PATTERNS = Boolean.getBoolean("lierne.long") ? 100_000_000 : 100_000;
    private static final List<HostBinding.Kind> SAMPLERS = Stream.of(HostBinding.Kind.values()).filter(HostBinding.Kind::isSampler).toList();
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

    private static void holds(boolean condition, Object descriptor) {
        if (!condition) {
            fail(descriptor + ", seed " + SEED);
        }
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
            boolean isDeep = d.type() == ImageType.D3;
            int slices = isDeep ? d.depth() : d.slices();
            int longest = Math.max(Math.max(d.width(), d.height()), isDeep ? d.depth() : 1);
            holds(d.width() >= 1 && d.height() >= 1 && d.width() <= LONGEST && d.height() <= LONGEST, d);
            holds(slices >= 1 && slices <= SLICES, d);
            holds(d.levels() >= 1 && longest >> d.levels() - 1 >= 1, d);
            holds(d.isMultisampled() || d.baseLevel() < d.levels(), d);
            holds((long) d.width() * d.height() * slices * d.samples() <= 1L << 28, d);
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
            for (HostBinding.Kind kind : SAMPLERS) {
                SamplerSpec spec = spec(s, kind);
                if (spec == null) {
                    continue;
                }
                accepted++;
                holds(Math.abs(spec.lodBias()) <= BIAS, s);
                holds(spec.minLod() >= 0 && spec.minLod() <= spec.maxLod(), s);
                holds(spec.maxAnisotropy() >= 1 && spec.maxAnisotropy() <= ANISOTROPY, s);
                holds(spec.compare() == null || spec.reduction() == Reduction.AVERAGE, s);
                holds(!spec.isUnnormalized() || spec.mag() == spec.min() && spec.mip() == Filter.NEAREST && spec.maxLod() == 0
                        && spec.maxAnisotropy() == 1 && ends(spec.u()) && ends(spec.v()), s);
                holds(!kind.isOneTexel() || spec.lodBias() == 0 && spec.minLod() == 0 && spec.reduction() == Reduction.AVERAGE, s);
                holds(kind != HostBinding.Kind.POINT_SAMPLER && !kind.isOneTexel() || spec.mag() == Filter.NEAREST && spec.min() == Filter.NEAREST
                        && spec.mip() == Filter.NEAREST, s);
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
            holds(d.base() >= 0 && d.base() < 1L << 48, d);
            holds(d.stride() >= 0 && d.stride() < 1 << 14, d);
            holds(d.bytes() >= 0 && d.bytes() <= Math.max(records, records * d.stride()), d);
        }
        assertEquals(0, BufferDescriptor.of(new int[4], 0).bytes());
    }
}
