package org.lierne.recompiler.core.lower;

import java.util.EnumSet;
import java.util.Set;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFeature;
import org.osgi.service.component.annotations.Component;

/**
 * Asks the host for what the program relies on, of each width of floats that it computes with and as far as the host offers it: signed
 * zeros, infinities and NaNs as they come, rounding to nearest even, and, where the float mode keeps operands and results, denormals.
 * What the mode wants beside that the float passes have written out. Runs behind them.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "recompiler.float-controls", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, after = {"pass.float.denormal.f32",
    "pass.float.denormal.f16", "pass.float.denormal.f64", "pass.float.ldexp", "pass.float.omod", "pass.float.round.f16",
    "pass.image.packed-gather"}, before = "pass.cf.structurizer")
public final class FloatControls implements TranslationPass {
    private static final int KEEPS_BOTH = 3;

    @Override
    public boolean run(IrModule module, PassContext context) {
        FloatMode mode = module.floatMode();
        boolean changed = false;
        for (ScalarType type : used(module)) {
            boolean keeps = (type == ScalarType.F32 ? mode.denormals32() : mode.denormals16()) == KEEPS_BOTH;
            for (HostFeature control : controls(type, keeps)) {
                if (context.host().has(control)) {
                    module.ask(control);
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static Set<ScalarType> used(IrModule module) {
        Set<ScalarType> used = EnumSet.of(ScalarType.F32);
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof Alu alu) {
                    add(used, alu.result());
                    alu.operands().forEach(operand -> add(used, operand));
                }
            }
        }
        return used;
    }

    private static void add(Set<ScalarType> used, Value value) {
        if (value.type().component().isFloat()) {
            used.add(value.type().component());
        }
    }

    private static Set<HostFeature> controls(ScalarType type, boolean keepsDenormals) {
        Set<HostFeature> controls = switch (type) {
            case F16 -> EnumSet.of(HostFeature.SIGNED_ZERO_INF_NAN_16, HostFeature.ROUND_EVEN_16, HostFeature.DENORM_PRESERVE_16);
            case F64 -> EnumSet.of(HostFeature.SIGNED_ZERO_INF_NAN_64, HostFeature.ROUND_EVEN_64, HostFeature.DENORM_PRESERVE_64);
            default -> EnumSet.of(HostFeature.SIGNED_ZERO_INF_NAN_32, HostFeature.ROUND_EVEN_32, HostFeature.DENORM_PRESERVE_32);
        };
        if (!keepsDenormals) {
            controls.removeAll(EnumSet.of(HostFeature.DENORM_PRESERVE_16, HostFeature.DENORM_PRESERVE_32, HostFeature.DENORM_PRESERVE_64));
        }
        return controls;
    }
}
