package org.lierne.recompiler.core.lower;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.osgi.service.component.annotations.Component;

/**
 * A pixel lane that comes to the end without the last export was masked out when its wave did that export, so it is discarded.
 * Documented: RDNA 2 ISA, "Export": VM and DONE, the EXEC mask of the last export says which pixels are valid.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.pixel.end", needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"recompiler.descriptors", "recompiler.interpolation", "recompiler.image-dimensions", "pass.image.packed-gather"},
        before = "pass.cf.structurizer", appliesTo = ShaderStage.PIXEL)
public final class PixelEnd implements TranslationPass {
    private static final int NEVER = 1;
    private static final int DONE = 2;

    @Override
    public boolean run(IrModule module, PassContext context) {
        Map<Integer, Integer> arriving = new HashMap<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(module.entry().id()));
        arriving.put(module.entry().id(), NEVER);
        while (!open.isEmpty()) {
            IrBlock block = module.block(open.remove());
            int state = leaving(block, arriving.getOrDefault(block.id(), 0));
            for (int target : block.terminator().targets()) {
                int before = arriving.getOrDefault(target, 0);
                if ((before | state) != before) {
                    arriving.put(target, before | state);
                    open.add(target);
                }
            }
        }
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            if (!(block.terminator() instanceof Terminator.Return end)) {
                continue;
            }
            int state = leaving(block, arriving.getOrDefault(block.id(), 0));
            if (state == (NEVER | DONE)) {
                throw context.refuse(end.pc(), "some lanes come to this end with their last export done and some without");
            }
            if (state == NEVER) {
                block.terminate(new Terminator.Kill(end.pc()));
                changed = true;
            }
        }
        return changed;
    }

    private static int leaving(IrBlock block, int arriving) {
        for (Inst inst : block.instructions()) {
            if (inst instanceof Export export && export.done()) {
                return DONE;
            }
        }
        return arriving;
    }
}
