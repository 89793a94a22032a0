package org.lierne.pass.float_.log2;

import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/**
 * Logarithms of numbers within an eighth of one: a series of eight terms, where the driver's result lies more than four places from it. No
 * branch, so that the cost is constant. Measured: gfx1035, rule B-035.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.log2", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, after = {"pass.opt.implied-conditions", "pass.float.nan",
    "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.fp16-ovfl"}, before = "pass.cf.structurizer")
@Compat(rules = "B-035", off = Compat.Off.PLAIN)
public final class Log2 implements TranslationPass {
    private static final int TERMS = 8;
    private static final Const ONE = Const.f32(1);
    /** Bits of 7/8, and how far above them those of 9/8 are. */
    private static final Const LOWEST = Const.i32(0x3f600000);
    private static final Const WIDTH = Const.i32(0x00300000);

    @Override
    public boolean run(IrModule module, PassContext context) {
        Expansion code = new Expansion(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Alu alu && alu.op() == AluOp.FLOG2) {
                    code.before(alu);
                    code.replace(alu.result(), code.inSingles(alu, operand -> logarithm(code, operand)));
                    context.acted(alu.pc(), "logarithms near one looked after");
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static Value logarithm(Expansion code, Value number) {
        Value drivers = code.alu(AluOp.FLOG2, ScalarType.F32, number);
        Value series = series(code, code.alu(AluOp.FSUB, ScalarType.F32, number, ONE));
        Value fromLowest = code.alu(AluOp.ISUB, ScalarType.I32, code.bits(number), LOWEST);
        Value isNear = code.alu(AluOp.ULE, ScalarType.B1, fromLowest, WIDTH);
        return code.select(code.and(isNear, code.isFar(drivers, series)), series, drivers);
    }

    /** Of the number less one, which is exact that near to one: the natural logarithm's powers, and the base. */
    private static Value series(Expansion code, Value beyondOne) {
        Value sum = Const.f32(-1f / TERMS);
        for (int term = TERMS - 1; term >= 1; term--) {
            sum = code.alu(AluOp.FMA, ScalarType.F32, sum, beyondOne, Const.f32((term % 2 == 0 ? -1f : 1f) / term));
        }
        Value based = code.alu(AluOp.FMUL, ScalarType.F32, beyondOne, Const.f32((float) (1 / Math.log(2))));
        return code.alu(AluOp.FMUL, ScalarType.F32, based, sum);
    }
}
