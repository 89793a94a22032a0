package org.lierne.recompiler.pass;

import org.lierne.recompiler.ir.IrModule;
import org.osgi.annotation.versioning.ConsumerType;

/** One rewrite of the IR. Stateless and shared by all compilations, so {@link #run} may be called by many threads at once. */
@ConsumerType
public interface TranslationPass {
    /**
     * Rewrites the module, keeping the {@code pc} of what it replaces on what it makes.
     *
     * @return whether it changed anything
     * @throws org.lierne.recompiler.program.TranslationRefused made by {@link PassContext#refuse} when the program cannot be
     *                                                          translated right
     */
    boolean run(IrModule module, PassContext context);

    /**
     * A word about options that change what the pass makes; part of the plan's fingerprint and so of every cache key. Empty when
     * there are none.
     */
    default String options() {
        return "";
    }
}
