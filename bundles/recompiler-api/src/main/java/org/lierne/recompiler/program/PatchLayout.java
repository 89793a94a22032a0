package org.lierne.recompiler.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a hull or evaluation program lays control points and patch constants out in off-chip memory, and the host locations that stand for
 * them (rules C-004, C-010).
 *
 * @param inputPoints  control points that come into the hull program; 0 where the program does not tell
 * @param outputPoints control points that it gives; 0 where the program does not tell
 * @param fields       what the program reaches, by location
 */
public record PatchLayout(int inputPoints, int outputPoints, List<Field> fields) {
    public static final PatchLayout NONE = new PatchLayout(0, 0, List.of());

    public PatchLayout {
        fields = List.copyOf(fields);
    }

    /**
     * Bytes that lie together.
     *
     * @param perPoint   whether each control point has them; false for patch constants
     * @param patchBytes distance from one patch's to the next one's
     * @param plane      which block of all patches' bytes with this distance
     * @param start      offset inside a patch's bytes
     * @param pointBytes distance from one control point's to the next one's; for patch constants the size
     * @param location   host location of the first 16 bytes
     */
    public record Field(boolean perPoint, int patchBytes, int plane, int start, int pointBytes, int location) {
        /** Host locations that it takes. */
        public int locations() {
            return (pointBytes + 15) / 16;
        }

        /** Whether the byte at an offset inside a patch's bytes belongs to it, with this many control points. */
        public boolean holds(int bytes, int block, int offset, int points) {
            return patchBytes == bytes && plane == block && offset >= start
                    && offset < start + (perPoint ? Math.max(1, points) * pointBytes : pointBytes);
        }
    }

    /** The field at a place, null where there is none. */
    public @Nullable Field find(int patchBytes, int plane, int offset, int points) {
        return fields.stream().filter(field -> field.holds(patchBytes, plane, offset, points)).findFirst().orElse(null);
    }
}
