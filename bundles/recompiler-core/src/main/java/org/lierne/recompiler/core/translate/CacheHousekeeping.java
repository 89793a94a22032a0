package org.lierne.recompiler.core.translate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Removes what older forms of the shader cache left. Rule A-017: nothing is deleted that is not shown to lie under the cache's resolved
 * root, and nothing at all under the long-path prefixes, where a directory walk may be another directory's.
 */
final class CacheHousekeeping {
    private static final Logger LOG = LoggerFactory.getLogger(CacheHousekeeping.class);
    private static final Marker SHADER = MarkerFactory.getMarker("SHADER");

    private CacheHousekeeping() {}

    /** Whether old versions under a root may be deleted, judged by its spelling alone. */
    static boolean mayEvict(String root) {
        return !root.startsWith("\\\\?\\") && !root.startsWith("\\\\.\\");
    }

    /** The folder of this form's entries; folders of other forms beside it are deleted where that is allowed. */
    static Path open(Path root) {
        Path current = root.resolve("v" + VariantKey.FORMAT);
        if (!mayEvict(root.toString())) {
            LOG.atInfo().addMarker(SHADER).addKeyValue("folder", root).log("old shader caches are kept: the path has a long-path prefix");
            return current;
        }
        if (Files.isDirectory(root)) {
            try (Stream<Path> entries = Files.list(root)) {
                Path real = root.toRealPath();
                for (Path old : entries.filter(path -> isOld(path, current)).toList()) {
                    delete(old, real);
                }
            } catch (IOException e) {
                LOG.atWarn().addMarker(SHADER).addKeyValue("folder", root).setCause(e).log("old shader caches cannot be removed");
            }
        }
        return current;
    }

    /** Folders named for a form (v and a number) or, before forms had folders, for the first two digits of a key. */
    private static boolean isOld(Path path, Path current) {
        String name = String.valueOf(path.getFileName());
        return !path.equals(current) && name.matches("v[0-9]+|[0-9a-f]{2}");
    }

    private static void delete(Path folder, Path root) throws IOException {
        // A link leads out of the cache, whatever its name.
        if (Files.isSymbolicLink(folder) || !folder.toRealPath().startsWith(root)) {
            return;
        }
        List<Path> inside;
        try (Stream<Path> walk = Files.walk(folder)) {
            inside = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : inside) {
            Files.deleteIfExists(path);
        }
    }
}
