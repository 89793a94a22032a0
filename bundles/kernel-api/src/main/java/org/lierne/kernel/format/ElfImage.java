package org.lierne.kernel.format;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * An executable or module, read and checked. Addresses are relative to the image's base.
 *
 * <p>Immutable. The bytes are views of the file, which must not change while the image is in use.
 */
public final class ElfImage {
    private final FileBytes bytes;
    private final ElfHeader header;
    private final List<ProgramHeader> segments;
    private final DynamicTables dynamic;
    private final Optional<TlsTemplate> tls;
    private final Optional<ParameterBlock> processParameters;
    private final Optional<ParameterBlock> moduleParameters;

    ElfImage(
            FileBytes bytes,
            ElfHeader header,
            List<ProgramHeader> segments,
            DynamicTables dynamic,
            Optional<TlsTemplate> tls,
            Optional<ParameterBlock> processParameters,
            Optional<ParameterBlock> moduleParameters) {
        this.bytes = bytes;
        this.header = header;
        this.segments = List.copyOf(segments);
        this.dynamic = dynamic;
        this.tls = tls;
        this.processParameters = processParameters;
        this.moduleParameters = moduleParameters;
    }

    /**
     * Reads a file, bare or in a container.
     *
     * @throws FormatRefused if it is not an image that can be loaded
     */
    public static ElfImage read(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
            return of(String.valueOf(path.getFileName()), bytes);
        }
    }

    /**
     * Reads a file that is in memory.
     *
     * @param file the file's name, for messages
     * @throws FormatRefused if it is not an image that can be loaded
     */
    public static ElfImage of(String file, MemorySegment bytes) {
        return new ElfReader(file, bytes.asReadOnly()).read();
    }

    /** The file's name. */
    public String file() {
        return bytes.file();
    }

    public ElfHeader header() {
        return header;
    }

    /** All program headers in the order of the table. */
    public List<ProgramHeader> segments() {
        return segments;
    }

    /** The segments that get memory. */
    public List<ProgramHeader> loaded() {
        return segments.stream().filter(ProgramHeader::isLoaded).toList();
    }

    /** Ranges that become read-only after relocation. */
    public List<ProgramHeader> relro() {
        return segments.stream()
                .filter(segment -> segment.is(SegmentType.RELRO) || segment.is(SegmentType.LOADED_RELRO))
                .toList();
    }

    /** The header of the unwind tables. */
    public Optional<ProgramHeader> ehFrameHeader() {
        return first(SegmentType.EH_FRAME_HEADER);
    }

    /** The first segment of a type. */
    public Optional<ProgramHeader> first(SegmentType type) {
        return segments.stream().filter(segment -> segment.is(type)).findFirst();
    }

    /** First address past the loaded segments: bytes of address space the image needs from its base. */
    public long memoryEnd() {
        return loaded().stream()
                .mapToLong(segment -> segment.address() + segment.memorySize())
                .max()
                .orElse(0);
    }

    public DynamicTables dynamic() {
        return dynamic;
    }

    public List<Symbol> symbols() {
        return dynamic.symbols();
    }

    public Optional<TlsTemplate> tls() {
        return tls;
    }

    public Optional<ParameterBlock> processParameters() {
        return processParameters;
    }

    public Optional<ParameterBlock> moduleParameters() {
        return moduleParameters;
    }

    /** The name other images import this one by: the one it states, else the file's name without its ending. */
    public String moduleName() {
        String file = file();
        int dot = file.lastIndexOf('.');
        return dynamic.self().map(ModuleEntry::name).orElse(dot > 0 ? file.substring(0, dot) : file);
    }

    /** The undefined symbols in table order, with the library and module their names refer to. */
    public List<ImportedSymbol> imports() {
        return symbols().stream().filter(Symbol::isImport).map(this::imported).toList();
    }

    /** An undefined symbol with the library and module its name refers to. */
    public ImportedSymbol imported(Symbol symbol) {
        return new ImportedSymbol(
                symbol,
                symbol.name().flatMap(name -> dynamic.library(name.library())),
                symbol.name().flatMap(name -> dynamic.module(name.module())));
    }

    /** The symbols offered under the exported libraries, in table order. */
    public List<ExportedSymbol> exports() {
        return symbols().stream()
                .filter(Symbol::isExport)
                .flatMap(symbol -> symbol
                        .name()
                        .flatMap(name -> dynamic.library(name.library()))
                        .filter(LibraryEntry::isExported)
                        .map(library -> new ExportedSymbol(symbol, library))
                        .stream())
                .toList();
    }

    /** The file bytes of a segment, {@link ProgramHeader#fileSize} of them. */
    public MemorySegment bytes(ProgramHeader segment) {
        return bytes.slice("program header " + segment.index(), segment.offset(), segment.fileSize());
    }
}
