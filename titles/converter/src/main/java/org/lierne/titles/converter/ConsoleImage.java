package org.lierne.titles.converter;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lierne.kernel.format.DynamicEntry;
import org.lierne.kernel.format.ElfHeader;
import org.lierne.kernel.format.ElfImage;
import org.lierne.kernel.format.ImageType;
import org.lierne.kernel.format.Nid;
import org.lierne.kernel.format.ProgramHeader;
import org.lierne.kernel.format.RelocationType;
import org.lierne.kernel.format.SegmentType;
import org.lierne.kernel.format.Symbol;
import org.lierne.kernel.format.SymbolName;
import org.lierne.kernel.format.Tags;

/**
 * Writes an executable or module from a linked ELF: keeps the loadable segments, puts them on 16 KiB steps, and
 * replaces the linker's dynamic tables by tables with encoded names in a last segment. Documented: guest-execution
 * notes, sections 17 and 18.
 */
final class ConsoleImage {
    private static final int PAGE = 0x4000;
    private static final int RELA_BYTES = 24;
    private static final int VERSION = 0x0101;
    private static final String PROCESS_PARAMETERS = ".process_param";
    private static final String MODULE_PARAMETERS = ".module_param";

    /** Sections whose address and size two tags name. */
    private static final List<Array> ARRAYS = List.of(
            new Array(".preinit_array", Tags.PREINIT_ARRAY, Tags.PREINIT_ARRAYSZ),
            new Array(".init_array", Tags.INIT_ARRAY, Tags.INIT_ARRAYSZ),
            new Array(".fini_array", Tags.FINI_ARRAY, Tags.FINI_ARRAYSZ));

    private record Array(String section, long addressTag, long sizeTag) {}

    /**
     * What is made.
     *
     * @param type     the image's type
     * @param name     the module's own name
     * @param fileName name of the file that is written
     */
    record Target(ImageType type, String name, String fileName) {}

    private final LinkedElf linked;
    private final Target target;
    private final StubList imports;
    private final StubList exports;
    private final Bytes strings = new Bytes().u8(0);
    private final Map<String, Integer> stringOffsets = new LinkedHashMap<>();
    private final Map<String, Integer> importedLibraries = new LinkedHashMap<>();
    private final Map<String, Integer> exportedLibraries = new LinkedHashMap<>();
    private final Map<String, Integer> neededModules = new LinkedHashMap<>();
    private final Map<String, Integer> neededFiles = new LinkedHashMap<>();
    private final Bytes symbols = new Bytes();
    private final List<String> symbolTexts = new ArrayList<>();
    private final List<DynamicEntry> dynamic = new ArrayList<>();

    private ConsoleImage(LinkedElf linked, Target target, StubList imports, StubList exports) {
        this.linked = linked;
        this.target = target;
        this.imports = imports;
        this.exports = exports;
    }

    /**
     * @param exports the libraries under which symbols are exported; a symbol it does not name is exported under the
     *                module's name
     * @throws IllegalArgumentException for an import that no stub places
     */
    static byte[] of(LinkedElf linked, Target target, StubList imports, StubList exports) {
        byte[] image = new ConsoleImage(linked, target, imports, exports).write();
        // What the loader would refuse must not leave this tool.
        ElfImage.of(target.fileName(), MemorySegment.ofArray(image));
        return image;
    }

    private byte[] write() {
        writeSymbols();
        writeNames();
        List<ProgramHeader> sources = linked.segments().stream()
                .filter(segment -> segment.is(SegmentType.LOAD) && segment.memorySize() != 0 && !isTables(segment))
                .toList();
        long tablesAddress = linked.section(".dynsym").orElseThrow().address();
        Tables tables = writeTables(tablesAddress);
        List<ProgramHeader> headers = new ArrayList<>();
        long offset = PAGE;
        for (ProgramHeader source : sources) {
            headers.add(header(
                    SegmentType.LOAD,
                    source.flags(),
                    offset,
                    source.address(),
                    source.fileSize(),
                    source.memorySize(),
                    PAGE));
            offset = offset + source.fileSize() + PAGE - 1 & -PAGE;
        }
        List<ProgramHeader> loads = List.copyOf(headers);
        int tableBytes = tables.bytes().length;
        headers.add(header(SegmentType.LOAD, ProgramHeader.READ, offset, tablesAddress, tableBytes, tableBytes, PAGE));
        addParts(headers, loads);
        headers.add(header(
                SegmentType.DYNAMIC,
                6,
                offset + tables.dynamicAt(),
                tablesAddress + tables.dynamicAt(),
                (long) dynamic.size() * DynamicEntry.BYTES,
                (long) dynamic.size() * DynamicEntry.BYTES,
                8));

        Bytes file = new Bytes();
        writeHeader(file, headers);
        for (int i = 0; i < loads.size(); i++) {
            file.padTo((int) loads.get(i).offset());
            file.raw(linked.bytes(sources.get(i).offset(), sources.get(i).fileSize()));
        }
        file.padTo((int) offset);
        return file.raw(tables.bytes()).toArray();
    }

