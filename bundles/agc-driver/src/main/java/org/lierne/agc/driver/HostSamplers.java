package org.lierne.agc.driver;

import java.util.HashMap;
import java.util.Map;
import org.lierne.agc.descriptor.SamplerDescriptor;
import org.lierne.gpu.AddressMode;
import org.lierne.gpu.BorderColor;
import org.lierne.gpu.CompareOp;
import org.lierne.gpu.Filter;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuSampler;
import org.lierne.gpu.Reduction;
import org.lierne.gpu.SamplerSpec;
import org.lierne.recompiler.program.DescriptorWords;

/** Samplers by their descriptors. */
final class HostSamplers {
    private static final CompareOp[] COMPARE = {CompareOp.NEVER, CompareOp.LESS, CompareOp.EQUAL,
        CompareOp.LESS_OR_EQUAL, CompareOp.GREATER, CompareOp.NOT_EQUAL, CompareOp.GREATER_OR_EQUAL, CompareOp.ALWAYS};
    private static final int BORDER_TABLE = 3;

    private final GpuDevice device;
    private final Map<DescriptorWords, GpuSampler> samplers = new HashMap<>();

    HostSamplers(GpuDevice device) {
        this.device = device;
    }

    static SamplerDescriptor descriptor(DescriptorWords words) {
        return SamplerDescriptor.of(new int[] {words.word(0), words.word(1), words.word(2), words.word(3)}, 0);
    }

    GpuSampler get(DescriptorWords words) {
        GpuSampler known = samplers.get(words);
        if (known == null) {
            SamplerDescriptor descriptor = descriptor(words);
            known = device.sampler(spec(descriptor, descriptor.compare() != 0));
            samplers.put(words, known);
        }
        return known;
    }

    private SamplerSpec spec(SamplerDescriptor s, boolean isComparing) {
        if (s.borderType() == BORDER_TABLE && (usesBorder(s.clampX()) || usesBorder(s.clampY())
                || usesBorder(s.clampZ()))) {
            throw new WorkRefused(
                    "refused at draw: a sampler with border colour %d of the table: the table is not read yet".formatted(
                    s.borderIndex()));
        }
        BorderColor border = switch (s.borderType()) {
            case 1 -> BorderColor.Fixed.OPAQUE_BLACK;
            case 2 -> BorderColor.Fixed.OPAQUE_WHITE;
            default -> BorderColor.Fixed.TRANSPARENT_BLACK;
        };
        boolean isAnisotropic = (s.magFilter() >= 2 || s.minFilter() >= 2) && device.facts()
                .has(GpuFeature.SAMPLER_ANISOTROPY);
        float anisotropy = isAnisotropic ? Math.min(1 << Math.min(s.maxAniso(), 4), device.facts().limits()
                .maxSamplerAnisotropy()) : 1;
        Reduction reduction = switch (s.filterMode()) {
            case 1 -> Reduction.MIN;
            case 2 -> Reduction.MAX;
            default -> Reduction.AVERAGE;
        };
        boolean hasMips = s.mipFilter() != 0;
        return new SamplerSpec(filter(s.magFilter()), filter(s.minFilter()), s.mipFilter() == 2 ? Filter.LINEAR
                : Filter.NEAREST, address(s.clampX()), address(s.clampY()), address(s.clampZ()), s.isUnnormalized() ? 0
                : s.lodBias(), hasMips && !s.isUnnormalized() ? s.minLod() : 0, hasMips && !s.isUnnormalized()
                ? Math.max(s.minLod(), s.maxLod()) : 0, s.isUnnormalized() ? 1 : anisotropy, isComparing
                ? COMPARE[s.compare()] : null, reduction, border, s.isUnnormalized());
    }

    private static Filter filter(int number) {
        return (number & 1) != 0 ? Filter.LINEAR : Filter.NEAREST;
    }

    private static boolean usesBorder(int clamp) {
        return clamp >= 4;
    }

    /** The half-border modes differ from the border ones within half a texel only. */
    private AddressMode address(int clamp) {
        return switch (clamp) {
            case 0 -> AddressMode.REPEAT;
            case 1 -> AddressMode.MIRRORED_REPEAT;
            case 2 -> AddressMode.CLAMP_TO_EDGE;
            case 3 -> AddressMode.MIRROR_CLAMP_TO_EDGE;
            case 6 -> AddressMode.CLAMP_TO_BORDER;
            default -> throw new WorkRefused("refused at draw: a sampler with address mode " + clamp
                    + ", which the host does not have");
        };
    }
}
