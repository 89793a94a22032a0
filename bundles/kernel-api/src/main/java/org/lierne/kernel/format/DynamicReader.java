package org.lierne.kernel.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the dynamic tables of one image. Tables of this generation stand at virtual addresses, those of the older one
 * at offsets inside the library data segment; a table given in both forms is refused.
 */
final class DynamicReader {
    /** The two forms of one table, the newer first. */
    private static final long[][] FORMS = {
        {Tags.HASH, Tags.OLD_HASH},
        {Tags.PLTGOT, Tags.OLD_PLTGOT},
        {Tags.JMPREL, Tags.OLD_JMPREL},
        {Tags.PLTREL, Tags.OLD_PLTREL},
        {Tags.PLTRELSZ, Tags.OLD_PLTRELSZ},
        {Tags.RELA, Tags.OLD_RELA},
        {Tags.RELASZ, Tags.OLD_RELASZ},
        {Tags.RELAENT, Tags.OLD_RELAENT},
        {Tags.STRTAB, Tags.OLD_STRTAB},
        {Tags.STRSZ, Tags.OLD_STRSZ},
        {Tags.SYMTAB, Tags.OLD_SYMTAB},
        {Tags.SYMENT, Tags.OLD_SYMENT},
        {Tags.MODULE_INFO, Tags.OLD_MODULE_INFO},
        {Tags.FILE_NAME, Tags.OLD_FILE_NAME},
    };

    /** Tags that may come more than once. */
    private static final Set<Long> REPEATABLE = Set.of(
            Tags.NEEDED,
            Tags.NEEDED_MODULE,
            Tags.OLD_NEEDED_MODULE,
            Tags.EXPORTED_LIBRARY,
            Tags.OLD_EXPORTED_LIBRARY,
            Tags.IMPORTED_LIBRARY,
            Tags.OLD_IMPORTED_LIBRARY,
            Tags.EXPORT_ATTRIBUTES,
            Tags.IMPORT_ATTRIBUTES,
            Tags.MODULE_ATTRIBUTES);

    /** Longer names are damage; the limit keeps a hostile file from being scanned again for every symbol. */
    private static final long MAX_NAME_BYTES = 0x4000;

    private final FileBytes bytes;
    private final ElfHeader header;
    private final List<ProgramHeader> segments;
    private final ProgramHeader dynamic;
    private final List<DynamicEntry> entries = new ArrayList<>();
    private final Map<Long, Long> values = new HashMap<>();
    private MemorySegment strings = MemorySegment.ofArray(new byte[0]);

    DynamicReader(FileBytes bytes, ElfHeader header, List<ProgramHeader> segments, ProgramHeader dynamic) {
        this.bytes = bytes;
        this.header = header;
        this.segments = segments;
        this.dynamic = dynamic;
    }

    DynamicTables read() {
        readEntries();
        refuseForms();
        strings = table(Tags.STRTAB, Tags.OLD_STRTAB, "string table", size(Tags.STRSZ, Tags.OLD_STRSZ))
                .orElse(strings);
        List<ModuleEntry> self = modules(Tags.MODULE_INFO, Tags.OLD_MODULE_INFO);
        List<ModuleEntry> needed = modules(Tags.NEEDED_MODULE, Tags.OLD_NEEDED_MODULE);
        List<LibraryEntry> libraries = libraries();
        List<RelocationTable> relocations = relocations();
        List<Symbol> symbols = symbols(relocations);
        relocations.forEach(table -> check(table, symbols.size()));
        DynamicTables tables = new DynamicTables(
                entries,
                has(Tags.OLD_STRTAB) || has(Tags.OLD_SYMTAB),
                all(Tags.NEEDED)
                        .map(offset -> string(offset, "name of a needed file"))
                        .toList(),
                value(Tags.FILE_NAME, Tags.OLD_FILE_NAME).stream()
                        .mapToObj(word -> string(low(word), "file name"))
                        .findFirst(),
                self.stream().findFirst(),
                needed,
                libraries,
                symbols,
                relocations,
                function(Tags.INIT, "initialiser"),
                function(Tags.FINI, "finaliser"),
                array(Tags.PREINIT_ARRAY, Tags.PREINIT_ARRAYSZ, "preinit array"),
                array(Tags.INIT_ARRAY, Tags.INIT_ARRAYSZ, "init array"),
                array(Tags.FINI_ARRAY, Tags.FINI_ARRAYSZ, "fini array"));
        refuseDoubledIds(tables);
        if (!header.type().isPlain()) {
            checkImports(tables);
        }
        return tables;
    }

