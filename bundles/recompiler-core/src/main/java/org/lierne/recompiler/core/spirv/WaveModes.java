package org.lierne.recompiler.core.spirv;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredMode;
import org.osgi.service.component.annotations.Component;

/** What a pixel's wave that is wider than the host's subgroups may do all the same; off, it is refused. */
enum WaveModes implements DeclaredMode {
    /** Rules B-005 and B-006: masks as numbers have the bits of one subgroup. */
    NARROW_MASKS("pass.wave.exec-mask.allow-narrow-exec", "B-005", "B-006"),

    /** Rules B-007 and B-008: lanes outside of the subgroup are undefined where they are read, and inactive where that is asked. */
    NARROW_LANES("pass.wave.cross-lane.allow-narrow", "B-007", "B-008");

    private final Declaration declaration;

    WaveModes(String id, String... rules) {
        this.declaration = Declaration.refused(id, rules).onlyIfAsked();
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
