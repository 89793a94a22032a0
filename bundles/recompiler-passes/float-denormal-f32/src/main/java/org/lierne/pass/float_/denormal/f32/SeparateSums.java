package org.lierne.pass.float_.denormal.f32;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredMode;
import org.osgi.service.component.annotations.Component;

/** How sums of separately rounded products are translated. */
public enum SeparateSums implements DeclaredMode {
    /** As the hardware makes them, flushed in every mode; else as the host does (rule B-025). {@code pass.float.nan} follows it. */
    EXACT(Declaration.plain("pass.float.mad-separate.exact", "B-025").onlyIfAsked());

    private final Declaration declaration;

    SeparateSums(Declaration declaration) {
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
