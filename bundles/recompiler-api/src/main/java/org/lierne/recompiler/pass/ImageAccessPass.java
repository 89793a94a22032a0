package org.lierne.recompiler.pass;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;

/** A pass that looks at image accesses one by one, each with the descriptors it goes through. Accesses through null descriptors are left. */
public abstract class ImageAccessPass implements TranslationPass {
    @Override
    public final boolean run(IrModule module, PassContext context) {
        Expansion code = new Expansion(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof ImageAccess access) {
                    code.before(access);
                    ImageSite site = ImageSite.of(module, context, code, access);
                    changed |= site != null && rewrite(site);
                }
            }
        }
        return changed;
    }

    /**
     * Rewrites an access, or leaves it.
     *
     * @return whether anything changed
     */
    protected abstract boolean rewrite(ImageSite site);

    /** Refuses the access when there is a problem with it. */
    protected static void require(ImageSite site, @Nullable String problem) {
        if (problem != null) {
            throw site.refuse(problem);
        }
    }
}
