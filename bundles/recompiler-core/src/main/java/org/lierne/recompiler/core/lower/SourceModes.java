package org.lierne.recompiler.core.lower;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.lierne.recompiler.pass.DeclaredMode;
import org.osgi.service.component.annotations.Component;

/** Compatibility modes of how sources of descriptors and scalar words are found. */
enum SourceModes implements DeclaredMode {
    /** Rule A-023: a descriptor used only behind a branch that the host knows not to be taken is bound as zeros. */
    CONDITIONAL_SOURCES("srt.conditional-sources", "A-023"),

    /** Rule A-064: a scalar load behind such a branch is not done. */
    REACHABILITY("srt.flat.reachability", "A-064"),

    /** Rule C-051: of a buffer that scalar loads alone read, the descriptor's last word does not count. */
    SCALAR_BUFFERS("srt.buffer-descriptors", "C-051"),

    /** Rules B-003, B-004 and C-038: which flat addresses are LDS. */
    APERTURE(Declaration.refused("pass.memory.aperture", "B-003", "B-004", "C-038")),

    /** Memory behind addresses that the host does not know is looked up in a table of all there is. */
    ADDRESSES(Declaration.refused("buffer.device-addresses")),

    /** Rules: images and samplers that the program chooses among. */
    TABLES(Declaration.refused("srt.image-tables", "A-024", "A-025", "A-026", "A-027", "A-028", "A-031", "A-033", "A-034", "A-036", "A-062")),

    /** Rules: where an active lane chooses what cannot be bound, that is told; else it only reads zero. */
    TABLE_FAULTS("diag.fault.image-table", "A-026", "A-037"),

    /** Rule A-035: integers that a table or its sampler has a part in are sampled without filter. */
    INTEGER_POINTS(Declaration.refused("srt.image-tables.integer-point-filter", "A-035")),

    /** Rule A-030: what is read of the first lane of a mask is looked at in that lane. */
    VALUE_BOUNDS("srt.walker.value-bounds", "A-030"),

    /** Rule A-029: a key that the program may change while it runs is read while it runs. */
    KEY_DOMAIN("srt.image-tables.key-domain", "A-029");

    private final Declaration declaration;

    SourceModes(String id, String... rules) {
        this(Declaration.plain(id, rules));
    }

    SourceModes(Declaration declaration) {
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
