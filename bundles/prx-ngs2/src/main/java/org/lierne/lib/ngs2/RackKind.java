package org.lierne.lib.ngs2;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Kinds of racks by the guest's numbers. */
enum RackKind {
    SAMPLER(0x1000),
    SUBMIXER(0x2000),
    MASTERING(0x3000);

    /** Reverberation, and racks that a title puts together itself. */
    private static final Set<Integer> UNKNOWN_INSIDE = Set.of(0x2001, 0x4001, 0x4002, 0x4003, 0x4004);

    private final int number;

    RackKind(int number) {
        this.number = number;
    }

    static Optional<RackKind> of(int number) {
        return Arrays.stream(values()).filter(k -> k.number == number).findFirst();
    }

    /** True for a kind that exists, and of which no more than that is known. */
    static boolean isUnknownInside(int number) {
        return UNKNOWN_INSIDE.contains(number);
    }

    int number() {
        return number;
    }

    Voice voice(Rack rack, int index, long handle) {
        return this == SAMPLER ? new Sampler(rack, index, handle) : new Mixer(rack, index, handle);
    }
}