    // ---- symbols and names

    private void writeSymbols() {
        List<LinkedElf.DynamicSymbol> all = linked.dynamicSymbols();
        for (LinkedElf.DynamicSymbol symbol : all) {
            if (symbol.isImport() && !symbol.name().isEmpty()) {
                StubList.Stub stub = importOf(symbol);
                importedLibraries.computeIfAbsent(stub.library(), _ -> importedLibraries.size());
                neededModules.computeIfAbsent(stub.module(), _ -> neededModules.size() + 1);
                neededFiles.computeIfAbsent(stub.file(), this::string);
            } else if (!symbol.isImport()) {
                librariesOf(symbol.name()).forEach(library -> exportedLibraries.putIfAbsent(library, 0));
            }
        }
        int next = importedLibraries.size();
        for (Map.Entry<String, Integer> library : exportedLibraries.entrySet()) {
            library.setValue(next++);
        }
        // Relocations refer to symbols by index, so those keep their places; further libraries of a symbol go behind
        // them.
        List<Runnable> further = new ArrayList<>();
        for (LinkedElf.DynamicSymbol symbol : all) {
            if (symbol.name().isEmpty()) {
                writeSymbol("", symbol, 0);
            } else if (symbol.isImport()) {
                StubList.Stub stub = importOf(symbol);
                int type = stub.isObject() ? Symbol.TYPE_OBJECT : Symbol.TYPE_FUNCTION;
                int library = importedLibraries.getOrDefault(stub.library(), 0);
                int module = neededModules.getOrDefault(stub.module(), 0);
                writeSymbol(encoded(symbol.name(), library, module), symbol, type);
            } else {
                List<String> libraries = librariesOf(symbol.name());
                writeSymbol(
                        encoded(symbol.name(), exportedLibraries.getOrDefault(libraries.getFirst(), 0), 0), symbol, 0);
                for (String library : libraries.subList(1, libraries.size())) {
                    further.add(() -> writeSymbol(
                            encoded(symbol.name(), exportedLibraries.getOrDefault(library, 0), 0), symbol, 0));
                }
            }
        }
        further.forEach(Runnable::run);
    }

    private StubList.Stub importOf(LinkedElf.DynamicSymbol symbol) {
        List<StubList.Stub> stubs = imports.find(symbol.name());
        if (stubs.isEmpty()) {
            throw new IllegalArgumentException(
                    "import " + symbol.name() + ": no stub says which library it belongs to");
        }
        return stubs.getFirst();
    }

    private List<String> librariesOf(String symbol) {
        List<String> libraries =
                exports.find(symbol).stream().map(StubList.Stub::library).toList();
        return libraries.isEmpty() ? List.of(target.name()) : libraries;
    }

    private static String encoded(String name, int library, int module) {
        return new SymbolName(Nid.of(name), library, module).text();
    }

    /** @param type the type for a symbol that has none, such as an undefined one */
    private void writeSymbol(String text, LinkedElf.DynamicSymbol symbol, int type) {
        int info = (symbol.info() & 15) == 0 ? symbol.info() & 0xf0 | type : symbol.info();
        symbols.u32(string(text))
                .u8(info)
                .u8(symbol.other())
                .u16(symbol.section())
                .u64(symbol.value())
                .u64(symbol.size());
        symbolTexts.add(text);
    }

