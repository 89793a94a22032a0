package org.lierne.pass.float_.denormal.f64;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredMode;
import org.osgi.service.component.annotations.Component;

/** What of doubles flushes beside what {@link DenormalF64} always does. */
public enum DoubleModes implements DeclaredMode {
    /** Fused sums, which are judged before rounding, and the helper of divisions, by its result alone (rule B-016). */
    FUSED(Declaration.plain("pass.float.fma.f64.honour-d16", "B-016").onlyIfAsked()),

    /** Operands of comparisons (rule A-018). */
    COMPARISONS(Declaration.plain("pass.float.denormal.f64-compare", "A-018"));

    private final Declaration declaration;

    DoubleModes(Declaration declaration) {
        this.declaration = declaration;
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
