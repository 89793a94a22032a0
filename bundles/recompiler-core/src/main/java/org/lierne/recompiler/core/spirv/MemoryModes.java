package org.lierne.recompiler.core.spirv;

import java.util.List;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredMode;
import org.osgi.service.component.annotations.Component;

/** Compatibility modes of how memory is accessed. */
enum MemoryModes implements DeclaredMode {
    /** Rule C-025: LDS outside of compute programs is private to each invocation. */
    PRIVATE_LDS("lds.private", Compat.Off.REFUSE, "C-025"),

    /** Rule C-023: atomics on pairs of LDS words take a lock, and so do all others of such a program. */
    PAIRS("lds.atomics64", Compat.Off.REFUSE, "C-023"),

    /** Rule C-023: LDS larger than the device's workgroup memory lies in device memory. */
    LDS_IN_MEMORY("lds.atomics64.device-memory", Compat.Off.REFUSE, "C-023"),

    /** Rule A-057: each lane exchanges at both addresses before the next lane may. */
    EXCHANGE_TWO("lds.atomics.exchange2", Compat.Off.REFUSE, "A-057"),

    /** Rule A-058: the two words of the conditional exchange are changed one by one. */
    CONDITIONAL_EXCHANGE("lds.atomics.condxchg", Compat.Off.REFUSE, "A-058"),

    /** Rule B-040: which bits an LDS float addition leaves. */
    FLOAT_ADD("lds.float-add", Compat.Off.PLAIN, "B-040", "B-043"),

    /** Rule C-024: which bits LDS float minima, maxima and exchanges leave. */
    FLOAT_ATOMICS("lds.float-atomics", Compat.Off.PLAIN, "C-024"),

    /** Rule C-024, the same in buffers and behind pointers. */
    BUFFER_FLOAT_ATOMICS("buffer.float-atomics", Compat.Off.PLAIN, "C-024"),

    /** Rule C-033: the waves of a dispatch count in any order. */
    ORDERED_COUNT("gds.ordered-count", Compat.Off.REFUSE, "C-033"),

    /** Rules C-030 and C-031: which loads see what others write meanwhile, and whether in one piece. */
    COHERENCE("buffer.coherence", Compat.Off.PLAIN, "C-030", "C-031"),

    /**
     * Rules C-026, C-027 and C-029: bases off a dword boundary, from which dwords are counted, and atomics on the dword that holds their
     * address.
     */
    ALIGNMENT("buffer.alignment", Compat.Off.REFUSE, "C-026", "C-027", "C-029"),

    /** Rule C-029 as hardware does: the exact bytes at any offset. */
    EXACT_BYTES("buffer.alignment.byte-exact", Compat.Off.PLAIN, false, "C-029"),

    /** Rule C-052: lanes of a wave that several host subgroups share reach memory in no common order between barriers. */
    SPREAD_WAVES("buffer.spread-waves", Compat.Off.REFUSE, "C-052"),

    /** Rule C-053: buffer loads that a lane must not do read past the end instead of branching. */
    LOAD_GUARDS("pass.memory.load-guards", Compat.Off.PLAIN, "C-053");

    private final Declaration declaration;

    MemoryModes(String id, Compat.Off off, String... rules) {
        this(id, off, true, rules);
    }

    MemoryModes(String id, Compat.Off off, boolean on, String... rules) {
        this.declaration = new Declaration(id, List.of(rules), off, on);
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
