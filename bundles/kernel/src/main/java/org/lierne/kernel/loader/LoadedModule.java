package org.lierne.kernel.loader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.format.ElfImage;
import org.lierne.kernel.format.ExportedSymbol;
import org.lierne.kernel.format.FunctionArray;
import org.lierne.kernel.format.Nid;
import org.lierne.kernel.format.ProgramHeader;
import org.lierne.kernel.format.Symbol;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.module.GuestModule;
import org.lierne.kernel.nativecpu.TlsLayout;

/** A placed image. Its state moves from placed over linked to started, under the loader's lock. */
final class LoadedModule implements GuestModule {
    /** How far it has come. */
    enum State { PLACED, LINKED, STARTING, STARTED, STOPPED }

    private final int handle;
    private final String path;
    private final ElfImage image;
    private final long bias;
    private final long start;
    private final Map<String, Long> byNid = new HashMap<>();
    private final Map<String, Map<String, Long>> byLibrary = new HashMap<>();
    private TlsLayout.@Nullable Block tls;
    private final List<LoadedModule> dependencies = new ArrayList<>();
    State state = State.PLACED;
    int startResult;

    /** @param start where the image's first page was placed */
    LoadedModule(int handle, String path, ElfImage image, long start) {
        this.handle = handle;
        this.path = path;
        this.image = image;
        this.start = start;
        this.bias = start - lowest(image);
        for (ExportedSymbol export : image.exports()) {
            if (export.symbol().type() != Symbol.TYPE_TLS) {
                long address = bias + export.symbol().value();
                byNid.putIfAbsent(export.nid().text(), address);
                byLibrary.computeIfAbsent(export.library().name(), k -> new HashMap<>()).putIfAbsent(export.nid().text(), address);
            }
        }
        if (image.header().type().isPlain()) {
            for (Symbol symbol : image.symbols()) {
                if (symbol.section() != 0 && symbol.binding() != Symbol.LOCAL && symbol.type() != Symbol.TYPE_TLS) {
                    byNid.putIfAbsent(symbol.nid().text(), bias + symbol.value());
                }
            }
        }
    }

    /** Address of the image's first page as it was linked: 0 but for images with a base of their own. */
    static long lowest(ElfImage image) {
        return image.loaded().stream().filter(s -> s.memorySize() > 0).mapToLong(ProgramHeader::address).min().orElse(0)
                & -AddressSpace.PAGE_BYTES;
    }

    ElfImage image() {
        return image;
    }

    TlsLayout.@Nullable Block tls() {
        return tls;
    }

    void setTls(TlsLayout.Block block) {
        tls = block;
    }

    List<LoadedModule> dependencies() {
        return dependencies;
    }

    Map<String, Long> exportsByNid() {
        return byNid;
    }

    /** Address of an export of a library, or of any library if the name is empty; null without one. */
    @Nullable Long export(String nid, String library) {
        return library.isEmpty() ? byNid.get(nid) : byLibrary.getOrDefault(library, Map.of()).get(nid);
    }

    /** What relative relocations add. */
    long bias() {
        return bias;
    }

    long absolute(long relative) {
        return bias + relative;
    }

    FunctionArray preinitArray() {
        return image.dynamic().preinitArray();
    }

    @Override
    public int handle() {
        return handle;
    }

    @Override
    public String name() {
        return image.moduleName();
    }

    @Override
    public String fileName() {
        return image.file();
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public long base() {
        return start;
    }

    @Override
    public long bytes() {
        return image.memoryEnd() - lowest(image);
    }

    @Override
    public List<Segment> segments() {
        return image.loaded().stream().map(s -> new Segment(bias + s.address(), s.memorySize(), protection(s))).toList();
    }

    /** Text is execute-only in the file; the host reads it anyway. */
    static int protection(ProgramHeader segment) {
        return ((segment.flags() & ProgramHeader.READ) != 0 ? AddressSpace.READ : 0)
                | (segment.isWritable() ? AddressSpace.READ | AddressSpace.WRITE : 0)
                | (segment.isExecutable() ? AddressSpace.READ | AddressSpace.EXECUTE : 0);
    }

    @Override
    public int tlsId() {
        return tls == null ? 0 : tls.moduleId();
    }

    @Override
    public long parameters() {
        return image.processParameters().or(image::moduleParameters).map(p -> bias + p.address()).orElse(0L);
    }

    @Override
    public OptionalLong symbol(String nameOrNid) {
        Long exact = nameOrNid.length() == Nid.TEXT_LENGTH ? byNid.get(nameOrNid) : null;
        Long address = exact != null ? exact : byNid.get(Nid.of(nameOrNid).text());
        return address == null ? OptionalLong.empty() : OptionalLong.of(address);
    }

    @Override
    public long ehFrameHeader() {
        return image.ehFrameHeader().map(h -> bias + h.address()).orElse(0L);
    }

    @Override
    public long ehFrameHeaderBytes() {
        return image.ehFrameHeader().map(ProgramHeader::memorySize).orElse(0L);
    }

    @Override
    public long ehFrame() {
        return UnwindTables.of(image).map(t -> bias + t.ehFrame()).orElse(0L);
    }

    @Override
    public long ehFrameBytes() {
        return UnwindTables.of(image).map(UnwindTables::ehFrameBytes).orElse(0L);
    }

    @Override
    public byte[] fingerprint() {
        return new byte[20];
    }

    @Override
    public String toString() {
        return fileName() + " (" + name() + ")";
    }
}