    private void readEntries() {
        MemorySegment table = bytes.slice("dynamic table", dynamic.offset(), dynamic.fileSize());
        for (long at = 0; Ranges.fits(at, DynamicEntry.BYTES, table.byteSize()); at += DynamicEntry.BYTES) {
            DynamicEntry entry = new DynamicEntry(table.get(FileBytes.LONG, at), table.get(FileBytes.LONG, at + 8));
            if (entry.tag() == Tags.NULL) {
                return;
            }
            entries.add(entry);
            Long before = values.putIfAbsent(entry.tag(), entry.value());
            if (before != null && before != entry.value() && isRead(entry.tag())) {
                throw refused(
                        "tag 0x" + Long.toHexString(entry.tag()),
                        dynamic.offset() + at,
                        DynamicEntry.BYTES,
                        "has the value 0x" + Long.toHexString(entry.value()) + " after 0x" + Long.toHexString(before));
            }
        }
    }

    /** Whether a second value of the tag would contradict the first: tags of tables, which are read once. */
    private static boolean isRead(long tag) {
        return !REPEATABLE.contains(tag)
                && (tag <= Tags.RELR && tag != Tags.SONAME
                        || tag >= Tags.OLD_FILE_NAME && tag <= Tags.IMPORTED_LIBRARY);
    }

    private void refuseForms() {
        for (long[] form : FORMS) {
            if (has(form[0]) && has(form[1])) {
                throw refused(
                        "dynamic table",
                        dynamic.offset(),
                        dynamic.fileSize(),
                        "gives one table in both forms, as tag 0x" + Long.toHexString(form[0]) + " and as tag 0x"
                                + Long.toHexString(form[1]));
            }
        }
        if (has(Tags.RELR)) {
            throw refused(
                    "packed relocations",
                    size(Tags.RELR, Tags.RELR),
                    size(Tags.RELRSZ, Tags.RELRSZ),
                    "tag 0x24 (DT_RELR) is no form of this family");
        }
    }

    // ---- names, modules, libraries

