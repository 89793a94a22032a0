package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Interp;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;

/**
 * Interpolation with weights that the program puts together of those it was started with, as interpolation at an offset is compiled: the
 * pixel's weights plus multiples of the differences between the quad's. An attribute is affine in its weights, so the same sum of the
 * attribute's own values is the attribute there. That holds where the sum is a point: weights count once in all, differences any number
 * of times.
 */
final class AffineWeights {
    /** What a value is in the plane of weights. */
    private enum Kind { POINT, DIFFERENCE, NUMBER }

    private static final int DEPTH = 32;

    private record Key(int attribute, int channel) {}

    private final IrModule module;
    private final Map<Ssa, Inst> definitions;
    private final Map<Ssa, Kind> kinds = new HashMap<>();
    private final Map<Key, Map<Ssa, Ssa>> copies = new HashMap<>();
    /** Copies stand where what they copy stands, so that neighbours are looked at where the program does. */
    private final Map<Inst, List<Inst>> behind = new IdentityHashMap<>();
    private final Map<Ssa, Value> results = new HashMap<>();

    AffineWeights(IrModule module, Map<Ssa, Inst> definitions) {
        this.module = module;
        this.definitions = definitions;
    }

    /**
     * The weight in a register that other values share: a selection or phi whose other sides are no weights is only interpolated with
     * where it is one.
     */
    @Nullable Value weight(@Nullable Value value) {
        return value == null ? null : weight(value, DEPTH);
    }

    private Value weight(Value value, int depth) {
        Inst inst = value instanceof Ssa ssa && depth > 0 ? definitions.get(ssa) : null;
        List<Value> sides = switch (inst) {
            case Alu alu when alu.op() == AluOp.SELECT -> List.of(alu.operand(1), alu.operand(2));
            case Phi phi -> phi.incoming().stream().map(Phi.Incoming::value).toList();
            case null, default -> List.of();
        };
        Set<Value> weights = new HashSet<>();
        for (Value side : sides) {
            Value found = weight(side, depth - 1);
            if (found instanceof Ssa ssa && definitions.get(ssa) instanceof Input input && PixelInputs.isWeight(input.input())) {
                weights.add(found);
            } else if (kind(side) != Kind.NUMBER) {
                return value;
            }
        }
        return weights.size() == 1 ? weights.iterator().next() : value;
    }

    /** Takes over a last step, false when its weights are no point. */
    boolean interpolate(Interp step, @Nullable Value i, @Nullable Value j) {
        if (i == null || j == null || !isPair(i, j) || kind(i) != Kind.POINT) {
            return false;
        }
        Map<Ssa, Ssa> known = copies.computeIfAbsent(new Key(step.attribute(), step.channel()), _ -> new HashMap<>());
        results.put(step.result(), copy(i, j, step, known));
        return true;
    }

    /** Puts everything where it belongs. */
    void finish() {
        for (IrBlock block : module.blocks()) {
            List<Inst> all = new ArrayList<>();
            for (Inst inst : block.instructions()) {
                all.add(inst);
                all.addAll(behind.getOrDefault(inst, List.of()));
            }
            block.setInstructions(all);
        }
        module.replace(results);
    }

    /** Whether two values are made in the same way, one of first and one of second weights. */
    private boolean isPair(Value i, Value j) {
        if (i.equals(j) || i instanceof Undef && j instanceof Undef) {
            return true;
        }
        Inst a = i instanceof Ssa ssa ? definitions.get(ssa) : null;
        Inst b = j instanceof Ssa ssa ? definitions.get(ssa) : null;
        if (a instanceof Input first && b instanceof Input second) {
            return PixelInputs.mode(first.input(), second.input()) != null;
        }
        if (a instanceof Alu x && b instanceof Alu y && x.op() == y.op()) {
            return arePairs(x.operands(), y.operands());
        }
        return a instanceof Wave v && b instanceof Wave w && v.op() == w.op() && v.immediate() == w.immediate()
                && arePairs(v.operands(), w.operands());
    }

    private boolean arePairs(List<Value> i, List<Value> j) {
        for (int n = 0; n < i.size(); n++) {
            if (n >= j.size() || !isPair(i.get(n), j.get(n))) {
                return false;
            }
        }
        return true;
    }

