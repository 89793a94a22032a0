package org.lierne.pass.float_.denormal.f64;

import java.util.List;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.osgi.service.component.annotations.Component;

/** What of doubles flushes beside what {@link DenormalF64} always does. */
public enum DoubleModes implements CompatMode {
    /** Fused sums, which are judged before rounding, and the helper of divisions, by its result alone (rule B-016). */
    FUSED("pass.float.fma.f64.honour-d16", false, "B-016"),

    /** Operands of comparisons (rule A-018). */
    COMPARISONS("pass.float.denormal.f64-compare", true, "A-018");

    private final String id;
    private final boolean on;
    private final String rule;

    DoubleModes(String id, boolean on, String rule) {
        this.id = id;
        this.on = on;
        this.rule = rule;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<String> rules() {
        return List.of(rule);
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
