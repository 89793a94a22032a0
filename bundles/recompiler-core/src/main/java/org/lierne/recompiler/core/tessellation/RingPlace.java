package org.lierne.recompiler.core.tessellation;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.program.StageInput;

/**
 * An address in LDS or in one of the rings, seen from the threadgroup's first patch.
 *
 * @param ring         which memory
 * @param constant     bytes
 * @param patchBytes   bytes from one patch to the next, 0 where the address does not name the patch
 * @param pointBytes   bytes that each number of the invocation's control point adds
 * @param vertexBytes  bytes that each number of the local program's vertex adds
 * @param computed     values that the program computes, with the bytes that one of each adds
 */
record RingPlace(Ring ring, int constant, int patchBytes, int pointBytes, int vertexBytes, Map<Ssa, Integer> computed) {
    /** Memories: LDS with the records of vertices, what hull programs keep in LDS besides, and the rings. */
    enum Ring {
        LDS, SHARED, OFF_CHIP, FACTORS;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Null for an address that is in none of the rings. */
    static @Nullable RingPlace of(Linear address, boolean isLds, Linear.Reader reader) {
        Ring ring = isLds ? Ring.LDS : null;
        int patch = 0;
        int point = 0;
        int vertex = 0;
        Map<Ssa, Integer> computed = new LinkedHashMap<>();
        for (Map.Entry<Ssa, Integer> term : address.terms().entrySet()) {
            StageInput input = reader.input(term.getKey());
            int factor = term.getValue();
            switch (input) {
                case RELATIVE_PATCH -> patch += factor;
                case CONTROL_POINT -> point += factor;
                case LOCAL_VERTEX -> vertex += factor;
                case OFFCHIP_OFFSET -> ring = Ring.OFF_CHIP;
                case FACTOR_OFFSET -> ring = Ring.FACTORS;
                case null, default -> computed.put(term.getKey(), factor);
            }
        }
        return ring == null ? null : new RingPlace(ring, address.constant(), patch, point, vertex, computed);
    }

    RingPlace plus(int bytes) {
        return new RingPlace(ring, constant + bytes, patchBytes, pointBytes, vertexBytes, computed);
    }

    /** Which block of all patches' bytes with this distance; {@code patches} of a threadgroup, 0 where they are not known. */
    int plane(int patches) {
        return patchBytes == 0 ? 0 : Math.floorDiv(constant, patchBytes * Math.max(1, patches));
    }

    /** The offset inside a patch's bytes: what would be another patch's is taken for this one's (rule C-010). */
    int offset() {
        return patchBytes == 0 ? constant : Math.floorMod(constant, patchBytes);
    }

    /** The same in the memory that a hull program keeps for itself, which starts at {@code base}. */
    RingPlace shared(int base) {
        return new RingPlace(Ring.SHARED, constant - base, patchBytes, pointBytes, vertexBytes, computed);
    }

    boolean isComputed() {
        return !computed.isEmpty();
    }
}
