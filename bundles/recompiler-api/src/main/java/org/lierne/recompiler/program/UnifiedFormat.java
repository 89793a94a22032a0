package org.lierne.recompiler.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the guest's unified format numbers, shared by buffers and images, whose texels are plain bit fields.
 * Documented: RDNA 2 ISA, buffer and image formats; names list fields from the highest bits, {@link #fields} from the lowest.
 *
 * @param number the format number
 * @param fields widths in bits of channels x, y, z, w from the lowest bit of the texel
 * @param encoding how a field is read
 */
public record UnifiedFormat(int number, List<Integer> fields, Encoding encoding) {
    /** How the bits of a channel are read. */
    public enum Encoding {
        UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOAT, SRGB;

        /** How the host types a channel of this encoding. */
        public NumericClass numericClass() {
            return switch (this) {
                case UINT -> NumericClass.UINT;
                case SINT -> NumericClass.SINT;
                case UNORM, SNORM, USCALED, SSCALED, FLOAT, SRGB -> NumericClass.FLOAT;
            };
        }
    }

    private static final Encoding[] IN_ORDER = {Encoding.UNORM, Encoding.SNORM, Encoding.USCALED, Encoding.SSCALED, Encoding.UINT,
            Encoding.SINT, Encoding.FLOAT};
    private static final Encoding[] WIDE = {Encoding.UINT, Encoding.SINT, Encoding.FLOAT};

    /** A run of consecutive numbers with the same fields. */
    private record Run(int first, int count, List<Integer> fields, Encoding[] encodings) {}

    private static final List<Run> RUNS = List.of(
            new Run(1, 6, List.of(8), IN_ORDER),
            new Run(7, 7, List.of(16), IN_ORDER),
            new Run(14, 6, List.of(8, 8), IN_ORDER),
            new Run(20, 3, List.of(32), WIDE),
            new Run(23, 7, List.of(16, 16), IN_ORDER),
            new Run(30, 7, List.of(11, 11, 10), IN_ORDER),
            new Run(37, 7, List.of(10, 11, 11), IN_ORDER),
            new Run(44, 6, List.of(2, 10, 10, 10), IN_ORDER),
            new Run(50, 6, List.of(10, 10, 10, 2), IN_ORDER),
            new Run(56, 6, List.of(8, 8, 8, 8), IN_ORDER),
            new Run(62, 3, List.of(32, 32), WIDE),
            new Run(65, 7, List.of(16, 16, 16, 16), IN_ORDER),
            new Run(72, 3, List.of(32, 32, 32), WIDE),
            new Run(75, 3, List.of(32, 32, 32, 32), WIDE),
            new Run(128, 1, List.of(8), new Encoding[] {Encoding.SRGB}),
            new Run(129, 1, List.of(8, 8), new Encoding[] {Encoding.SRGB}),
            new Run(130, 1, List.of(8, 8, 8, 8), new Encoding[] {Encoding.SRGB}),
            new Run(133, 1, List.of(5, 6, 5), new Encoding[] {Encoding.UNORM}),
            new Run(134, 1, List.of(5, 5, 5, 1), new Encoding[] {Encoding.UNORM}),
            new Run(135, 1, List.of(1, 5, 5, 5), new Encoding[] {Encoding.UNORM}),
            new Run(136, 1, List.of(4, 4, 4, 4), new Encoding[] {Encoding.UNORM}),
            new Run(137, 1, List.of(4, 4), new Encoding[] {Encoding.UNORM}));

    /** The format with this number; null for 0, block-compressed, shared-exponent and other formats that are no plain bit fields. */
    public static @Nullable UnifiedFormat of(int number) {
        for (Run run : RUNS) {
            if (number >= run.first && number < run.first + run.count) {
                return new UnifiedFormat(number, run.fields, run.encodings[number - run.first]);
            }
        }
        return null;
    }

    /**
     * How the host types the texels of an image with this format number: block-compressed and other formats without plain fields are
     * FLOAT.
     */
    public static NumericClass numericClass(int number) {
        UnifiedFormat format = of(number);
        return format == null ? NumericClass.FLOAT : format.encoding.numericClass();
    }

    public int channels() {
        return fields.size();
    }

    /** Size of a texel. */
    public int bytes() {
        return fields.stream().mapToInt(Integer::intValue).sum() / 8;
    }

    /** First bit of a channel, counted from the lowest bit of the texel. */
    public int offset(int channel) {
        int offset = 0;
        for (int i = 0; i < channel; i++) {
            offset += fields.get(i);
        }
        return offset;
    }

    @Override
    public String toString() {
        StringBuilder name = new StringBuilder();
        for (int i = fields.size() - 1; i >= 0; i--) {
            name.append(fields.get(i)).append('_');
        }
        return name.append(encoding).toString();
    }
}
