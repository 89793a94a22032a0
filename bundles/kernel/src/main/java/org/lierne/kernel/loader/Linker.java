package org.lierne.kernel.loader;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.format.ImportedSymbol;
import org.lierne.kernel.format.RelocationTable;
import org.lierne.kernel.format.RelocationType;
import org.lierne.kernel.format.Symbol;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.module.ImportKey;
import org.lierne.kernel.nativecpu.TlsLayout;
import org.lierne.kernel.title.TitleRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relocates one module. An import is served by, in this order: the loaded module of the name it asks for, any loaded module that exports the
 * library, the platform's guest-native module, a Java export, and else a refusing entry.
 */
final class Linker {
    private static final Logger LOG = LoggerFactory.getLogger(Linker.class);

    private final GuestMemory memory;
    private final ImportTable imports;
    private final List<LoadedModule> modules;
    private final @Nullable LoadedModule nativeModule;

    Linker(GuestMemory memory, ImportTable imports, List<LoadedModule> modules, @Nullable LoadedModule nativeModule) {
        this.memory = memory;
        this.imports = imports;
        this.modules = modules;
        this.nativeModule = nativeModule;
    }

    void relocate(LoadedModule module) {
        Values values = new Values(module);
        for (RelocationTable table : module.image().dynamic().relocations()) {
            for (int i = 0; i < table.count(); i++) {
                long target = module.absolute(table.target(i));
                RelocationType type = table.type(i);
                boolean usesAddend = type != RelocationType.GLOB_DAT && type != RelocationType.JUMP_SLOT;
                long addend = !usesAddend ? 0 : table.isAddendInPlace() ? memory.getLong(target) : table.addend(i);
                int symbol = table.symbol(i);
                memory.putLong(target, switch (type) {
                    case RELATIVE -> module.bias() + addend;
                    case ABSOLUTE -> values.of(symbol) + addend;
                    case GLOB_DAT, JUMP_SLOT -> values.of(symbol);
                    case TLS_MODULE -> tls(module, symbol, type, target).moduleId();
                    case TLS_OFFSET -> ownValue(module, symbol) + addend;
                    case TLS_STATIC_OFFSET -> ownValue(module, symbol) + addend - tls(module, symbol, type, target).offset();
                });
            }
        }
    }

    private static long ownValue(LoadedModule module, int symbol) {
        return symbol == 0 ? 0 : module.image().symbols().get(symbol).value();
    }

    private static TlsLayout.Block tls(LoadedModule module, int symbol, RelocationType type, long target) {
        TlsLayout.Block block = module.tls();
        boolean isImported = symbol != 0 && module.image().symbols().get(symbol).isImport();
        if (block == null || isImported) {
            throw new TitleRefused("loader.elf: %s: relocation %s at +0x%x names thread-local variables of %s, which is not supported"
                    .formatted(module.fileName(), type, target - module.base(), isImported ? "another module" : "a module without any"));
        }
        return block;
    }

    /** Symbol values, each resolved once. */
    private final class Values {
        private final LoadedModule module;
        private final List<Symbol> symbols;
        private final long[] values;
        private final boolean[] isKnown;

        Values(LoadedModule module) {
            this.module = module;
            this.symbols = module.image().symbols();
            this.values = new long[symbols.size()];
            this.isKnown = new boolean[symbols.size()];
        }

        long of(int index) {
            if (index == 0) {
                return module.bias();
            }
            if (!isKnown[index]) {
                isKnown[index] = true;
                Symbol symbol = symbols.get(index);
                values[index] = symbol.isImport() ? imported(symbol) : module.absolute(symbol.value());
            }
            return values[index];
        }

        private long imported(Symbol symbol) {
            ImportedSymbol imported = module.image().imported(symbol);
            ImportKey key = new ImportKey(imported.nid().text(), imported.libraryName(), imported.moduleName());
            String importer = module.fileName();
            Long guest = inGuest(key);
            if (guest != null) {
                return guest;
            }
            if (symbol.isWeak() && imports.isRefused(key, importer)) {
                return 0;
            }
            return symbol.isObject() ? imports.object(key, importer) : imports.function(key, importer);
        }

        private @Nullable Long inGuest(ImportKey key) {
            for (Supplier<@Nullable Long> source : List.<Supplier<@Nullable Long>>of(
                    () -> first(key, true), () -> first(key, false), () -> nativeExport(key))) {
                Long address = source.get();
                if (address != null) {
                    return address;
                }
            }
            return null;
        }

        private @Nullable Long nativeExport(ImportKey key) {
            return nativeModule == null ? null : nativeModule.export(key.nid(), "");
        }

        /** The first loaded module in load order that serves it; a warning names a second one. */
        private @Nullable Long first(ImportKey key, boolean byModuleName) {
            Long found = null;
            LoadedModule owner = null;
            for (LoadedModule candidate : modules) {
                boolean isAsked = candidate != module && (!byModuleName || key.module().isEmpty() || candidate.name().equals(key.module()));
                Long address = isAsked ? candidate.export(key.nid(), key.library()) : null;
                if (address == null) {
                    continue;
                }
                if (owner == null) {
                    found = address;
                    owner = candidate;
                } else {
                    LOG.warn("{} is exported by {} and by {}: the one loaded first is used for {}", key, owner, candidate, module);
                    return found;
                }
            }
            return found;
        }
    }
}
