package org.lierne.kernel.format;

import java.util.Optional;

/**
 * An import with its ids resolved.
 *
 * @param library the library it comes from; empty only in homebrew, whose names carry no ids
 * @param module  the module it comes from; likewise
 */
public record ImportedSymbol(Symbol symbol, Optional<LibraryEntry> library, Optional<ModuleEntry> module) {
    public Nid nid() {
        return symbol.nid();
    }

    /** Name of the library, or an empty string. */
    public String libraryName() {
        return library.map(LibraryEntry::name).orElse("");
    }

    /** Name of the module, or an empty string. */
    public String moduleName() {
        return module.map(ModuleEntry::name).orElse("");
    }
}
