package org.lierne.agc.driver;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.descriptor.BufferDescriptor;
import org.lierne.agc.descriptor.ImageDescriptor;
import org.lierne.agc.descriptor.ImageType;
import org.lierne.agc.descriptor.SamplerDescriptor;
import org.lierne.gpu.AddressMode;
import org.lierne.gpu.Filter;
import org.lierne.gpu.Reduction;
import org.lierne.gpu.SamplerSpec;
import org.lierne.recompiler.program.HostBinding;

/**
 * Random words as descriptors. Whatever they say, the device is asked for what every device has to have, or not at all: a device that is
 * asked for more may be lost. Documented: Vulkan, required limits and the rules of {@code VkSamplerCreateInfo}.
 */
final class DescriptorFuzz {
    static final float ANISOTROPY = 16;
    static final float BIAS = 2;
    private static final List<HostBinding.Kind> SAMPLERS = Stream.of(HostBinding.Kind.values()).filter(HostBinding.Kind::isSampler).toList();
    private static final int LONGEST = 16384;
    private static final int SLICES = 2048;

    private final long seed;
    private final SplittableRandom random;

    DescriptorFuzz(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /** Words at random, of few bits now and then: small fields are what most descriptors have. */
    private int[] words(int count) {
        int[] words = new int[count];
        for (int i = 0; i < count; i++) {
            int mask = random.nextInt();
            words[i] = random.nextInt() & (random.nextBoolean() ? mask & mask >>> 7 : -1);
        }
        return words;
    }

    private void holds(boolean condition, Object descriptor) {
        if (!condition) {
            throw new AssertionError(descriptor + ", seed " + seed);
        }
    }

    /** @return how many of the patterns are images that a host can have; all others are refused or read zero */
    long images(long patterns) {
        long accepted = 0;
        for (long i = 0; i < patterns; i++) {
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
        return accepted;
    }

    private static @Nullable SamplerSpec spec(SamplerDescriptor s, HostBinding.Kind kind) {
        try {
            return HostSamplers.spec(s, kind, ANISOTROPY, BIAS, HostSamplers.fixed(s, kind));
        } catch (WorkRefused refused) {
            return null;
        }
    }

    /** @return how many samplers of the patterns, each taken as of every kind, a host can have */
    long samplers(long patterns) {
        long accepted = 0;
        for (long i = 0; i < patterns; i++) {
            SamplerDescriptor s = SamplerDescriptor.of(words(4), 0);
            for (HostBinding.Kind kind : SAMPLERS) {
                SamplerSpec spec = spec(s, kind);
                if (spec != null) {
                    accepted++;
                    check(s, kind, spec);
                }
            }
        }
        return accepted;
    }

    private void check(SamplerDescriptor s, HostBinding.Kind kind, SamplerSpec spec) {
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

    private static boolean ends(AddressMode mode) {
        return mode == AddressMode.CLAMP_TO_EDGE || mode == AddressMode.CLAMP_TO_BORDER;
    }

    /** @return how many of the patterns are buffers with bytes */
    long buffers(long patterns) {
        long accepted = 0;
        for (long i = 0; i < patterns; i++) {
            int[] words = words(4);
            BufferDescriptor d = BufferDescriptor.of(words, 0);
            long records = Integer.toUnsignedLong(words[2]);
            holds(d.base() >= 0 && d.base() < 1L << 48, d);
            holds(d.stride() >= 0 && d.stride() < 1 << 14, d);
            holds(d.bytes() >= 0 && d.bytes() <= Math.max(records, (records + 63) * d.stride()), d);
            accepted += d.bytes() > 0 ? 1 : 0;
        }
        return accepted;
    }
}