    /** Null for what is neither weight nor number. */
    private @Nullable Kind kind(Value value) {
        if (!(value instanceof Ssa ssa)) {
            return Kind.NUMBER;
        }
        Kind known = kinds.get(ssa);
        if (known == null) {
            known = find(definitions.get(ssa));
            if (known != null) {
                kinds.put(ssa, known);
            }
        }
        return known;
    }

    private @Nullable Kind find(@Nullable Inst inst) {
        return switch (inst) {
            case Input input -> PixelInputs.isWeight(input.input()) ? Kind.POINT : Kind.NUMBER;
            case Wave wave when wave.op() == WaveOp.DPP16 || wave.op() == WaveOp.DPP8 || wave.op() == WaveOp.DS_SWIZZLE ->
                    kind(wave.operands().getFirst());
            case Alu alu -> find(alu);
            case null, default -> Kind.NUMBER;
        };
    }

    private @Nullable Kind find(Alu alu) {
        List<Kind> of = new ArrayList<>();
        for (Value operand : alu.operands()) {
            Kind kind = kind(operand);
            if (kind == null) {
                return null;
            }
            of.add(kind);
        }
        if (of.stream().allMatch(kind -> kind == Kind.NUMBER)) {
            return Kind.NUMBER;
        }
        return switch (alu.op()) {
            case BITCAST, FCANONICAL -> of.getFirst();
            case FNEG -> of.getFirst() == Kind.DIFFERENCE ? Kind.DIFFERENCE : null;
            case FADD -> sum(of.get(0), of.get(1));
            case FSUB -> of.get(0) == Kind.POINT && of.get(1) == Kind.POINT ? Kind.DIFFERENCE
                    : of.get(1) == Kind.DIFFERENCE && of.get(0) != Kind.NUMBER ? of.get(0) : null;
            case FMUL -> product(of.get(0), of.get(1));
            case FMAD, FMA -> sum(product(of.get(0), of.get(1)), of.get(2));
            case SELECT -> alu.operand(1) instanceof Undef ? of.get(2) : alu.operand(2) instanceof Undef || of.get(1) == of.get(2)
                    ? of.get(1) : null;
            default -> null;
        };
    }

    private static @Nullable Kind sum(@Nullable Kind a, @Nullable Kind b) {
        if (a == Kind.DIFFERENCE && b != Kind.NUMBER) {
            return b;
        }
        return b == Kind.DIFFERENCE && a != Kind.NUMBER ? a : null;
    }

    private static @Nullable Kind product(Kind a, Kind b) {
        return a == Kind.NUMBER && b == Kind.DIFFERENCE || a == Kind.DIFFERENCE && b == Kind.NUMBER ? Kind.DIFFERENCE : null;
    }

    /** The value with the attribute in place of its weights. */
    private Value copy(Value i, Value j, Interp step, Map<Ssa, Ssa> known) {
        if (!(i instanceof Ssa ssa) || kind(i) == Kind.NUMBER) {
            return i;
        }
        Ssa copied = known.get(ssa);
        if (copied != null) {
            return copied;
        }
        Inst first = java.util.Objects.requireNonNull(definitions.get(ssa));
        Inst second = java.util.Objects.requireNonNull(definitions.get((Ssa) j));
        Ssa result = module.fresh(ssa.type());
        known.put(ssa, result);
        List<Value> operands = new ArrayList<>();
        for (int n = 0; n < first.operands().size(); n++) {
            operands.add(copy(first.operands().get(n), second.operands().get(n), step, known));
        }
        Inst copy = switch (first) {
            case Input input -> new AttributeLoad(result, step.attribute(), step.channel(), java.util.Objects.requireNonNull(
                    PixelInputs.mode(input.input(), ((Input) second).input())), false, false, step.pc());
            case Alu alu -> new Alu(result, alu.op(), operands, alu.pc());
            case Wave wave -> new Wave(result, wave.op(), operands, wave.immediate(), wave.pc());
            default -> throw new IllegalStateException(first + " makes no weights");
        };
        behind.computeIfAbsent(first, _ -> new ArrayList<>()).add(copy);
        return result;
    }
}
