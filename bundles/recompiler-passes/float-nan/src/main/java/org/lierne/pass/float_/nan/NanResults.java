package org.lierne.pass.float_.nan;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.osgi.service.component.annotations.Component;

/**
 * Writes out which NaN an operation returns, and which zero a minimum or maximum, where memory or integer code sees the bits, and whether a
 * minimum or maximum returns one, wherever it goes: the first NaN among the operands, quieted only in IEEE mode, and the default NaN of an invalid operation. Measured: RDNA 2 parts, rules B-027
 * and B-046; minima and maxima as decided for the float mode matrix.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.nan", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, gives = Invariant.NANS_EXPLICIT,
        after = {"pass.opt.implied-conditions", "pass.opt.dead-code", "recompiler.descriptors"},
        before = {"pass.cf.structurizer", "pass.float.denormal.f32"}, switches = "pass.float.nan.exact=on")
@Compat(rules = {"B-025", "B-027", "B-046", "B-047", "B-052", "B-054", "B-055"}, off = Compat.Off.PLAIN)
public final class NanResults implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!context.switches().isOn("pass.float.nan.exact", true)) {
            return false;
        }
        Set<Ssa> seen = SeenBits.of(module);
        Expansion code = new Expansion(module);
        NanCode nans = new NanCode(code, module.floatMode(), context.switches().isOn("pass.float.mad-separate.exact", false), keepsNans(context.host()));
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                Inst inst = at.next();
                if (inst instanceof Alu alu) {
                    code.before(alu);
                    boolean isSeen = seen.contains(alu.result()) || nans.decides(alu);
                    @Nullable Value result = isSeen ? nans.result(alu) : nans.direct(alu);
                    if (result != null) {
                        code.replace(alu.result(), result);
                    }
                    if (result != null && isSeen) {
                        context.acted(alu.pc(), "the NaN of a result chosen");
                        changed = true;
                    }
                }
            }
        }
        if (changed) {
            Cleanup.removeDead(module);
        }
        return changed;
    }

    private static Set<ScalarType> keepsNans(HostFacts host) {
        Set<ScalarType> widths = EnumSet.noneOf(ScalarType.class);
        Map.of(ScalarType.F16, HostFeature.SIGNED_ZERO_INF_NAN_16, ScalarType.F32, HostFeature.SIGNED_ZERO_INF_NAN_32,
                ScalarType.F64, HostFeature.SIGNED_ZERO_INF_NAN_64).forEach((width, control) -> {
                    if (host.has(control)) {
                        widths.add(width);
                    }
                });
        return widths;
    }
}
