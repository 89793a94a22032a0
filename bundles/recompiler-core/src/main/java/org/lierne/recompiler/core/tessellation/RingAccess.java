package org.lierne.recompiler.core.tessellation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;

/**
 * A load or store of dwords in LDS or a ring.
 *
 * @param result null for a store
 * @param data   what is stored; empty for a load
 */
record RingAccess(Inst inst, RingPlace place, int dwords, @Nullable Ssa result, List<Value> data, @Nullable Value guard, Pc pc) {
    RingAccess at(RingPlace other) {
        return new RingAccess(inst, other, dwords, result, data, guard, pc);
    }

    boolean isStore() {
        return result == null;
    }
}
