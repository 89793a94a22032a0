package org.lierne.kernel.nativecpu;

import java.util.ArrayList;
import java.util.List;

/** What the host's processor must have to run code that was compiled for the console's. */
public final class HostCpu {
    private record Feature(String name, int leaf, int register, int bit) {}

    private static final int ECX = 2;
    private static final int EBX = 1;
    private static final int EXTENDED = 0x80000001;

    private static final List<Feature> REQUIRED = List.of(
            new Feature("FMA", 1, ECX, 12), new Feature("MOVBE", 1, ECX, 22), new Feature("AVX", 1, ECX, 28),
            new Feature("F16C", 1, ECX, 29), new Feature("BMI1", 7, EBX, 3), new Feature("AVX2", 7, EBX, 5),
            new Feature("BMI2", 7, EBX, 8), new Feature("LZCNT", EXTENDED, ECX, 5));
    private static final Feature SSE4A = new Feature("SSE4a", EXTENDED, ECX, 6);

    private HostCpu() {}

    private static boolean has(Feature feature) {
        return (Shim.cpuid(feature.leaf, 0)[feature.register] >>> feature.bit & 1) != 0;
    }

    public static boolean hasSse4a() {
        return has(SSE4A);
    }

    /** @throws IllegalStateException naming what is missing */
    static void check() {
        List<String> missing = new ArrayList<>();
        for (Feature feature : REQUIRED) {
            if (!has(feature)) {
                missing.add(feature.name);
            }
        }
        if (!Shim.hasFsGsBase()) {
            missing.add("FSGSBASE (Linux 5.9 or later)");
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("kernel.cpu.native: this host lacks " + String.join(", ", missing));
        }
    }
}
