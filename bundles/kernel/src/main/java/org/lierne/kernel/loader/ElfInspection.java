package org.lierne.kernel.loader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.lierne.kernel.format.ElfImage;
import org.lierne.kernel.format.ExportedSymbol;
import org.lierne.kernel.format.FormatRefused;
import org.lierne.kernel.format.ImageType;
import org.lierne.kernel.format.ImportedSymbol;
import org.lierne.kernel.format.Nid;
import org.lierne.kernel.format.ProgramHeader;
import org.lierne.kernel.format.SegmentType;
import org.lierne.kernel.format.Symbol;
import org.lierne.kernel.module.ElfInspector;
import org.lierne.kernel.module.ImportKey;
import org.lierne.kernel.module.ImportResolver;
import org.lierne.kernel.module.ImportStatistics;
import org.lierne.kernel.title.TitleRefused;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code elf inspect}. */
@Component
public final class ElfInspection implements ElfInspector {
    private final ImportResolver resolver;
    private final ImportStatistics statistics;

    @Activate
    public ElfInspection(@Reference ImportResolver resolver, @Reference ImportStatistics statistics) {
        this.resolver = resolver;
        this.statistics = statistics;
    }

    @Override
    public Report inspect(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new TitleRefused("loader.elf: " + file + (Files.isDirectory(file) ? " is a folder; expected an executable or a module in one"
                    : Files.exists(file) ? " is no regular file" : ": no such file"));
        }
        ElfImage image;
        try {
            image = ElfImage.read(file);
        } catch (FormatRefused e) {
            throw new TitleRefused(e.getMessage(), e);
        } catch (IOException e) {
            throw new TitleRefused("loader.elf: " + file + " cannot be read: " + e.getMessage(), e);
        }
        ModuleFolder siblings = new ModuleFolder(moduleFolder(file));
        Set<String> natives = statistics.nativeNids();
        return new Report(image.file(), image.moduleName(), image.header().type().name(), segments(image),
                image.dynamic().neededFiles(),
                image.dynamic().neededModules().stream().map(m -> "%s %d.%d".formatted(m.name(), m.major(), m.minor())).toList(),
                image.imports().stream().map(i -> row(i, siblings, natives)).toList(),
                image.exports().stream().map(e -> row(image, e)).toList(), initOrder(image));
    }

    private static Path moduleFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? Path.of("sce_module") : folder.endsWith("sce_module") ? folder : folder.resolve("sce_module");
    }

    private static List<SegmentRow> segments(ElfImage image) {
        return image.segments().stream().map(s -> new SegmentRow(s.type().map(SegmentType::name).orElse("0x%x".formatted(s.code())),
                s.offset(), s.address(), s.fileSize(), s.memorySize(), flags(s))).toList();
    }

    private static String flags(ProgramHeader segment) {
        return ((segment.flags() & ProgramHeader.READ) != 0 ? "r" : "-") + (segment.isWritable() ? "w" : "-")
                + (segment.isExecutable() ? "x" : "-");
    }

    private SymbolRow row(ImportedSymbol symbol, ModuleFolder siblings, Set<String> natives) {
        String nid = symbol.nid().text();
        ImportKey key = new ImportKey(nid, symbol.libraryName(), symbol.moduleName());
        String servedBy = siblings.byModuleName(symbol.moduleName())
                .filter(m -> m.image().exports().stream().anyMatch(e -> e.nid().text().equals(nid)))
                .map(m -> "module " + m.image().file())
                .orElseGet(() -> natives.contains(nid) ? "kernel.native" : resolver.servedBy(key));
        return new SymbolRow(name(symbol.symbol(), nid), nid, symbol.libraryName(), symbol.moduleName(), kind(symbol.symbol()), 0, servedBy);
    }

    private SymbolRow row(ElfImage image, ExportedSymbol symbol) {
        String nid = symbol.nid().text();
        return new SymbolRow(name(symbol.symbol(), nid), nid, symbol.library().name(), image.moduleName(), kind(symbol.symbol()),
                symbol.symbol().value(), "");
    }

    private String name(Symbol symbol, String nid) {
        return symbol.name().isEmpty() ? symbol.text() : resolver.nameOf(nid).orElse("");
    }

    private static String kind(Symbol symbol) {
        return switch (symbol.type()) {
            case Symbol.TYPE_OBJECT -> "object";
            case Symbol.TYPE_FUNCTION -> "function";
            case Symbol.TYPE_TLS -> "tls";
            default -> "none";
        };
    }

    /** Assumed: loader.init-order. */
    private static List<String> initOrder(ElfImage image) {
        List<String> order = new ArrayList<>();
        boolean isProgram = image.header().type() != ImageType.MODULE;
        if (isProgram) {
            order.add("needed modules, dependencies first");
            order.add("entry 0x%x (it runs the program's own initialisers)".formatted(image.header().entry()));
            return order;
        }
        order.add("needed modules, dependencies first");
        if (image.dynamic().preinitArray().count() > 0) {
            order.add("DT_PREINIT_ARRAY (%d)".formatted(image.dynamic().preinitArray().count()));
        }
        image.dynamic().init().ifPresent(init -> order.add("DT_INIT 0x%x".formatted(init)));
        if (image.dynamic().initArray().count() > 0) {
            order.add("DT_INIT_ARRAY (%d)".formatted(image.dynamic().initArray().count()));
        }
        String start = Nid.of("module_start").text();
        image.exports().stream().filter(e -> e.nid().text().equals(start)).findFirst().ifPresent(e -> {
            boolean isInit = image.dynamic().init().map(i -> i == e.symbol().value()).orElse(false);
            order.add(isInit ? "module_start is DT_INIT: not called again" : "module_start 0x%x".formatted(e.symbol().value()));
        });
        return order;
    }
}
