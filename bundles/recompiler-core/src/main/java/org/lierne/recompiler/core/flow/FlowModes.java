package org.lierne.recompiler.core.flow;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredMode;
import org.osgi.service.component.annotations.Component;

/** Compatibility modes of where control goes. */
public enum FlowModes implements DeclaredMode {
    /** A vertex program goes on at the address that a pair of its user data holds. */
    TAIL_JUMP_VERTEX("pass.cf.tail-jump-vertex", "A-021"),

    /** A pixel program does; the upper half of the address may be a constant of its own. */
    TAIL_JUMP_FRAGMENT("pass.cf.tail-jump-fragment", "A-022"),

    /** A fetch program is called as a copy of the code that user data points to. */
    FETCH_PROGRAM("stage.vertex.fetch-shader", "C-037"),

    /** What tables of addresses hold is called as copies. */
    CALL_LINKER("pass.cf.call-linker", "A-019"),

    /** An invocation ends that calls what is not linked; off, it goes on behind the call. */
    UNLINKED_STOPS(Declaration.plain("pass.cf.call-linker.stop", "A-019"));

    private final Declaration declaration;

    FlowModes(String id, String... rules) {
        this(Declaration.refused(id, rules));
    }

    FlowModes(Declaration declaration) {
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
