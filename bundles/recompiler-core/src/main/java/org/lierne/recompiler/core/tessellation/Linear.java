package org.lierne.recompiler.core.tessellation;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.StageInput;

/**
 * A byte address as a constant and multiples of values, modulo 2^32.
 *
 * @param constant bytes
 * @param terms    how often each value counts
 */
record Linear(int constant, Map<Ssa, Integer> terms) {
    private static final int DEPTH = 64;

    Linear {
        terms = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(terms));
    }

    private static Linear constant(int value) {
        return new Linear(value, Map.of());
    }

    Linear plus(Linear other) {
        Map<Ssa, Integer> sum = new LinkedHashMap<>(terms);
        other.terms.forEach((term, factor) -> sum.merge(term, factor, Integer::sum));
        sum.values().removeIf(factor -> factor == 0);
        return new Linear(constant + other.constant, sum);
    }

    Linear plus(int bytes) {
        return new Linear(constant + bytes, terms);
    }

    private Linear times(int factor) {
        Map<Ssa, Integer> product = new LinkedHashMap<>();
        terms.forEach((term, each) -> product.put(term, each * factor));
        product.values().removeIf(each -> each == 0);
        return new Linear(constant * factor, product);
    }

    Linear without(Ssa term) {
        Map<Ssa, Integer> rest = new LinkedHashMap<>(terms);
        rest.remove(term);
        return new Linear(constant, rest);
    }

    /** Takes values apart. */
    static final class Reader {
        private final Map<Ssa, Inst> definitions;

        Reader(Map<Ssa, Inst> definitions) {
            this.definitions = definitions;
        }

        /** @param guard where it does not hold, nothing is accessed */
        Linear of(Value value, @Nullable Value guard) {
            return of(value, guard, DEPTH);
        }

        private Linear of(Value value, @Nullable Value guard, int depth) {
            if (value instanceof Const constant) {
                return constant((int) constant.bits());
            }
            if (!(value instanceof Ssa ssa)) {
                return constant(0);
            }
            if (depth > 0 && definitions.get(ssa) instanceof Alu alu) {
                Linear taken = of(alu, guard, depth - 1);
                if (taken != null) {
                    return taken;
                }
            }
            return new Linear(0, Map.of(ssa, 1));
        }

        private @Nullable Linear of(Alu alu, @Nullable Value guard, int depth) {
            return switch (alu.op()) {
                case IADD -> of(alu.operand(0), guard, depth).plus(of(alu.operand(1), guard, depth));
                case ISUB -> of(alu.operand(0), guard, depth).plus(of(alu.operand(1), guard, depth).times(-1));
                case SHL -> alu.operand(1) instanceof Const count ? of(alu.operand(0), guard, depth).times(1 << count.bits()) : null;
                case IMUL -> alu.operand(1) instanceof Const factor ? of(alu.operand(0), guard, depth).times((int) factor.bits())
                        : alu.operand(0) instanceof Const factor ? of(alu.operand(1), guard, depth).times((int) factor.bits()) : null;
                case OR -> isDisjoint(alu.operand(0), alu.operand(1))
                        ? of(alu.operand(0), guard, depth).plus(of(alu.operand(1), guard, depth)) : null;
                case SELECT -> alu.operand(0).equals(guard) ? of(alu.operand(1), guard, depth) : null;
                default -> null;
            };
        }

        private boolean isDisjoint(Value a, Value b) {
            return (ones(a, DEPTH) & ones(b, DEPTH)) == 0;
        }

        /** Bits that may be set. */
        long ones(Value value) {
            return ones(value, DEPTH);
        }

        private long ones(Value value, int depth) {
            if (value instanceof Const constant) {
                return constant.bits() & 0xffffffffL;
            }
            Inst definition = value instanceof Ssa ssa && depth > 0 ? definitions.get(ssa) : null;
            if (definition instanceof Input input) {
                return switch (input.input()) {
                    case RELATIVE_PATCH -> 0xff;
                    case CONTROL_POINT -> 0x1f;
                    default -> 0xffffffffL;
                };
            }
            if (!(definition instanceof Alu alu)) {
                return 0xffffffffL;
            }
            return switch (alu.op()) {
                case AND -> ones(alu.operand(0), depth - 1) & ones(alu.operand(1), depth - 1);
                case OR, XOR -> ones(alu.operand(0), depth - 1) | ones(alu.operand(1), depth - 1);
                case SHL -> alu.operand(1) instanceof Const count ? ones(alu.operand(0), depth - 1) << count.bits() & 0xffffffffL
                        : 0xffffffffL;
                case SHR_U -> alu.operand(1) instanceof Const count ? ones(alu.operand(0), depth - 1) >>> count.bits() : 0xffffffffL;
                case UBFE -> alu.operand(2) instanceof Const width ? (1L << width.bits()) - 1 : 0xffffffffL;
                case SELECT -> ones(alu.operand(1), depth - 1) | ones(alu.operand(2), depth - 1);
                default -> 0xffffffffL;
            };
        }

        /** What an input is, null for another value. */
        @Nullable StageInput input(Ssa value) {
            return definitions.get(value) instanceof Input input ? input.input() : null;
        }
    }
}
