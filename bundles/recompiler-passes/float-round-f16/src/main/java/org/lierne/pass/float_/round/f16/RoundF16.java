package org.lierne.pass.float_.round.f16;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
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
import org.lierne.recompiler.program.HostFeature;
import org.osgi.service.component.annotations.Component;

/**
 * Conversions to f16 rounded in the f16 field of the float mode, on the bits, and mixed sums rounded to f16 once (gfx1036, rule B-026). Where results are flushed, what is below the smallest
 * normal half after rounding to 11 bits with an unbounded exponent becomes a zero of its sign. Measured: gfx1030 and gfx1036, rule C-017.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.round.f16", needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.opt.implied-conditions", "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16"},
        before = "pass.cf.structurizer")
@Compat(rules = {"B-026", "C-017"}, off = Compat.Off.PLAIN)
public final class RoundF16 implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        FloatMode mode = module.floatMode();
        boolean flushes = (mode.denormals16() & 2) == 0;
        boolean hostRounds = mode.round16() == 0 && !flushes;
        boolean hasDoubles = context.host().has(HostFeature.FLOAT64);
        Expansion code = new Expansion(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                Inst inst = at.next();
                if (inst instanceof Alu alu && alu.result().type() == ScalarType.F16) {
                    code.before(alu);
                    boolean isMixed = alu.op() == AluOp.FMIX_TO_HALF;
                    @Nullable Value single = isMixed && hasDoubles ? new MixedSum(code, mode.round16()).of(alu) : hostRounds ? null : single(code, alu);
                    if (single != null) {
                        code.replace(alu.result(), hostRounds ? code.alu(AluOp.F_TO_F, ScalarType.F16, single)
                                : new Narrowed(code, single, mode.round16(), flushes).half());
                        context.acted(alu.pc(), isMixed ? "a mixed sum rounded once" : "rounded to f16 in its mode");
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    /** The f32 that a conversion rounds; 16-bit integers are exact ones. Null for another operation. */
    private static @Nullable Value single(Expansion code, Alu alu) {
        Value operand = alu.operand(0);
        return switch (alu.op()) {
            case F_TO_F -> operand.type() == ScalarType.F32 ? operand : null;
            case S_TO_F -> code.alu(AluOp.S_TO_F, ScalarType.F32, code.alu(AluOp.SIGN_EXTEND, ScalarType.I32, operand));
            case U_TO_F -> code.alu(AluOp.U_TO_F, ScalarType.F32, code.alu(AluOp.ZERO_EXTEND, ScalarType.I32, operand));
            default -> null;
        };
    }
}
