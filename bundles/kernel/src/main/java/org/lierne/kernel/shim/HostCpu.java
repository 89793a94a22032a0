package org.lierne.kernel.shim;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

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
    private static final int EXTENDED_SIZES = 0x80000008;

    /** Instruction groups that the console's processor has and a host may lack. */
    public enum Extension {
        SSE4A(new Feature("SSE4a", EXTENDED, ECX, 6)),
        CLZERO(new Feature("CLZERO", EXTENDED_SIZES, EBX, 0)),
        RDPRU(new Feature("RDPRU", EXTENDED_SIZES, EBX, 4)),
        MONITORX(new Feature("MONITORX", EXTENDED, ECX, 29)),
        RDRAND(new Feature("RDRAND", 1, ECX, 30)),
        RDSEED(new Feature("RDSEED", 7, EBX, 18)),
        RDPID(new Feature("RDPID", 7, ECX, 22)),
        ADX(new Feature("ADX", 7, EBX, 19)),
        SHA(new Feature("SHA", 7, EBX, 29)),
        CLFLUSHOPT(new Feature("CLFLUSHOPT", 7, EBX, 23)),
        CLWB(new Feature("CLWB", 7, EBX, 24));

        private final Feature feature;

        Extension(Feature feature) {
            this.feature = feature;
        }
    }

    private HostCpu() {}

    private static boolean has(Feature feature) {
        return (Shim.cpuid(feature.leaf, 0)[feature.register] >>> feature.bit & 1) != 0;
    }

    /** What this host has. */
    public static Set<Extension> extensions() {
        Set<Extension> present = EnumSet.noneOf(Extension.class);
        for (Extension extension : Extension.values()) {
            if (has(extension.feature)) {
                present.add(extension);
            }
        }
        return present;
    }

    /** @throws IllegalStateException naming what is missing */
    public static void check() {
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
