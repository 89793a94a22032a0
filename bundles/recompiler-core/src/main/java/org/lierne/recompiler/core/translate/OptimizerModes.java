package org.lierne.recompiler.core.translate;

import java.util.List;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.osgi.service.component.annotations.Component;

/** Compatibility modes of the optimiser's recipe. */
enum OptimizerModes implements CompatMode {
    /** Rule A-002: modules go through the optimiser at all; off unless somebody wants it, since drivers do the same work. */
    OPTIMISER("spirv.opt", List.of("A-002"), false),

    /** Rule A-041: modules with narrow types through storage alone go without constant propagation and simplification. */
    NARROW_FOLD("quirk.spirv-tools.narrow-fold", List.of("A-041"), true),

    /** Rule A-002: the stock redundancy elimination copies its map at every branch; off unless somebody wants it. */
    STOCK_REDUNDANCY("spirv.opt.redundancy-elimination", List.of("A-002"), false);

    private final String id;
    private final List<String> rules;
    private final boolean on;

    OptimizerModes(String id, List<String> rules, boolean on) {
        this.id = id;
        this.rules = rules;
        this.on = on;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<String> rules() {
        return rules;
    }

    @Override
    public Compat.Off off() {
        return Compat.Off.PLAIN;
    }

    @Override
    public boolean on() {
        return on;
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
