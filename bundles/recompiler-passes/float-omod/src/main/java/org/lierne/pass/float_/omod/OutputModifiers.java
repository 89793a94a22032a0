package org.lierne.pass.float_.omod;

import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Denormals;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.FloatMode;
import org.osgi.service.component.annotations.Component;

/**
 * An output modifier acts where IEEE mode is off and f32 results are flushed, on results of the cube instructions wherever IEEE mode is
 * off, and is ignored elsewhere. A denormal result becomes zero. Measured: gfx1035 and gfx1036, rules B-053 and C-014.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.omod", needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.opt.implied-conditions", "pass.float.nan", "pass.float.denormal.f32"}, before = "pass.cf.structurizer")
@Compat(rules = {"B-053", "C-014"}, off = Compat.Off.PLAIN)
public final class OutputModifiers implements TranslationPass {
    private static final int RESULTS = 2;
    private static final int MIN_NORMAL = Float.floatToRawIntBits(Float.MIN_NORMAL);
    private static final int SIGNIFICAND_BITS = 23;

    @Override
    public boolean run(IrModule module, PassContext context) {
        Expansion code = new Expansion(module);
        Denormals denormals = new Denormals(code, ScalarType.F32, false);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                Inst inst = at.next();
                if (inst instanceof Alu alu && alu.op() == AluOp.FOMOD) {
                    code.before(alu);
                    boolean acts = acts(code, module.floatMode(), alu);
                    if (acts && alu.result().type() != ScalarType.F32) {
                        throw context.refuse(alu.pc(), "what the output modifier does to an " + alu.result().type().word()
                                + " result is not modelled");
                    }
                    code.replace(alu.result(), acts ? modified(code, denormals, alu) : alu.operand(0));
                    context.acted(alu.pc(), "the output modifier applied as its mode says");
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static boolean acts(Expansion code, FloatMode mode, Alu alu) {
        int denormals = alu.result().type() == ScalarType.F32 ? mode.denormals32() : mode.denormals16();
        return !mode.ieee() && ((denormals & RESULTS) == 0 || isOfCube(code, alu.operand(0)));
    }

    private static boolean isOfCube(Expansion code, Value value) {
        Value at = value;
        for (Alu cast = code.definition(at, AluOp.BITCAST); cast != null; cast = code.definition(at, AluOp.BITCAST)) {
            at = cast.operand(0);
        }
        Alu choice = code.definition(at, AluOp.SELECT);
        if (choice != null) {
            return isOfCube(code, choice.operand(2));
        }
        return code.definition(at) instanceof Alu alu && switch (alu.op()) {
            case CUBE_ID, CUBE_SC, CUBE_TC, CUBE_MA -> true;
            default -> false;
        };
    }

    /** A product with a power of two is tiny exactly where the other factor lies below a bound, however the host rounds. */
    private static Value modified(Expansion code, Denormals denormals, Alu alu) {
        Value number = alu.operand(0);
        Value size = denormals.size(number);
        Value sign = code.and(code.bits(number), Const.i32(Integer.MIN_VALUE));
        float factor = Float.intBitsToFloat((int) ((Const) alu.operand(1)).bits());
        Value product = code.bits(code.alu(AluOp.FMUL, ScalarType.F32, number, alu.operand(1)));
        if (factor > 1 && mayBeDenormal(code, number)) {
            product = code.select(code.below(size, Const.i32(MIN_NORMAL)), code.or(sign, ofDenormal(code, size, factor)), product);
        }
        Value isTiny = code.below(size, Const.i32(Float.floatToRawIntBits(Float.MIN_NORMAL / factor)));
        return code.real(code.select(isTiny, sign, product), ScalarType.F32);
    }

    /** Whether a result keeps denormals where others are flushed: hosts that are asked to flush would take it for zero. */
    private static boolean mayBeDenormal(Expansion code, Value value) {
        return code.definition(value) instanceof Alu alu && switch (alu.op()) {
            case DIV_FIXUP, CUBE_SC, CUBE_TC, CUBE_MA -> true;
            case BITCAST -> mayBeDenormal(code, alu.operand(0));
            case SELECT -> mayBeDenormal(code, alu.operand(1)) || mayBeDenormal(code, alu.operand(2));
            default -> false;
        };
    }

    /** The product with a denormal where that is none: the denormal's significand as a number, with another exponent. */
    private static Value ofDenormal(Expansion code, Value size, float factor) {
        int exponent = Float.MIN_EXPONENT - SIGNIFICAND_BITS + Math.getExponent(factor);
        return code.alu(AluOp.IADD, ScalarType.I32, code.bits(code.alu(AluOp.U_TO_F, ScalarType.F32, size)),
                Const.i32(exponent << SIGNIFICAND_BITS));
    }
}
