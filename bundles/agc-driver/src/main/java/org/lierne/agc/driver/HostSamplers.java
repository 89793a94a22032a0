package org.lierne.agc.driver;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.descriptor.SamplerDescriptor;
import org.lierne.gpu.AddressMode;
import org.lierne.gpu.BorderColor;
import org.lierne.gpu.CompareOp;
import org.lierne.gpu.Filter;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuLimits;
import org.lierne.gpu.GpuSampler;
import org.lierne.gpu.Reduction;
import org.lierne.gpu.SamplerSpec;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;

/** What the device is asked for, by descriptors of samplers. */
final class HostSamplers {
    private static final CompareOp[] COMPARE = {CompareOp.NEVER, CompareOp.LESS, CompareOp.EQUAL,
        CompareOp.LESS_OR_EQUAL, CompareOp.GREATER, CompareOp.NOT_EQUAL, CompareOp.GREATER_OR_EQUAL, CompareOp.ALWAYS};
    private static final int BORDER_TABLE = 3;
    /** A largest level that leaves the choice between the filters of near and far texels, and rounds to level 0. */
    private static final float BASE_LEVEL_ALONE = 0.25f;
    /** A largest level above all there are. */
    private static final float ALL_LEVELS = 16;

    /** Descriptors that are kept decoded; titles that change levels of detail all the time make new ones. */
    private static final int MOST_KEPT = 4096;

    /** A descriptor with what the device is asked for in each of its kinds, its border as far as that needs no table. */
    private static final class Known {
        private final SamplerDescriptor descriptor;
        private final @Nullable SamplerSpec[] specs = new SamplerSpec[KINDS];

        Known(SamplerDescriptor descriptor) {
            this.descriptor = descriptor;
        }
    }

    private static final int KINDS = HostBinding.Kind.values().length;

    private final GpuDevice device;
    private final GuestMemory memory;
    private final Modes modes;
    private final Map<DescriptorWords, Known> samplers = new HashMap<>();

    HostSamplers(GpuDevice device, GuestMemory memory, Modes modes) {
        this.device = device;
        this.memory = memory;
        this.modes = modes;
    }

    static SamplerDescriptor descriptor(DescriptorWords words) {
        return SamplerDescriptor.of(new int[] {words.word(0), words.word(1), words.word(2), words.word(3)}, 0);
    }

    /**
     * The device's own for this recording.
     *
     * @param kind      which of the descriptor's samplers the module asks for
     * @param registers that say where the table of border colours lies
     */
    GpuSampler get(DescriptorWords words, HostBinding.Kind kind, RegisterFile registers, boolean isCompute) {
        Known known = samplers.get(words);
        if (known == null) {
            if (samplers.size() >= MOST_KEPT) {
                samplers.clear();
            }
            known = new Known(descriptor(words));
            samplers.put(words, known);
        }
        SamplerSpec spec = spec(known, kind);
        return device.sampler(namesEntry(known.descriptor) ? spec.withBorder(entry(known.descriptor, kind, BorderTable.of(memory, registers,
                isCompute))) : spec);
    }

    private SamplerSpec spec(Known known, HostBinding.Kind kind) {
        SamplerSpec spec = known.specs[kind.ordinal()];
        if (spec == null) {
            GpuLimits limits = device.facts().limits();
            spec = spec(known.descriptor, kind, device.facts().has(GpuFeature.SAMPLER_ANISOTROPY) ? limits.maxSamplerAnisotropy() : 1,
                    limits.maxSamplerLodBias(), fixed(known.descriptor, kind));
            known.specs[kind.ordinal()] = spec;
        }
        return spec;
    }

    private static boolean namesEntry(SamplerDescriptor s) {
        return s.borderType() == BORDER_TABLE && (usesBorder(s.clampX()) || usesBorder(s.clampY()) || usesBorder(s.clampZ()));
    }

    private BorderColor entry(SamplerDescriptor s, HostBinding.Kind kind, BorderTable colors) {
        String where = "a sampler with border colour %d of the table at 0x%x".formatted(s.borderIndex(), colors.address());
        if (!device.facts().has(GpuFeature.CUSTOM_BORDER_COLOR_WITHOUT_FORMAT)) {
            throw new WorkRefused("refused at draw: %s: the device has no such colours (VK_EXT_custom_border_color)".formatted(where));
        }
        if (!modes.acts(GraphicsCompat.BORDER_TABLE, where)) {
            throw new WorkRefused("refused at draw: %s (%s is off)".formatted(where, GraphicsCompat.BORDER_TABLE.id()));
        }
        BorderColor color = colors.color(s.borderIndex(), isInteger(kind));
        if (color == null) {
            throw new WorkRefused("refused at draw: %s: no memory holds it".formatted(where));
        }
        return color;
    }

