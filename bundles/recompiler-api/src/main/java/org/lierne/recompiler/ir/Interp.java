package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One step of attribute interpolation.
 *
 * @param op        which step
 * @param attribute attribute number
 * @param channel   0 to 3
 * @param high      f16 attribute in the high half of the slot
 * @param weight    i or j as {@code i32} bits; null for {@link Op#MOV}
 * @param partial   result of the first step; null for the first step and {@link Op#MOV}
 */
public record Interp(Ssa result, Op op, int attribute, int channel, boolean high, @Nullable Value weight,
        @Nullable Value partial, Pc pc) implements Inst {
    /** The steps: f32 first and second, f16 first (two operand layouts) and second, and the three plane values. */
    public enum Op {
        P1_F32, P2_F32, P1LL_F16, P1LV_F16, P2_F16, MOV_P10, MOV_P20, MOV_P0;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public List<Value> operands() {
        List<Value> all = new ArrayList<>();
        if (weight != null) {
            all.add(weight);
        }
        if (partial != null) {
            all.add(partial);
        }
        return all;
    }

    @Override
    public Interp withOperands(List<Value> values) {
        Operands from = new Operands(values);
        return new Interp(result, op, attribute, channel, high, from.optional(weight), from.optional(partial), pc);
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
