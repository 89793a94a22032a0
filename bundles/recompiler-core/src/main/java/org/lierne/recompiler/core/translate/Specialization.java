package org.lierne.recompiler.core.translate;

import java.util.List;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderResource;

/**
 * The bits of descriptors that shape code. Addresses, sizes, levels and filters stay out: two draws that differ in those alone share a
 * variant. What is masked away here no pass and no emitter may look at, so passes get the masked words.
 */
final class Specialization {
    private Specialization() {}

    /** The words with everything else cleared. A null descriptor stays null, and only a null one becomes it. */
    static List<DescriptorWords> of(ShaderLayout layout, List<DescriptorWords> descriptors) {
        if (descriptors.size() != layout.resources().size()) {
            throw new IllegalArgumentException(descriptors.size() + " descriptors given for " + layout.resources().size() + " resources");
        }
        return layout.resources().stream().map(resource -> masked(resource, descriptors.get(resource.index()))).toList();
    }

    private static DescriptorWords masked(ShaderResource resource, DescriptorWords words) {
        return switch (resource.kind()) {
            case MEMORY -> DescriptorWords.of(0, 0);
            case SAMPLER -> DescriptorWords.of(words.word(0) & 1 << 15, 0, 0, 0);
            // The low bits of the base, stride and swizzle; selects, format, modes. Type other than 0 in the top bits is kept to be refused.
            case BUFFER -> words.isNull() ? DescriptorWords.of(0, 0, 0, 0)
                    : DescriptorWords.of(words.word(0) & 3, words.word(1) & 0xffff0000, 0, words.word(3) | 1 << 24);
            // Format; selects and type; whether a cube has more than six slices.
            case IMAGE -> words.isNull() ? DescriptorWords.of(0, 0, 0, 0, 0, 0, 0, 0)
                    : DescriptorWords.of(0, words.word(1) & 0x1ff00000, 0, words.word(3) & 0xf0000fff, cubeSlices(words), 0,
                            words.word(6) & 1 << 21, 0);
        };
    }

    /** Last slice: 0, 5 for one cube, 11 for an array of cubes; other types keep nothing. */
    private static int cubeSlices(DescriptorWords words) {
        if (words.word(3) >>> 28 != 0xb) {
            return 0;
        }
        int last = words.word(4) & 0x1fff;
        int first = words.word(4) >>> 16 & 0x1fff;
        return last - first >= 6 ? 11 : 5;
    }
}
