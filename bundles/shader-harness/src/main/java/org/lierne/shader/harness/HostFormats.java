package org.lierne.shader.harness;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The guest's unified format number and selects for the format names that jobs use. Numbers: RDNA 2 ISA, unified formats; names list
 * channels from the lowest bits except in packed formats, whose names list them from the highest.
 */
final class HostFormats {
    private static final List<String> NORMAL = List.of("UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT");
    private static final List<String> WITH_FLOAT = List.of("UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "SFLOAT");
    private static final List<String> WIDE = List.of("UINT", "SINT", "SFLOAT");
    private static final Map<String, Integer> NUMBERS = numbers();

    private HostFormats() {}

    private static Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>(Map.of("D16_UNORM", 7, "D32_SFLOAT", 22, "B10G11R11_UFLOAT_PACK32", 36,
                "R8_SRGB", 128, "R8G8_SRGB", 129, "R8G8B8A8_SRGB", 130, "B8G8R8A8_SRGB", 130));
        run(numbers, 1, "R8", "", NORMAL);
        run(numbers, 7, "R16", "", WITH_FLOAT);
        run(numbers, 14, "R8G8", "", NORMAL);
        run(numbers, 20, "R32", "", WIDE);
        run(numbers, 23, "R16G16", "", WITH_FLOAT);
        // The host's image has its channels in order, whichever comes first in memory.
        run(numbers, 50, "A2B10G10R10", "_PACK32", NORMAL);
        run(numbers, 50, "A2R10G10B10", "_PACK32", NORMAL);
        run(numbers, 56, "R8G8B8A8", "", NORMAL);
        run(numbers, 56, "B8G8R8A8", "", NORMAL);
        run(numbers, 62, "R32G32", "", WIDE);
        run(numbers, 65, "R16G16B16A16", "", WITH_FLOAT);
        run(numbers, 72, "R32G32B32", "", WIDE);
        run(numbers, 75, "R32G32B32A32", "", WIDE);
        return numbers;
    }

    /** Consecutive numbers of formats with the same fields. */
    private static void run(Map<String, Integer> numbers, int first, String fields, String suffix, List<String> kinds) {
        for (int i = 0; i < kinds.size(); i++) {
            numbers.put(fields + "_" + kinds.get(i) + suffix, first + i);
        }
    }

    /** @throws IllegalArgumentException for a name that the guest has no format for */
    static int number(String name) {
        Integer number = NUMBERS.get(name);
        if (number == null) {
            throw new IllegalArgumentException("format " + name + " has no guest number in the harness");
        }
        return number;
    }

    /** The selects that leave channels where they are. */
    static int selects() {
        return 4 | 5 << 3 | 6 << 6 | 7 << 9;
    }
}
