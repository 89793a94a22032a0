package org.lierne.kernel.format;

import java.util.List;
import java.util.Optional;

/**
 * What the dynamic table of an image says, decoded.
 *
 * @param entries       all entries before the terminator, as written
 * @param isOlder       whether the tables are those of the older generation
 * @param neededFiles   names of module files ({@code DT_NEEDED})
 * @param fileName      the file's name when it was linked
 * @param self          the module's own name and version
 * @param neededModules modules that imports refer to, in the order of the table
 * @param libraries     imported and exported libraries, in the order of the table
 * @param symbols       the symbol table, entry 0 included
 * @param relocations   in the order in which they are applied
 * @param init          address of the initialiser relative to the base, empty if there is none
 */
public record DynamicTables(
        List<DynamicEntry> entries,
        boolean isOlder,
        List<String> neededFiles,
        Optional<String> fileName,
        Optional<ModuleEntry> self,
        List<ModuleEntry> neededModules,
        List<LibraryEntry> libraries,
        List<Symbol> symbols,
        List<RelocationTable> relocations,
        Optional<Long> init,
        Optional<Long> fini,
        FunctionArray preinitArray,
        FunctionArray initArray,
        FunctionArray finiArray) {
    /** The tables of an image without a dynamic segment. */
    static final DynamicTables NONE = new DynamicTables(
            List.of(),
            false,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            FunctionArray.EMPTY,
            FunctionArray.EMPTY,
            FunctionArray.EMPTY);

    public DynamicTables {
        entries = List.copyOf(entries);
        neededFiles = List.copyOf(neededFiles);
        neededModules = List.copyOf(neededModules);
        libraries = List.copyOf(libraries);
        symbols = List.copyOf(symbols);
        relocations = List.copyOf(relocations);
    }

    public Optional<LibraryEntry> library(int id) {
        return libraries.stream().filter(library -> library.id() == id).findFirst();
    }

    /** The needed module with that id, or the image itself for its own. */
    public Optional<ModuleEntry> module(int id) {
        return self.filter(module -> module.id() == id).or(() -> neededModules.stream()
                .filter(module -> module.id() == id)
                .findFirst());
    }
}
