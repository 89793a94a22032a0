package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An export. In the pixel stage one with {@code validMask} and {@code done} also decides which lanes survive: a lane whose
 * guard is false is killed.
 *
 * @param target     kind of target
 * @param index      number within its kind
 * @param enable     the EN field: one bit a component; compressed exports use bits 0 and 2
 * @param compressed two halves in each of the first two values
 * @param values     four {@code i32} bit patterns, or two when compressed; undefined where not enabled
 * @param guard      this lane's EXEC; null for always
 */
public record Export(Target target, int index, int enable, boolean compressed, boolean done, boolean validMask,
        List<Value> values, @Nullable Value guard, Pc pc) implements Inst {
    /** Kinds of target. */
    public enum Target {
        MRT, MRTZ, NULL, POSITION, PRIMITIVE, PARAMETER,
        /** A clip distance of our own, behind the program's (rule C-039). */
        ORIGIN_DISTANCE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Export {
        values = List.copyOf(values);
    }

    @Override
    public @Nullable Ssa result() {
        return null;
    }

    @Override
    public List<Value> operands() {
        List<Value> all = new ArrayList<>(values);
        if (guard != null) {
            all.add(guard);
        }
        return all;
    }

    @Override
    public Export withOperands(List<Value> operands) {
        Operands from = new Operands(operands);
        return new Export(target, index, enable, compressed, done, validMask, from.list(values.size()), from.optional(guard),
                pc);
    }

    /** The same export without a guard. */
    public Export unguarded() {
        return new Export(target, index, enable, compressed, done, validMask, values, null, pc);
    }

    @Override
    public boolean hasEffect() {
        return true;
    }
}
