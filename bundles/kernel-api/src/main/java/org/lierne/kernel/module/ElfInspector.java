package org.lierne.kernel.module;

import java.nio.file.Path;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** Describes an executable or module file without running it. */
@ProviderType
public interface ElfInspector {
    /** @throws org.lierne.kernel.title.TitleRefused if the file is none */
    Report inspect(Path file);

    /** What a file holds. {@code initOrder} says which initialisers the loader runs, in order. */
    record Report(String fileName, String moduleName, String type, List<SegmentRow> segments, List<String> neededFiles,
            List<String> neededModules, List<SymbolRow> imports, List<SymbolRow> exports, List<String> initOrder) {}

    /** One program header. */
    record SegmentRow(String type, long fileOffset, long address, long fileBytes, long memoryBytes, String flags) {}

    /**
     * One symbol.
     *
     * @param name     the plain name if known, else empty
     * @param kind     {@code function}, {@code object}, {@code tls} or {@code none}
     * @param servedBy who would serve an import; empty for exports
     */
    record SymbolRow(String name, String nid, String library, String module, String kind, long value, String servedBy) {}
}
