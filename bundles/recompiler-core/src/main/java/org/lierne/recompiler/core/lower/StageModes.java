package org.lierne.recompiler.core.lower;

import java.util.List;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredMode;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.program.TranslationRefused;
import org.osgi.service.component.annotations.Component;

/** Modes of graphics stages that are no passes of their own. */
public enum StageModes implements DeclaredMode {
    MERGED_HULL("stage.tessellation.merged-hull", "C-054"),

    /** Weights and corners' attributes come from a geometry module of our own. */
    CORNERS("pass.interp.barycentric-emulation", "B-015"),

    /** Attributes of 16 bits are interpolated from the corners. */
    HALF_ATTRIBUTES("pass.interp.f16", "B-014"),

    /** A pixel's wave that is wider than the host's subgroup is one of which the rest has no pixels. */
    PART_FILLED_WAVES("stage.pixel.part-filled-waves");

    private final Declaration declaration;

    StageModes(String id, String... rules) {
        this.declaration = Declaration.refused(id, rules);
    }

    /** @throws TranslationRefused when the mode is off */
    public void require(PassContext context, String what) {
        if (!isOn(context)) {
            throw new TranslationRefused(context.program().stage(), context.program().id(), Pc.NONE.byteOffset(), "", what, id());
        }
    }

    boolean isOn(PassContext context) {
        return context.switches().isOn(this);
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
