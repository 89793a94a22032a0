package org.lierne.pass.float_.nan;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/**
 * The first NaN among the operands comes out, quieted only in IEEE mode; an invalid operation gives the default NaN. Measured: RDNA 2
 * parts, rule B-027.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.nan", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, gives = Invariant.NANS_EXPLICIT,
        after = "pass.opt.implied-conditions", before = {"pass.cf.structurizer", "pass.float.denormal.f32"})
@Compat(rules = "B-027", off = Compat.Off.PLAIN)
public final class NanResults implements TranslationPass {
    private static final int SIGN = 0x80000000;
    private static final int INFINITY = 0x7f800000;
    private static final int QUIET = 0x00400000;
    private static final int DEFAULT_NAN = 0xffc00000;

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!context.switches().isOn("pass.float.nan.exact", false)) {
            return false;
        }
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Alu alu && alu.result().type() == ScalarType.F32 && isSumOrProduct(alu.op())) {
                    new Rewrite(module, at, alu).run();
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static boolean isSumOrProduct(AluOp op) {
        return op == AluOp.FADD || op == AluOp.FSUB || op == AluOp.FMUL || op == AluOp.FMUL_LEGACY || op == AluOp.FMA;
    }

    /** Surrounds one operation. */
    private record Rewrite(IrModule module, IrBlock.Editor at, Alu alu) {
        void run() {
            Pc pc = alu.pc();
            List<Value> bits = new ArrayList<>();
            List<Value> sizes = new ArrayList<>();
            for (Value operand : alu.operands()) {
                Value word = add(AluOp.BITCAST, ScalarType.I32, operand);
                bits.add(word);
                sizes.add(add(AluOp.AND, ScalarType.I32, word, Const.i32(~SIGN)));
            }
            Ssa raw = module.fresh(ScalarType.F32);
            at.insertBefore(new Alu(raw, alu.op(), alu.operands(), pc));
            Value rawBits = add(AluOp.BITCAST, ScalarType.I32, raw);
            Value invalid = isNan(add(AluOp.AND, ScalarType.I32, rawBits, Const.i32(~SIGN)));
            Value result = add(AluOp.SELECT, ScalarType.I32, invalid, Const.i32(DEFAULT_NAN), rawBits);
            boolean legacy = alu.op() == AluOp.FMUL_LEGACY;
            for (int i = alu.operands().size() - 1; i >= 0; i--) {
                Value nan = bits.get(i);
                if (alu.op() == AluOp.FSUB && i == 1) {
                    nan = add(AluOp.XOR, ScalarType.I32, nan, Const.i32(SIGN));
                }
                if (module.floatMode().ieee()) {
                    nan = add(AluOp.OR, ScalarType.I32, nan, Const.i32(QUIET));
                }
                Value chosen = isNan(sizes.get(i));
                if (legacy) {
                    chosen = add(AluOp.AND, ScalarType.B1, chosen, notZero(sizes.get(1 - i)));
                }
                result = add(AluOp.SELECT, ScalarType.I32, chosen, nan, result);
            }
            if (alu.op() == AluOp.FMA) {
                // Infinity times zero is invalid whatever the addend.
                Value product = add(AluOp.OR, ScalarType.B1, infiniteTimesZero(sizes.get(0), sizes.get(1)),
                        infiniteTimesZero(sizes.get(1), sizes.get(0)));
                result = add(AluOp.SELECT, ScalarType.I32, product, Const.i32(DEFAULT_NAN), result);
            }
            at.set(new Alu(alu.result(), AluOp.BITCAST, List.of(result), pc));
        }

        private Value isNan(Value size) {
            return add(AluOp.ULT, ScalarType.B1, Const.i32(INFINITY), size);
        }

        private Value notZero(Value size) {
            return add(AluOp.INE, ScalarType.B1, size, Const.i32(0));
        }

        private Value infiniteTimesZero(Value a, Value b) {
            return add(AluOp.AND, ScalarType.B1, add(AluOp.IEQ, ScalarType.B1, a, Const.i32(INFINITY)),
                    add(AluOp.IEQ, ScalarType.B1, b, Const.i32(0)));
        }

        private Value add(AluOp op, ScalarType type, Value... operands) {
            Ssa result = module.fresh(type);
            at.insertBefore(new Alu(result, op, List.of(operands), alu.pc()));
            return result;
        }
    }
}
