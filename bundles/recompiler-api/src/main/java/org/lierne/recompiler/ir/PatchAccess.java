package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A dword of what the stages around the tessellator hand on. A load without data, a store with.
 *
 * @param storage   whose
 * @param point     control point whose record is read, {@code i32}; null for storages that a patch has once, and for stores, which go to
 *                  the invocation's own point
 * @param location  host location of the record's 16 bytes, or number of the factor
 * @param component dword of the location
 * @param data      what is stored, {@code i32}; null for a load
 * @param guard     the lane takes part in a store; null for always
 */
public record PatchAccess(@Nullable Ssa result, Storage storage, @Nullable Value point, int location, int component,
        @Nullable Value data, @Nullable Value guard, Pc pc) implements Inst {
    /** What is read or written. */
    public enum Storage {
        /** Records of the points that come into a hull or evaluation program. */
        INPUT,
        /** Records of the points that a local or hull program gives. */
        OUTPUT,
        /** Patch constants. */
        PATCH,
        OUTER_FACTOR,
        INNER_FACTOR;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public List<Value> operands() {
        List<Value> all = new ArrayList<>();
        if (point != null) {
            all.add(point);
        }
        if (data != null) {
            all.add(data);
        }
        if (guard != null) {
            all.add(guard);
        }
        return all;
    }

    @Override
    public PatchAccess withOperands(List<Value> values) {
        Operands from = new Operands(values);
        return new PatchAccess(result, storage, from.optional(point), location, component, from.optional(data), from.optional(guard), pc);
    }

    /** The same access without a guard. */
    public PatchAccess unguarded() {
        return new PatchAccess(result, storage, point, location, component, data, null, pc);
    }

    @Override
    public boolean hasEffect() {
        return data != null;
    }
}