    /** One of the colours that need no table. */
    static BorderColor fixed(SamplerDescriptor s, HostBinding.Kind kind) {
        return switch (s.borderType()) {
            case 1 -> isInteger(kind) ? BorderColor.Fixed.INT_OPAQUE_BLACK : BorderColor.Fixed.OPAQUE_BLACK;
            case 2 -> isInteger(kind) ? BorderColor.Fixed.INT_OPAQUE_WHITE : BorderColor.Fixed.OPAQUE_WHITE;
            default -> isInteger(kind) ? BorderColor.Fixed.INT_TRANSPARENT_BLACK : BorderColor.Fixed.TRANSPARENT_BLACK;
        };
    }

    private static boolean isInteger(HostBinding.Kind kind) {
        return kind == HostBinding.Kind.POINT_SAMPLER || kind == HostBinding.Kind.INTEGER_TEXEL_SAMPLER;
    }

    /**
     * What the device is asked for.
     *
     * @param mostAnisotropy of the device, 1 for none
     * @param mostBias       of the device
     * @param border         colour outside of the image, where the sampler takes one
     * @throws WorkRefused where hosts have no such sampler
     */
    static SamplerSpec spec(SamplerDescriptor s, HostBinding.Kind kind, float mostAnisotropy, float mostBias, BorderColor border) {
        boolean isTexel = kind.isOneTexel();
        boolean isPoint = isInteger(kind) || isTexel;
        boolean isAnisotropic = !isPoint && (s.magFilter() >= 2 || s.minFilter() >= 2);
        float anisotropy = isAnisotropic ? Math.min(1 << Math.min(s.maxAniso(), 4), mostAnisotropy) : 1;
        Reduction reduction = isTexel ? Reduction.AVERAGE : reduction(s.filterMode());
        boolean hasMips = s.mipFilter() != 0;
        Filter mag = isPoint ? Filter.NEAREST : filter(s.magFilter());
        Filter min = isPoint ? Filter.NEAREST : filter(s.minFilter());
        Filter mip = !isPoint && s.mipFilter() == 2 ? Filter.LINEAR : Filter.NEAREST;
        CompareOp compare = kind.isComparing() ? COMPARE[s.compare()] : null;
        if (compare != null && reduction != Reduction.AVERAGE) {
            throw new WorkRefused("refused at draw: a comparing sampler that takes the smallest or greatest texel, which the host does not have");
        }
        if (s.isUnnormalized()) {
            if (isWrapped(s.clampX()) || isWrapped(s.clampY())) {
                throw new WorkRefused("refused at draw: a sampler that wraps or mirrors texel coordinates, which the host does not do");
            }
            return new SamplerSpec(mag, mag, Filter.NEAREST, address(s.clampX()), address(s.clampY()), address(s.clampZ()), 0, 0, 0,
                    1, compare, reduction, border, true);
        }
        float bias = isTexel ? 0 : Math.clamp(s.lodBias(), -mostBias, mostBias);
        float minLod = hasMips && !isTexel ? s.minLod() : 0;
        float maxLod = isTexel ? ALL_LEVELS : hasMips ? Math.max(s.minLod(), s.maxLod()) : BASE_LEVEL_ALONE;
        return new SamplerSpec(mag, min, mip, address(s.clampX()), address(s.clampY()), address(s.clampZ()), bias, minLod, maxLod, anisotropy,
                compare, reduction, border, false);
    }

    private static Reduction reduction(int filterMode) {
        return switch (filterMode) {
            case 1 -> Reduction.MIN;
            case 2 -> Reduction.MAX;
            default -> Reduction.AVERAGE;
        };
    }

    private static Filter filter(int number) {
        return (number & 1) != 0 ? Filter.LINEAR : Filter.NEAREST;
    }

    private static boolean isWrapped(int clamp) {
        return address(clamp) != AddressMode.CLAMP_TO_EDGE && address(clamp) != AddressMode.CLAMP_TO_BORDER;
    }

    private static boolean usesBorder(int clamp) {
        return clamp >= 4;
    }

    /** The half-border modes differ from the border ones within half a texel only. */
    private static AddressMode address(int clamp) {
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
