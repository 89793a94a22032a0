package org.lierne.shader.harness;

import java.util.Map;

/**
 * The guest's unified format number and selects for the format names that jobs use. Numbers: RDNA 2 ISA, unified formats; names list
 * channels from the lowest bits except in packed formats, whose names list them from the highest.
 */
final class HostFormats {
    private static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("R8_UNORM", 1), Map.entry("R8_UINT", 5), Map.entry("R8_SINT", 6),
            Map.entry("R16_SFLOAT", 13), Map.entry("R8G8_UNORM", 14), Map.entry("R32_UINT", 20), Map.entry("R32_SINT", 21),
            Map.entry("R32_SFLOAT", 22), Map.entry("D32_SFLOAT", 22), Map.entry("R16G16_UNORM", 23), Map.entry("R16G16_SNORM", 24),
            Map.entry("R16G16_UINT", 27), Map.entry("R16G16_SINT", 28), Map.entry("R16G16_SFLOAT", 29),
            Map.entry("A2B10G10R10_UNORM_PACK32", 50), Map.entry("A2B10G10R10_SNORM_PACK32", 51),
            Map.entry("A2B10G10R10_UINT_PACK32", 54), Map.entry("R8G8B8A8_UNORM", 56), Map.entry("R8G8B8A8_SNORM", 57),
            Map.entry("R8G8B8A8_UINT", 60), Map.entry("R8G8B8A8_SINT", 61), Map.entry("R32G32_UINT", 62), Map.entry("R32G32_SINT", 63),
            Map.entry("R32G32_SFLOAT", 64), Map.entry("R16G16B16A16_UNORM", 65), Map.entry("R16G16B16A16_SNORM", 66),
            Map.entry("R16G16B16A16_UINT", 69), Map.entry("R16G16B16A16_SINT", 70), Map.entry("R16G16B16A16_SFLOAT", 71),
            Map.entry("R32G32B32_UINT", 72), Map.entry("R32G32B32_SINT", 73), Map.entry("R32G32B32_SFLOAT", 74),
            Map.entry("R32G32B32A32_UINT", 75), Map.entry("R32G32B32A32_SINT", 76), Map.entry("R32G32B32A32_SFLOAT", 77),
            Map.entry("R8G8B8A8_SRGB", 130));

    private HostFormats() {}

    /** @throws IllegalArgumentException for a name that no job has used yet */
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
