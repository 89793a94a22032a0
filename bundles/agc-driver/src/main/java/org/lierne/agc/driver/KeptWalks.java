package org.lierne.agc.driver;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.RecordedResources;

/**
 * What walks of one program found for the user data it ran with last: a draw with the same user data finds the same as long as the memory on
 * the way holds the same words. Programs with tables, and walks that met memory which is not mapped, are walked each time (rule A-068).
 */
final class KeptWalks {
    private static final int MOST = 16;

    /** A walk, by the user data it began with. */
    record Kept(int[] userData, DescriptorWalker walker, RecordedResources resources, List<DescriptorWords> descriptors) {}

    private final @Nullable Kept[] kept = new Kept[MOST];
    private int next;

    /** The walk for this user data that still holds, null where there is none. Takes nothing from the heap. */
    @Nullable Kept find(int[] userData) {
        for (Kept each : kept) {
            if (each != null && Arrays.equals(each.userData, userData)) {
                return each.walker.isCurrent() ? each : null;
            }
        }
        return null;
    }

    /** Keeps a walk in the place of the one for the same user data, else of the oldest. */
    void keep(Kept walk) {
        for (int i = 0; i < MOST; i++) {
            Kept each = kept[i];
            if (each != null && Arrays.equals(each.userData, walk.userData)) {
                kept[i] = walk;
                return;
            }
        }
        kept[next] = walk;
        next = (next + 1) % MOST;
    }
}
