package org.lierne.recompiler.core.lower;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final Set<Ssa> others = new HashSet<>();

    private TruthWords(IrModule module, int whole) {
        this.whole = whole;
        this.definitions = Cleanup.definitions(module);
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
        return inst.result() != null && inst.result().type() == ScalarType.I32 && switch (inst) {
            case Phi phi -> phi.incoming().stream().allMatch(edge -> isWhole(edge.value()));
            case Alu alu -> switch (alu.op()) {
                case AND, OR, XOR -> alu.operands().stream().allMatch(this::isWhole);
                case NOT -> whole == -1 && isWhole(alu.operand(0));
                case SELECT -> isWhole(alu.operand(1)) && isWhole(alu.operand(2));
                default -> false;
            };
            default -> false;
        };
    }

    private boolean isWhole(Value value) {
        return value instanceof Undef || value instanceof Const constant && (constant.bits() == 0 || constant.equals(Const.i32(whole)))
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
                        && (module.waveSize() == 32 || wave.operands().get(0).equals(wave.operands().get(1)))) {
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

    /** The word of one or zero that a selection gives once more, null for other selections. */
    private @Nullable Value copied(Alu select) {
        return select.operand(1).equals(Const.i32(1)) && select.operand(2).equals(Const.i32(0)) && select.operand(0) instanceof Ssa truth
                && definitions.get(truth) instanceof Alu not && not.op() == AluOp.NOT && not.operand(0) instanceof Ssa empty
                && definitions.get(empty) instanceof Alu equal && equal.op() == AluOp.IEQ && equal.operand(1).equals(Const.i32(0))
                && equal.operand(0) instanceof Ssa word && isWhole(word) ? word : null;
    }
}