    private String string(long offset, String what) {
        if (!Ranges.fits(offset, 1, strings.byteSize())) {
            throw refused(
                    what,
                    offset,
                    1,
                    "starts past the string table of 0x" + Long.toHexString(strings.byteSize()) + " bytes");
        }
        long end = offset;
        long limit = Math.min(strings.byteSize(), offset + MAX_NAME_BYTES);
        while (end < limit && strings.get(ValueLayout.JAVA_BYTE, end) != 0) {
            end++;
        }
        if (end == limit && limit < strings.byteSize()) {
            throw refused(what, offset, end - offset, "is longer than any name");
        }
        if (end == limit) {
            throw refused(what, offset, end - offset, "has no zero byte before the end of the string table");
        }
        return new String(strings.asSlice(offset, end - offset).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    private List<ModuleEntry> modules(long tag, long olderTag) {
        Map<Integer, Long> attributes = attributes(Tags.MODULE_ATTRIBUTES);
        return Stream.concat(all(tag), all(olderTag))
                .map(word -> new ModuleEntry(
                        id(word),
                        string(low(word), "name of module " + id(word)),
                        (int) (word >>> 40) & 0xff,
                        (int) (word >>> 32) & 0xff,
                        attributes.getOrDefault(id(word), 0L)))
                .toList();
    }

    private List<LibraryEntry> libraries() {
        List<LibraryEntry> libraries = new ArrayList<>();
        for (DynamicEntry entry : entries) {
            boolean isExported = entry.tag() == Tags.EXPORTED_LIBRARY || entry.tag() == Tags.OLD_EXPORTED_LIBRARY;
            if (isExported || entry.tag() == Tags.IMPORTED_LIBRARY || entry.tag() == Tags.OLD_IMPORTED_LIBRARY) {
                int id = id(entry.value());
                libraries.add(new LibraryEntry(
                        id,
                        string(low(entry.value()), "name of library " + id),
                        (int) (entry.value() >>> 32) & 0xffff,
                        isExported,
                        attributes(isExported ? Tags.EXPORT_ATTRIBUTES : Tags.IMPORT_ATTRIBUTES)
                                .getOrDefault(id, 0L)));
            }
        }
        return libraries;
    }

    private Map<Integer, Long> attributes(long tag) {
        Map<Integer, Long> attributes = new HashMap<>();
        all(tag).forEach(word -> attributes.put(id(word), word & 0xffff_ffff_ffffL));
        return attributes;
    }

    private void refuseDoubledIds(DynamicTables tables) {
        Set<Integer> libraries = new HashSet<>();
        for (LibraryEntry library : tables.libraries()) {
            if (!libraries.add(library.id())) {
                throw refused(
                        "library " + library.name(),
                        dynamic.offset(),
                        dynamic.fileSize(),
                        "has id " + library.id() + ", which another library has too");
            }
        }
        Set<Integer> modules = new HashSet<>();
        tables.self().ifPresent(self -> modules.add(self.id()));
        for (ModuleEntry module : tables.neededModules()) {
            if (!modules.add(module.id())) {
                throw refused(
                        "module " + module.name(),
                        dynamic.offset(),
                        dynamic.fileSize(),
                        "has id " + module.id() + ", which another module has too");
            }
        }
    }

    // ---- symbols

    private List<Symbol> symbols(List<RelocationTable> relocations) {
        checkEntrySize(Tags.SYMENT, Tags.OLD_SYMENT, Symbol.BYTES, "symbols");
        if (!has(Tags.SYMTAB) && !has(Tags.OLD_SYMTAB)) {
            return List.of();
        }
        MemorySegment table = table(Tags.SYMTAB, Tags.OLD_SYMTAB, "symbol table", symbolBytes(relocations))
                .orElseThrow();
        int count = Math.toIntExact(table.byteSize() / Symbol.BYTES);
        List<Symbol> symbols = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long at = (long) i * Symbol.BYTES;
            int info = table.get(ValueLayout.JAVA_BYTE, at + 4);
            String text = string(Integer.toUnsignedLong(table.get(FileBytes.INT, at)), "name of symbol " + i);
            symbols.add(new Symbol(
                    i,
                    text,
                    SymbolName.parse(text),
                    info & 15,
                    info >>> 4 & 15,
                    Short.toUnsignedInt(table.get(FileBytes.SHORT, at + 6)),
                    table.get(FileBytes.LONG, at + 8),
                    table.get(FileBytes.LONG, at + 16)));
        }
        return symbols;
    }

    /**
     * The stated size. Homebrew does not state it: there the hash table counts the symbols, or without one the
     * relocations say how many are used.
     */
    private long symbolBytes(List<RelocationTable> relocations) {
        OptionalLong stated = value(Tags.SYMTABSZ, Tags.SYMTABSZ);
        if (stated.isPresent()) {
            long size = stated.getAsLong();
            if (Long.remainderUnsigned(size, Symbol.BYTES) != 0) {
                throw refused(
                        "symbol table",
                        value(Tags.SYMTAB, Tags.OLD_SYMTAB).orElse(0),
                        size,
                        "is no multiple of 24 bytes");
            }
            return size;
        }
        Optional<MemorySegment> hash = table(Tags.HASH, Tags.OLD_HASH, "hash table", 8);
        if (hash.isPresent()) {
            return Integer.toUnsignedLong(hash.get().get(FileBytes.INT, 4)) * Symbol.BYTES;
        }
        if (!header.type().isPlain()) {
            throw refused(
                    "symbol table",
                    value(Tags.SYMTAB, Tags.OLD_SYMTAB).orElse(0),
                    0,
                    "has no size: neither tag 0x6100003f nor a hash table is there");
        }
        long count = 1;
        for (RelocationTable table : relocations) {
            for (int i = 0; i < table.count(); i++) {
                count = Math.max(count, Integer.toUnsignedLong(table.symbol(i)) + 1);
            }
        }
        return count * Symbol.BYTES;
    }

    private void checkImports(DynamicTables tables) {
        for (Symbol symbol : tables.symbols()) {
            if (symbol.isImport()) {
                long at = value(Tags.SYMTAB, Tags.OLD_SYMTAB).orElse(0) + (long) symbol.index() * Symbol.BYTES;
                SymbolName name = symbol.name()
                        .orElseThrow(() -> refused(
                                "import " + symbol.text(),
                                at,
                                Symbol.BYTES,
                                "has no library id; expected NID#library#module"));
                if (tables.library(name.library()).isEmpty()) {
                    throw refused(
                            "import " + symbol.text(),
                            at,
                            Symbol.BYTES,
                            "names library id " + name.library() + ", which the dynamic table does not list");
                }
                if (tables.module(name.module()).isEmpty()) {
                    throw refused(
                            "import " + symbol.text(),
                            at,
                            Symbol.BYTES,
                            "names module id " + name.module() + ", which the dynamic table does not list");
                }
            }
        }
    }

    // ---- relocations

    /** The tables as written; {@link #check} looks at their entries. */
    private List<RelocationTable> relocations() {
        checkEntrySize(Tags.RELAENT, Tags.OLD_RELAENT, RelocationTable.RELA_BYTES, "relocations with addend");
        checkEntrySize(Tags.RELENT, Tags.RELENT, RelocationTable.REL_BYTES, "relocations without addend");
        long form = value(Tags.PLTREL, Tags.OLD_PLTREL).orElse(Tags.RELA);
        if (form != Tags.RELA && form != Tags.REL) {
            throw refused(
                    "JMPREL", dynamic.offset(), dynamic.fileSize(), "DT_PLTREL is " + form + "; expected 7 or 17");
        }
        List<RelocationTable> tables = new ArrayList<>();
        add(tables, "RELA", Tags.RELA, Tags.OLD_RELA, size(Tags.RELASZ, Tags.OLD_RELASZ), false);
        add(tables, "REL", Tags.REL, Tags.REL, size(Tags.RELSZ, Tags.RELSZ), true);
        add(tables, "JMPREL", Tags.JMPREL, Tags.OLD_JMPREL, size(Tags.PLTRELSZ, Tags.OLD_PLTRELSZ), form == Tags.REL);
        return tables;
    }

    /** Adds a table that is there; one without entries may point anywhere, as an empty PLT's does. */
    private void add(
            List<RelocationTable> tables, String name, long tag, long olderTag, long size, boolean addendInPlace) {
        int entryBytes = addendInPlace ? RelocationTable.REL_BYTES : RelocationTable.RELA_BYTES;
        Optional<MemorySegment> bytes = size == 0 ? Optional.empty() : table(tag, olderTag, name, size);
        if (bytes.isPresent() && bytes.get().byteSize() % entryBytes != 0) {
            throw refused(name, value(tag, olderTag).orElse(0), size, "is no multiple of " + entryBytes + " bytes");
        }
        bytes.ifPresent(table -> tables.add(new RelocationTable(name, table, addendInPlace)));
    }

    private void check(RelocationTable relocations, int symbolCount) {
        String name = relocations.name();
        ProgramHeader last = segments.getFirst();
        for (int i = 0; i < relocations.count(); i++) {
            long target = relocations.target(i);
            if (RelocationType.of(relocations.typeCode(i)).isEmpty()) {
                throw refused(
                        name + " entry " + i,
                        target,
                        Long.BYTES,
                        "has unknown type " + Integer.toUnsignedString(relocations.typeCode(i))
                                + "; known are 1, 6, 7, 8, 16, 17, 18");
            }
            if (Integer.compareUnsigned(relocations.symbol(i), Math.max(1, symbolCount)) >= 0) {
                throw refused(
                        name + " entry " + i,
                        target,
                        Long.BYTES,
                        "refers to symbol " + Integer.toUnsignedString(relocations.symbol(i)) + " of " + symbolCount);
            }
            if (!last.isLoaded() || !last.holds(target, Long.BYTES)) {
                String entry = name + " entry " + i;
                last = loadedAt(target, Long.BYTES)
                        .orElseThrow(() ->
                                refused(entry, target, Long.BYTES, "has its target outside every loaded segment"));
            }
        }
    }

    // ---- initialisers

    private Optional<Long> function(long tag, String what) {
        OptionalLong address = value(tag, tag);
        // Address 0 is a function of the image only if its text starts there, and linkers write 0 for "none" as well.
        if (address.isEmpty() || address.getAsLong() == 0) {
            return Optional.empty();
        }
        requireLoaded(what, address.getAsLong(), 1);
        return Optional.of(address.getAsLong());
    }

    private FunctionArray array(long tag, long sizeTag, String what) {
        long size = size(sizeTag, sizeTag);
        OptionalLong start = value(tag, tag);
        if (start.isEmpty() || size == 0) {
            return FunctionArray.EMPTY;
        }
        long address = start.getAsLong();
        if (Long.remainderUnsigned(size, Long.BYTES) != 0) {
            throw refused(what, address, size, "is no multiple of 8 bytes");
        }
        requireLoaded(what, address, size);
        return new FunctionArray(address, size);
    }

    // ---- entries and ranges

    private boolean has(long tag) {
        return values.containsKey(tag);
    }

    private Stream<Long> all(long tag) {
        return entries.stream().filter(entry -> entry.tag() == tag).map(DynamicEntry::value);
    }

    private OptionalLong value(long tag, long olderTag) {
        Long value = values.get(has(tag) ? tag : olderTag);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private long size(long tag, long olderTag) {
        return value(tag, olderTag).orElse(0);
    }

    private void checkEntrySize(long tag, long olderTag, int expected, String what) {
        OptionalLong stated = value(tag, olderTag);
        if (stated.isPresent() && stated.getAsLong() != expected) {
            throw refused(
                    "dynamic table",
                    dynamic.offset(),
                    dynamic.fileSize(),
                    "states " + what + " of " + Long.toUnsignedString(stated.getAsLong()) + " bytes; expected "
                            + expected);
        }
    }

    /**
     * The file bytes of a table: by address in the newer form, by offset in the library data segment in the older one.
     */
    private Optional<MemorySegment> table(long tag, long olderTag, String what, long size) {
        OptionalLong start = value(tag, olderTag);
        if (start.isEmpty()) {
            return Optional.empty();
        }
        long offset = start.getAsLong();
        if (has(tag)) {
            return Optional.of(atAddress(what, offset, size));
        }
        ProgramHeader data = segments.stream()
                .filter(segment -> segment.is(SegmentType.LIBRARY_DATA))
                .findFirst()
                .orElseThrow(() -> refused(
                        what,
                        offset,
                        size,
                        "is given by offset (tag 0x" + Long.toHexString(olderTag)
                                + "), but there is no library data segment"));
        if (!Ranges.fits(offset, size, data.fileSize())) {
            throw refused(
                    what,
                    offset,
                    size,
                    "ends past the library data segment of 0x" + Long.toHexString(data.fileSize()) + " bytes");
        }
        return Optional.of(bytes.slice(what, data.offset() + offset, size));
    }

    private MemorySegment atAddress(String what, long address, long size) {
        for (ProgramHeader segment : segments) {
            if (segment.isLoaded() && Ranges.within(address, size, segment.address(), segment.fileSize())) {
                return bytes.slice(what, segment.offset() + (address - segment.address()), size);
            }
        }
        throw refused(what, address, size, "lies outside the file bytes of every loaded segment");
    }

    private void requireLoaded(String what, long address, long size) {
        if (loadedAt(address, size).isEmpty()) {
            throw refused(what, address, size, "lies outside every loaded segment");
        }
    }

    private Optional<ProgramHeader> loadedAt(long address, long size) {
        return segments.stream()
                .filter(segment -> segment.isLoaded() && segment.holds(address, size))
                .findFirst();
    }

    private static int id(long word) {
        return (int) (word >>> 48);
    }

    private static long low(long word) {
        return word & 0xffff_ffffL;
    }

    private FormatRefused refused(String table, long offset, long length, String reason) {
        return new FormatRefused(bytes.file(), table, offset, length, reason);
    }
}