    private void writeNames() {
        neededFiles.values().forEach(offset -> tag(Tags.NEEDED, offset));
        neededModules.forEach((name, id) -> tag(Tags.NEEDED_MODULE, packed(name, VERSION, id)));
        importedLibraries.forEach((name, id) -> {
            tag(Tags.IMPORTED_LIBRARY, packed(name, 1, id));
            tag(Tags.IMPORT_ATTRIBUTES, (long) id << 48 | 9);
        });
        tag(Tags.MODULE_INFO, packed(target.name(), VERSION, 0));
        tag(Tags.MODULE_ATTRIBUTES, 0);
        tag(Tags.FILE_NAME, string(target.fileName()));
        if (target.type().isModule()) {
            tag(Tags.SONAME, string(target.fileName()));
        }
        exportedLibraries.forEach((name, id) -> {
            tag(Tags.EXPORTED_LIBRARY, packed(name, 1, id));
            tag(Tags.EXPORT_ATTRIBUTES, (long) id << 48 | 1);
        });
    }

    private long packed(String name, int version, int id) {
        return (long) id << 48 | (long) version << 32 | string(name);
    }

    private int string(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        Integer known = stringOffsets.get(text);
        if (known != null) {
            return known;
        }
        int at = strings.size();
        strings.string(text);
        stringOffsets.put(text, at);
        return at;
    }

    private void tag(long tag, long value) {
        dynamic.add(new DynamicEntry(tag, value));
    }

    // ---- tables

    /** @param dynamicAt offset of the dynamic table in the bytes */
    private record Tables(byte[] bytes, long dynamicAt) {}

    private Tables writeTables(long address) {
        Bytes out = new Bytes();
        long strtab = address + append(out, strings.toArray());
        long symtab = address + append(out, symbols.toArray());
        byte[] hash = hash();
        long hashAt = address + append(out, hash);
        List<long[]> relocations = relocations(linked.bytes(".rela.dyn"));
        long relative = relocations.stream()
                .filter(entry -> (int) entry[1] == RelocationType.RELATIVE.code())
                .count();
        Bytes sorted = new Bytes();
        relocations.forEach(entry -> sorted.u64(entry[0]).u64(entry[1]).u64(entry[2]));
        tag(Tags.RELA, address + append(out, sorted.toArray()));
        tag(Tags.RELASZ, sorted.size());
        tag(Tags.RELAENT, RELA_BYTES);
        tag(Tags.RELACOUNT, relative);
        byte[] jumps = linked.bytes(".rela.plt");
        tag(Tags.JMPREL, address + append(out, jumps));
        tag(Tags.PLTRELSZ, jumps.length);
        tag(Tags.PLTREL, Tags.RELA);
        Map<Long, Long> linkerTags = linked.dynamicTags();
        if (linkerTags.containsKey(Tags.PLTGOT)) {
            tag(Tags.PLTGOT, linkerTags.getOrDefault(Tags.PLTGOT, 0L));
        }
        tag(Tags.SYMTAB, symtab);
        tag(Tags.SYMENT, Symbol.BYTES);
        tag(Tags.STRTAB, strtab);
        tag(Tags.STRSZ, strings.size());
        tag(Tags.HASH, hashAt);
        tag(Tags.SYMTABSZ, symbols.size());
        tag(Tags.HASHSZ, hash.length);
        for (long function : new long[] {Tags.INIT, Tags.FINI}) {
            if (linkerTags.containsKey(function)) {
                tag(function, linkerTags.getOrDefault(function, 0L));
            }
        }
        // By section and not by the linker's tags: constructors arrive in .ctors, and the tags come with size 0 too.
        for (Array array : ARRAYS) {
            linked.section(array.section()).ifPresent(section -> {
                tag(array.addressTag(), section.address());
                tag(array.sizeTag(), section.size());
            });
        }
        tag(Tags.NULL, 0);
        Bytes entries = new Bytes();
        dynamic.forEach(entry -> entries.u64(entry.tag()).u64(entry.value()));
        long dynamicAt = append(out, entries.toArray());
        return new Tables(out.toArray(), dynamicAt);
    }

    private static long append(Bytes out, byte[] table) {
        out.align(8);
        long at = out.size();
        out.raw(table);
        return at;
    }

