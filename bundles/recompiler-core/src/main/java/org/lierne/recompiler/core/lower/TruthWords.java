package org.lierne.recompiler.core.lower;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;

/**
 * Words that compilers keep truths of the whole wave in. In mask registers all bits are set or none, and each lane's bit is the truth; a
 * word of one or zero that is made anew from whether it is one is the word.
 */
final class TruthWords {
    private final Map<Ssa, Inst> definitions;
    private final int whole;
    private final Map<Ssa, IrBlock> homes = new HashMap<>();
    private final Set<Ssa> others = new HashSet<>();

    private TruthWords(IrModule module, int whole) {
        this.whole = whole;
        this.definitions = Cleanup.definitions(module);
        for (IrBlock block : module.blocks()) {
            block.phis().forEach(phi -> homes.put(phi.result(), block));
        }
        for (boolean changed = true; changed; ) {
            changed = false;
            for (Inst inst : definitions.values()) {
                Ssa result = inst.result();
                if (result != null && !others.contains(result) && !isWhole(inst)) {
                    changed |= others.add(result);
                }
            }
        }
    }

    private boolean isWhole(Inst inst) {
        return inst.result() != null && hasBits(inst.result().type()) && switch (inst) {
            case Phi phi -> phi.incoming().stream().allMatch(edge -> isWhole(edge.value()));
            case Alu alu -> switch (alu.op()) {
                case AND, OR, XOR -> alu.operands().stream().allMatch(this::isWhole);
                case NOT, LOW_32, HIGH_32 -> whole == -1 && isWhole(alu.operand(0));
                case PACK_64 -> whole == -1 && alu.operands().stream().allMatch(this::isWhole)
                        && areHalves(alu.operand(0), alu.operand(1), new HashSet<>());
                case SELECT -> isWhole(alu.operand(1)) && isWhole(alu.operand(2));
                default -> false;
            };
            default -> false;
        };
    }

    /** Masks of 64 lanes are double words too. */
    private boolean hasBits(Type type) {
        return type == ScalarType.I32 || whole == -1 && type == ScalarType.I64;
    }

    private boolean isWhole(Value value) {
        return value instanceof Undef
                || value instanceof Const constant && hasBits(constant.type()) && (constant.bits() == 0 || constant.signed() == whole)
                || value instanceof Ssa ssa && definitions.containsKey(ssa) && !others.contains(ssa);
    }

    /** Puts the truth in place of a lane's bit of such words, and the word in place of its copies. */
    static void settle(IrModule module) {
        TruthWords masks = new TruthWords(module, -1);
        TruthWords numbers = new TruthWords(module, 1);
        Map<Ssa, Value> copies = new HashMap<>();
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                Inst inst = at.next();
                if (inst instanceof Wave wave && wave.op() == WaveOp.INVERSE_BALLOT && masks.isWhole(wave.operands().get(0))
                        && (module.waveSize() == 32 || masks.areHalves(wave.operands().get(0), wave.operands().get(1), new HashSet<>()))) {
                    Ssa empty = module.fresh(ScalarType.B1);
                    at.insertBefore(new Alu(empty, AluOp.IEQ, List.of(wave.operands().get(0), Const.i32(0)), wave.pc()));
                    at.set(new Alu(wave.result(), AluOp.NOT, List.of(empty), wave.pc()));
                } else if (inst instanceof Alu alu && alu.op() == AluOp.SELECT && numbers.copied(alu) instanceof Value word) {
                    copies.put(alu.result(), word);
                }
            }
        }
        module.replace(copies);
    }

    private record Halves(Value low, Value high) {}

    /** Whether two words are equal since both are of one mask: they are made in the same way. */
    private boolean areHalves(Value low, Value high, Set<Halves> assumed) {
        if (low.equals(high) || !assumed.add(new Halves(low, high))) {
            return true;
        }
        if (!(low instanceof Ssa lowId && high instanceof Ssa highId)) {
            return false;
        }
        return switch (definitions.get(lowId)) {
            case Phi one when definitions.get(highId) instanceof Phi other && homes.get(lowId) == homes.get(highId) ->
                    one.incoming().stream().allMatch(edge -> other.incoming().stream().filter(each -> each.block() == edge.block())
                            .allMatch(each -> areHalves(edge.value(), each.value(), assumed)));
            case Alu one when definitions.get(highId) instanceof Alu other -> one.op() == AluOp.LOW_32 && other.op() == AluOp.HIGH_32
                    ? one.operands().equals(other.operands()) && isWhole(one.operand(0))
                    : one.op() == other.op() && IntStream.range(0, one.operands().size())
                    .allMatch(i -> areHalves(one.operand(i), other.operand(i), assumed));
            case null, default -> false;
        };
    }

    /** The word of one or zero that a selection gives once more, null for other selections. */
    private @Nullable Value copied(Alu select) {
        return select.operand(1).equals(Const.i32(1)) && select.operand(2).equals(Const.i32(0)) && select.operand(0) instanceof Ssa truth
                && definitions.get(truth) instanceof Alu not && not.op() == AluOp.NOT && not.operand(0) instanceof Ssa empty
                && definitions.get(empty) instanceof Alu equal && equal.op() == AluOp.IEQ && equal.operand(1).equals(Const.i32(0))
                && equal.operand(0) instanceof Ssa word && isWhole(word) ? word : null;
    }
}
