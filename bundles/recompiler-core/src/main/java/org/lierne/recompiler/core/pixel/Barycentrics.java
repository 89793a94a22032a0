package org.lierne.recompiler.core.pixel;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.AttributeLoad.Mode;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/** Inputs at samples are interpolated at the sample's distance from the centre, those at the centre stay there (rule C-040). */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.pixel.barycentrics", needs = {Invariant.SSA, Invariant.INTERPOLATION_RESOLVED}, before = "wave.one-lane",
        appliesTo = ShaderStage.PIXEL)
@Compat(rules = "C-040", off = Compat.Off.PLAIN)
public final class Barycentrics implements TranslationPass {
    /** A distance from the centre. */
    private record Offset(Value x, Value y) {
        private static final Offset NONE = new Offset(InputRewrite.real(0), InputRewrite.real(0));
    }

    @Override
    public boolean run(IrModule module, PassContext context) {
        StageState.Pixel pixel = (StageState.Pixel) context.program().state().details();
        boolean moves = pixel.samples() > 1 && context.host().has(HostFeature.SAMPLE_RATE_SHADING);
        boolean hasSamples = module.blocks().stream().flatMap(block -> block.instructions().stream())
                .anyMatch(inst -> inst instanceof AttributeLoad load && isSample(load.mode()));
        Offset sample = moves && hasSamples ? InputRewrite.first(module, out -> new Offset(Positions.offset(out, pixel, true),
                Positions.offset(out, pixel, false))) : null;
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof AttributeLoad load && !load.mode().isOfVertex()) {
                    Offset offset = isSample(load.mode()) ? sample : isCenter(load.mode()) && moves && pixel.draw().perSample() ? Offset.NONE
                            : null;
                    if (offset != null || isSample(load.mode())) {
                        at.set(moved(load, offset));
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    private static AttributeLoad moved(AttributeLoad load, @Nullable Offset offset) {
        Mode center = switch (load.mode()) {
            case PERSP_SAMPLE -> Mode.PERSP_CENTER;
            case LINEAR_SAMPLE -> Mode.LINEAR_CENTER;
            default -> load.mode();
        };
        return new AttributeLoad(load.result(), load.attribute(), load.channel(), center, load.half(), load.high(),
                offset == null ? null : offset.x, offset == null ? null : offset.y, load.pc());
    }

    private static boolean isSample(Mode mode) {
        return mode == Mode.PERSP_SAMPLE || mode == Mode.LINEAR_SAMPLE;
    }

    private static boolean isCenter(Mode mode) {
        return mode == Mode.PERSP_CENTER || mode == Mode.LINEAR_CENTER;
    }
}
