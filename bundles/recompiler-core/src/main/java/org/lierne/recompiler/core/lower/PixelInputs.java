package org.lierne.recompiler.core.lower;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.AttributeLoad.Mode;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Interp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.osgi.service.component.annotations.Component;

/** Two-step interpolation with the launch state's own weights becomes an input that the host interpolates. */
@Component(service = TranslationPass.class)
@PassSpec(id = "recompiler.interpolation", needs = Invariant.SSA, gives = Invariant.INTERPOLATION_RESOLVED,
        after = "pass.opt.constant-folding", appliesTo = ShaderStage.PIXEL)
public final class PixelInputs implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        Map<Ssa, Inst> definitions = Cleanup.definitions(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Interp interp) {
                    AttributeLoad load = whole(interp, definitions, context);
                    if (load != null) {
                        at.set(load);
                    }
                }
            }
        }
        Cleanup.removeDead(module);
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof Interp interp) {
                    throw context.refuse(interp.pc(), "an interpolation step stands alone; only both steps together are translated");
                }
            }
        }
        return true;
    }

    /** The input a last step amounts to; null for a first step, which goes when nobody reads it. */
    private static @Nullable AttributeLoad whole(Interp interp, Map<Ssa, Inst> definitions, PassContext context) {
        return switch (interp.op()) {
            case P1_F32, P1LL_F16, P1LV_F16 -> null;
            case P2_F32, P2_F16 -> {
                boolean half = interp.op() == Interp.Op.P2_F16;
                Mode mode = null;
                if (interp.partial() instanceof Ssa partial && definitions.get(partial) instanceof Interp first
                        && first.attribute() == interp.attribute() && first.channel() == interp.channel()) {
                    mode = mode(first.weight(), interp.weight(), definitions);
                }
                if (mode == null) {
                    throw context.refuse(interp.pc(), "the weights are not those that the stage was started with");
                }
                yield new AttributeLoad(interp.result(), interp.attribute(), interp.channel(), mode, half, interp.high(),
                        interp.pc());
            }
            case MOV_P0 -> new AttributeLoad(interp.result(), interp.attribute(), interp.channel(), Mode.FLAT, false, false,
                    interp.pc());
            case MOV_P10, MOV_P20 -> throw context.refuse(interp.pc(), "reads the slope of an attribute, which the host does not give");
        };
    }

    private static @Nullable Mode mode(@Nullable Value i, @Nullable Value j, Map<Ssa, Inst> definitions) {
        StageInput first = input(i, definitions);
        StageInput second = input(j, definitions);
        if (first == null || second == null) {
            return null;
        }
        return switch (first) {
            case PERSP_SAMPLE_I -> second == StageInput.PERSP_SAMPLE_J ? Mode.PERSP_SAMPLE : null;
            case PERSP_CENTER_I -> second == StageInput.PERSP_CENTER_J ? Mode.PERSP_CENTER : null;
            case PERSP_CENTROID_I -> second == StageInput.PERSP_CENTROID_J ? Mode.PERSP_CENTROID : null;
            case LINEAR_SAMPLE_I -> second == StageInput.LINEAR_SAMPLE_J ? Mode.LINEAR_SAMPLE : null;
            case LINEAR_CENTER_I -> second == StageInput.LINEAR_CENTER_J ? Mode.LINEAR_CENTER : null;
            case LINEAR_CENTROID_I -> second == StageInput.LINEAR_CENTROID_J ? Mode.LINEAR_CENTROID : null;
            default -> null;
        };
    }

    private static @Nullable StageInput input(@Nullable Value value, Map<Ssa, Inst> definitions) {
        return value instanceof Ssa ssa && definitions.get(ssa) instanceof Input input ? input.input() : null;
    }
}
