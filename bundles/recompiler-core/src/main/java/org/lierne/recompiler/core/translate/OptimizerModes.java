package org.lierne.recompiler.core.translate;

import java.util.List;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredMode;
import org.osgi.service.component.annotations.Component;

/** Compatibility modes of the optimiser's recipe. */
enum OptimizerModes implements DeclaredMode {
    /** Rule A-002: modules go through the optimiser at all; off unless somebody wants it, since drivers do the same work. */
    OPTIMISER("spirv.opt", List.of("A-002"), false),

    /** Rule A-041: modules with narrow types through storage alone go without constant propagation and simplification. */
    NARROW_FOLD("quirk.spirv-tools.narrow-fold", List.of("A-041"), true),

    /** Rule A-002: the stock redundancy elimination copies its map at every branch; off unless somebody wants it. */
    STOCK_REDUNDANCY("spirv.opt.redundancy-elimination", List.of("A-002"), false);

    private final Declaration declaration;

    OptimizerModes(String id, List<String> rules, boolean on) {
        this.declaration = new Declaration(id, rules, Compat.Off.PLAIN, on);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    /** Tells the console. */
    @Component(service = CompatModes.class)
    public static final class Listed implements CompatModes {
        @Override
        public List<CompatMode> modes() {
            return List.of(values());
        }
    }
}
