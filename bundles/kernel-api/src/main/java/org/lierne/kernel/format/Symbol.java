package org.lierne.kernel.format;

import java.util.Optional;

/**
 * One entry of the dynamic symbol table.
 *
 * @param text    the name as written
 * @param name    the decoded name, if it is of the form {@code NID#library#module}
 * @param type    low four bits of {@code st_info}
 * @param binding high four bits of {@code st_info}
 * @param section {@code st_shndx}, 0 for imports
 * @param value   address relative to the base; for TLS symbols the offset inside the block
 */
public record Symbol(
        int index, String text, Optional<SymbolName> name, int type, int binding, int section, long value, long size) {
    /** Bytes of one entry. */
    public static final int BYTES = 24;

    public static final int TYPE_NONE = 0;
    public static final int TYPE_OBJECT = 1;
    public static final int TYPE_FUNCTION = 2;
    public static final int TYPE_SECTION = 3;
    public static final int TYPE_TLS = 6;
    /** Module start and stop of the older generation. */
    public static final int TYPE_MODULE_ENTRY = 11;

    public static final int LOCAL = 0;
    public static final int GLOBAL = 1;
    public static final int WEAK = 2;

    /** Bound elsewhere: undefined and not local. */
    public boolean isImport() {
        return index != 0 && section == 0 && binding != LOCAL;
    }

    public boolean isExport() {
        return section != 0 && binding != LOCAL && name.isPresent();
    }

    public boolean isWeak() {
        return binding == WEAK;
    }

    public boolean isObject() {
        return type == TYPE_OBJECT;
    }

    /** The identifier to look for: the written one, or the hash of a plain name. */
    public Nid nid() {
        return name.map(SymbolName::nid).orElseGet(() -> Nid.of(text));
    }
}
