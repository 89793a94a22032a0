package org.lierne.recompiler.core.translate;

import java.util.List;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ImageBits;
import org.lierne.recompiler.program.SamplerBits;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderResource;

/**
 * The bits of descriptors that shape code. Addresses and sizes stay out, and mostly levels and filters too: two draws that differ in
 * those alone share a variant. What is masked away here no pass and no emitter may look at, so passes get the masked words.
 */
final class Specialization {
    /** Stands for a last level other than 0. */
    private static final int ANOTHER_LEVEL = 1 << 16;

    private Specialization() {}

    /** The words with everything else cleared. A null descriptor stays null, and only a null one becomes it. */
    static List<DescriptorWords> of(ShaderLayout layout, List<DescriptorWords> descriptors) {
        if (descriptors.size() != layout.resources().size()) {
            throw new IllegalArgumentException(descriptors.size() + " descriptors given for " + layout.resources().size() + " resources");
        }
        boolean counts = false;
        boolean written = false;
        for (ShaderResource resource : layout.resources()) {
            DescriptorWords words = descriptors.get(resource.index());
            counts |= resource.kind() == ShaderResource.Kind.SAMPLER && SamplerBits.of(words).isUnnormalized();
            written |= resource.kind().isImage() && ImageBits.of(words).isSamplingWritten();
        }
        boolean hasLevels = counts || written;
        boolean hasFilters = written;
        return layout.resources().stream().map(resource -> masked(resource, descriptors.get(resource.index()), hasLevels, hasFilters))
                .toList();
    }

    private static DescriptorWords masked(ShaderResource resource, DescriptorWords words, boolean hasLevels, boolean hasFilters) {
        return switch (resource.kind()) {
            // Whether elements can lie across dwords.
            case MEMORY -> DescriptorWords.of(words.count() > 0 ? words.word(0) & 3 : 0, 0);
            case IMAGE_TABLE, SAMPLER_TABLE -> words;
            case SLOT -> DescriptorWords.of(words.complete() ? 0 : 1);
            case FAULTS, GLOBAL_SHARE, SPANS, DRAWN_VERTICES, EXPORTED -> DescriptorWords.of();
            case SAMPLER -> sampler(words, hasFilters);
            // The low bits of the base, stride and swizzle; selects, format, modes. Type other than 0 in the top bits is kept to be refused.
            case BUFFER -> words.isNull() ? DescriptorWords.of(0, 0, 0, 0)
                    : DescriptorWords.of(words.word(0) & 3, words.word(1) & 0xffff0000, 0, words.word(3) | 1 << 24);
            case IMAGE, IMAGE_SET -> words.isNull() ? DescriptorWords.of(0, 0, 0, 0, 0, 0, 0, 0) : image(words, hasLevels);
        };
    }

    /**
     * Forms; clamps and filters where samples are written; clamps that no host has; the filters of one that reduces, at which tables look
     * (rule A-034).
     */
    private static DescriptorWords sampler(DescriptorWords words, boolean hasFilters) {
        SamplerBits bits = SamplerBits.of(words);
        boolean isHosted = SamplerBits.isHosted(bits.clampX()) && SamplerBits.isHosted(bits.clampY());
        int kept = hasFilters || !isHosted ? SamplerBits.FORMS | SamplerBits.CLAMPS : SamplerBits.FORMS;
        return DescriptorWords.of(words.word(0) & kept, 0, hasFilters || bits.reduction() != 0 ? words.word(2) & SamplerBits.FILTERS : 0, 0);
    }

    /** Format; selects and type, whether there are levels, the order of a sample mask; how many slices; whether it is compressed. */
    private static DescriptorWords image(DescriptorWords words, boolean hasLevels) {
        int levels = hasLevels && !ImageBits.of(words).isLevelZeroAlone() ? ANOTHER_LEVEL : 0;
        int tiling = ImageBits.of(words).isSampleMask() ? words.word(3) & 0x1f << 20 : 0;
        return DescriptorWords.of(0, words.word(1) & 0x1ff00000, 0, words.word(3) & 0xf0000fff | levels | tiling, slices(words), 0,
                words.word(6) & 1 << 21, 0);
    }

    /** Last slice: 0, 5 for one cube, 11 for an array of cubes; 0 for a volume of one slice, else 1; other types keep nothing. */
    private static int slices(DescriptorWords words) {
        int last = words.word(4) & 0x1fff;
        int first = words.word(4) >>> 16 & 0x1fff;
        return switch (words.word(3) >>> 28) {
            case ImageBits.D3 -> Math.min(last, 1);
            case ImageBits.CUBE -> last - first >= 6 ? 11 : 5;
            default -> 0;
        };
    }
}
