package org.lierne.pass.float_.transcendental;

import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.FloatBits;
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
 * Sine and cosine of turns: the driver's, but a line within 2 to the -12 turns of a zero, and a Taylor series where the driver's result lies
 * more than four places from it. Measured: gfx1035 and gfx1036, rule B-033.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.transcendental", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, after = {"pass.opt.implied-conditions",
    "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.fp16-ovfl"}, before = "pass.cf.structurizer")
@Compat(rules = "B-033", off = Compat.Off.PLAIN)
public final class Transcendental implements TranslationPass {
    /** The slope at whole turns, as the hardware has it, and 2 pi at the others. */
    private static final Const WHOLE_SLOPE = Const.i32(0x40c90fd5);
    private static final Const SLOPE = Const.i32(0x40c90fdb);
    private static final Const NEAR = Const.i32(Float.floatToRawIntBits(0x1p-12f));
    private static final Const SIZE = Const.i32(Integer.MAX_VALUE);
    private static final Const ZERO = Const.i32(0);
    private static final Const HALF = Const.f32(0.5f);
    /** Exponent of the last term: the one after it is below half a place at a quarter turn. */
    private static final int LAST_POWER = 13;

    @Override
    public boolean run(IrModule module, PassContext context) {
        Expansion code = new Expansion(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Alu alu && (alu.op() == AluOp.FSIN || alu.op() == AluOp.FCOS)) {
                    code.before(alu);
                    code.replace(alu.result(), code.inSingles(alu, turns -> alu.op() == AluOp.FSIN ? sine(code, turns) : cosine(code, turns)));
                    context.acted(alu.pc(), "the driver's result held against a series");
                    changed = true;
                }
            }
        }
        return changed;
    }

    /** What is left of a turn, exactly, with the sign of all. */
    private static Value cycle(Expansion code, Value turns) {
        return single(code, AluOp.FSUB, turns, single(code, AluOp.FTRUNC, turns));
    }

    /** From the nearest half turn; an odd one's slope is negative. */
    private static Value sine(Expansion code, Value turns) {
        Value cycle = cycle(code, turns);
        Value halves = single(code, AluOp.FRNDNE, single(code, AluOp.FADD, cycle, cycle));
        Value nearest = single(code, AluOp.FMUL, halves, HALF);
        Value isOdd = code.equal(size(code, halves), Const.i32((int) FloatBits.one(ScalarType.F32)));
        Value distance = code.select(isOdd, single(code, AluOp.FSUB, nearest, cycle), single(code, AluOp.FSUB, cycle, nearest));
        Value slope = code.real(code.select(isOdd, SLOPE, WHOLE_SLOPE), ScalarType.F32);
        Value result = fromZero(code, single(code, AluOp.FSIN, turns), distance, slope);
        return code.select(code.equal(size(code, turns), ZERO), turns, result);
    }

    /** From a quarter or three quarters of a turn. */
    private static Value cosine(Expansion code, Value turns) {
        Value cycle = single(code, AluOp.FABS, cycle(code, turns));
        Value isFirst = code.alu(AluOp.FOLT, ScalarType.B1, cycle, HALF);
        Value distance = code.select(isFirst, single(code, AluOp.FSUB, Const.f32(0.25f), cycle),
                single(code, AluOp.FSUB, cycle, Const.f32(0.75f)));
        return fromZero(code, single(code, AluOp.FCOS, turns), distance, code.real(SLOPE, ScalarType.F32));
    }

    private static Value fromZero(Expansion code, Value drivers, Value distance, Value slope) {
        Value series = series(code, distance);
        Value chosen = code.select(code.isFar(drivers, series), series, drivers);
        return code.select(code.below(size(code, distance), NEAR), single(code, AluOp.FMUL, distance, slope), chosen);
    }

    /** The sine of at most a quarter turn. The first coefficient takes more than 24 bits: most of it comes last, in one rounding. */
    private static Value series(Expansion code, Value distance) {
        Value square = single(code, AluOp.FMUL, distance, distance);
        Value sum = Const.f32((float) coefficient(LAST_POWER));
        for (int power = LAST_POWER - 2; power > 1; power -= 2) {
            sum = single(code, AluOp.FMA, sum, square, Const.f32((float) coefficient(power)));
        }
        sum = single(code, AluOp.FMA, sum, square, Const.f32((float) (coefficient(1) - Float.intBitsToFloat((int) SLOPE.bits()))));
        return single(code, AluOp.FMA, distance, code.real(SLOPE, ScalarType.F32), single(code, AluOp.FMUL, distance, sum));
    }

    private static double coefficient(int power) {
        double coefficient = power % 4 == 1 ? 1 : -1;
        for (int factor = 1; factor <= power; factor++) {
            coefficient *= 2 * Math.PI / factor;
        }
        return coefficient;
    }

    private static Value size(Expansion code, Value value) {
        return code.and(code.bits(value), SIZE);
    }

    private static Value single(Expansion code, AluOp op, Value... operands) {
        return code.alu(op, ScalarType.F32, operands);
    }
}
