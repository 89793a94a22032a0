package org.lierne.kernel.loader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.lierne.kernel.format.ElfImage;
import org.lierne.kernel.format.FormatRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The modules that a title brings along. Found by the module name they export, then by file name; a module that nobody imports from is
 * neither loaded nor started.
 */
final class ModuleFolder {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleFolder.class);

    /** One module file. */
    record Entry(Path file, ElfImage image) {
        String guestPath() {
            return "/app0/sce_module/" + file.getFileName();
        }
    }

    private final Map<String, Entry> byModuleName = new HashMap<>();
    private final Map<String, Entry> byFileName = new HashMap<>();
    private final Map<String, FormatRefused> broken = new HashMap<>();

    /** Without modules. */
    ModuleFolder() {}

    /** Reads the headers of every module of a folder, which need not exist. */
    ModuleFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            all.filter(Files::isRegularFile).filter(ModuleFolder::isModule).sorted().forEach(files::add);
        } catch (IOException e) {
            LOG.warn("modules of {} cannot be listed: {}", folder, e.toString());
        }
        for (Path file : files) {
            try {
                Entry entry = new Entry(file, ElfImage.read(file));
                byFileName.put(key(file.getFileName().toString()), entry);
                Entry other = byModuleName.putIfAbsent(entry.image.moduleName(), entry);
                if (other != null) {
                    LOG.warn("{} and {} both export module {}: the first is used", other.file, file, entry.image.moduleName());
                }
            } catch (FormatRefused e) {
                broken.put(key(file.getFileName().toString()), e);
            } catch (IOException e) {
                LOG.warn("module {} cannot be read: {}", file, e.toString());
            }
        }
    }

    private static boolean isModule(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".prx") || name.endsWith(".sprx");
    }

    /** File names without their ending, in lower case: {@code libc.sprx} and {@code libc.prx} name one module. */
    static String key(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    Optional<Entry> byModuleName(String name) {
        return Optional.ofNullable(byModuleName.get(name));
    }

    /** @throws FormatRefused if a file of that name is there but is no module */
    Optional<Entry> byFileName(String name) {
        FormatRefused refused = broken.get(key(name));
        if (refused != null) {
            throw refused;
        }
        return Optional.ofNullable(byFileName.get(key(name)));
    }
}
