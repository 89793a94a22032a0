package org.lierne.recompiler.core.spirv;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredMode;
import org.osgi.service.component.annotations.Component;

/** What may be made of waves that are wider than the host's subgroups; off, what needs it is refused. */
public enum WaveModes implements DeclaredMode {
    /** Rules B-005 and B-006: masks as numbers have the bits of one subgroup. */
    NARROW_MASKS(Declaration.refused("pass.wave.exec-mask.allow-narrow-exec", "B-005", "B-006").onlyIfAsked()),

    /** Rules B-007 and B-008: lanes outside of the subgroup are undefined where they are read, and inactive where that is asked. */
    NARROW_LANES(Declaration.refused("pass.wave.cross-lane.allow-narrow", "B-007", "B-008").onlyIfAsked()),

    /** Lanes that a wave does not have here are read where they hold zero, or the end of a scan. */
    HALF_SCAN(Declaration.refused("pass.wave.half-wave-scan", "B-009")),

    /** Vertex programs are told the lanes that their waves have here. */
    WAVE_INFO(Declaration.refused("stage.vertex.wave-info", "A-012", "B-007")),

    /** Where the vertex stage has no subgroups, or ones that no guest wave is as wide as, a wave has one lane. */
    ONE_LANE(Declaration.refused("stage.vertex.one-lane-wave", "A-012"));

    private final Declaration declaration;

    WaveModes(Declaration declaration) {
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