    /** The relocations, those without a symbol first and otherwise in the linker's order. */
    private static List<long[]> relocations(byte[] table) {
        ByteBuffer bytes = ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN);
        List<long[]> entries = new ArrayList<>();
        for (int at = 0; at < table.length; at += RELA_BYTES) {
            entries.add(new long[] {bytes.getLong(at), bytes.getLong(at + 8), bytes.getLong(at + 16)});
        }
        entries.sort(Comparator.comparing(entry -> (int) entry[1] != RelocationType.RELATIVE.code()));
        return entries;
    }

    /**
     * The System V hash table over the encoded names. Sources differ on the text that is hashed; our loader ignores it.
     */
    private byte[] hash() {
        int count = symbolTexts.size();
        int[] buckets = new int[count];
        int[] chains = new int[count];
        for (int i = count - 1; i > 0; i--) {
            int bucket = Integer.remainderUnsigned(hash(symbolTexts.get(i)), count);
            chains[i] = buckets[bucket];
            buckets[bucket] = i;
        }
        Bytes out = new Bytes().u32(count).u32(count);
        for (int bucket : buckets) {
            out.u32(bucket);
        }
        for (int chain : chains) {
            out.u32(chain);
        }
        return out.toArray();
    }

    static int hash(String text) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash << 4) + text.charAt(i);
            int high = hash & 0xf0000000;
            hash = (hash ^ high >>> 24) & ~high;
        }
        return hash;
    }

    // ---- headers

    private void addParts(List<ProgramHeader> headers, List<ProgramHeader> loads) {
        linked.section(".got").or(() -> linked.section(".data.rel.ro")).ifPresent(section -> {
            ProgramHeader relro = loads.stream()
                    .filter(load -> load.holds(section.address(), 1))
                    .findFirst()
                    .orElseThrow();
            headers.add(header(
                    SegmentType.RELRO,
                    ProgramHeader.READ,
                    relro.offset(),
                    relro.address(),
                    relro.fileSize(),
                    relro.memorySize(),
                    1));
        });
        boolean isModule = target.type().isModule();
        linked.section(isModule ? MODULE_PARAMETERS : PROCESS_PARAMETERS)
                .ifPresent(section -> headers.add(header(
                        isModule ? SegmentType.MODULE_PARAMETERS : SegmentType.PROCESS_PARAMETERS,
                        ProgramHeader.READ,
                        offsetOf(loads, section.address()),
                        section.address(),
                        section.size(),
                        section.size(),
                        8)));
        for (ProgramHeader source : linked.segments()) {
            if (source.memorySize() != 0 && (source.is(SegmentType.TLS) || source.is(SegmentType.EH_FRAME_HEADER))) {
                headers.add(header(
                        source.type().orElseThrow(),
                        ProgramHeader.READ,
                        offsetOf(loads, source.address()),
                        source.address(),
                        source.fileSize(),
                        source.memorySize(),
                        source.align()));
            }
        }
    }

    private boolean isTables(ProgramHeader segment) {
        return segment.holds(linked.section(".dynsym").orElseThrow().address(), 1);
    }

    private static long offsetOf(List<ProgramHeader> loads, long address) {
        ProgramHeader load = loads.stream()
                .filter(candidate ->
                        candidate.address() <= address && address <= candidate.address() + candidate.fileSize())
                .findFirst()
                .orElseThrow();
        return load.offset() + (address - load.address());
    }

    private static ProgramHeader header(
            SegmentType type, int flags, long offset, long address, long fileSize, long memorySize, long align) {
        return new ProgramHeader(0, type.code(), flags, offset, address, fileSize, memorySize, align);
    }

    private void writeHeader(Bytes file, List<ProgramHeader> headers) {
        boolean isPlain = target.type().isPlain();
        file.raw(new byte[] {
                    0x7f, 'E', 'L', 'F', 2, 1, 1, ElfHeader.OS_ABI, (byte) (isPlain ? 0 : ElfHeader.ABI_VERSION)
                })
                .align(16);
        file.u16(target.type().code()).u16(ElfHeader.MACHINE_X86_64).u32(1);
        file.u64(target.type().isModule() ? 0 : linked.entry())
                .u64(ElfHeader.BYTES)
                .u64(0)
                .u32(0);
        file.u16(ElfHeader.BYTES)
                .u16(ProgramHeader.BYTES)
                .u16(headers.size())
                .u16(0)
                .u16(0)
                .u16(0);
        for (ProgramHeader header : headers) {
            file.u32(header.code())
                    .u32(header.flags())
                    .u64(header.offset())
                    .u64(header.address())
                    .u64(header.address());
            file.u64(header.fileSize()).u64(header.memorySize()).u64(header.align());
        }
    }
}
