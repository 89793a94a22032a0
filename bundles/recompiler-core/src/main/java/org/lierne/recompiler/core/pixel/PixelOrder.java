package org.lierne.recompiler.core.pixel;

import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/**
 * Primitives ordered by pixel: the emission makes the whole program the host's ordered section (rule C-001), and no wave collides with
 * another (rule C-002).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.pixel.pops", needs = Invariant.SSA, after = "pass.opt.constant-folding", before = "wave.one-lane",
        appliesTo = ShaderStage.PIXEL)
@Compat(rules = {"C-001", "C-002"}, off = Compat.Off.PLAIN)
public final class PixelOrder implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!((StageState.Pixel) context.program().state().details()).primitiveOrdered()) {
            return false;
        }
        context.acted(Pc.NONE, "orders its primitives by pixel");
        module.setOrdered();
        return true;
    }
}
