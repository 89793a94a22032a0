package org.lierne.recompiler.core.pixel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.StageInput;

/** Puts computed values in place of inputs; computing stands where the input stood. */
final class InputRewrite {
    /** What an input is, null to leave it. */
    interface Rule {
        @Nullable Value of(Input input, InputRewrite out);
    }

    private final IrModule module;
    private final List<Inst> added = new ArrayList<>();
    private Pc pc = Pc.NONE;

    private InputRewrite(IrModule module) {
        this.module = module;
    }

    static boolean run(IrModule module, Rule rule) {
        InputRewrite rewrite = new InputRewrite(module);
        java.util.Map<Ssa, Value> replaced = new java.util.HashMap<>();
        for (IrBlock block : module.blocks()) {
            List<Inst> kept = new ArrayList<>();
            for (Inst inst : block.instructions()) {
                rewrite.added.clear();
                rewrite.pc = inst.pc();
                Value value = inst instanceof Input input ? rule.of(input, rewrite) : null;
                if (value != null && inst.result() != null) {
                    kept.addAll(rewrite.added);
                    replaced.put(inst.result(), value);
                } else {
                    kept.add(inst);
                }
            }
            block.setInstructions(kept);
        }
        module.replace(replaced);
        return !replaced.isEmpty();
    }

    /** Computes before everything else of the program. */
    static <T> T first(IrModule module, java.util.function.Function<InputRewrite, T> computed) {
        InputRewrite rewrite = new InputRewrite(module);
        T result = computed.apply(rewrite);
        List<Inst> all = new ArrayList<>(rewrite.added);
        all.addAll(module.entry().instructions());
        module.entry().setInstructions(all);
        return result;
    }

    Value input(StageInput input) {
        Ssa result = module.fresh(ScalarType.I32);
        added.add(new Input(result, input, pc));
        return result;
    }

    /** An input that is an f32. */
    Value real(StageInput input) {
        return op(AluOp.BITCAST, ScalarType.F32, input(input));
    }

    Value op(AluOp op, ScalarType type, Value... operands) {
        Ssa result = module.fresh(type);
        added.add(new Alu(result, op, List.of(operands), pc));
        return result;
    }

    Value word(AluOp op, Value... operands) {
        return op(op, ScalarType.I32, operands);
    }

    Value bits(Value real) {
        return op(AluOp.BITCAST, ScalarType.I32, real);
    }

    static Value real(float value) {
        return new Const(ScalarType.F32, Float.floatToRawIntBits(value) & 0xffffffffL);
    }
}
