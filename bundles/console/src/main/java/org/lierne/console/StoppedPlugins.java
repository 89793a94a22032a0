package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.TreeSet;

/**
 * Shipped plugins that the user has stopped, by symbolic name, a line each. The framework's own memory of it lies in its cache, of which a
 * title's process has another one and which may be deleted; the launcher follows this file in each.
 */
record StoppedPlugins(Path file) {
    /** Writes only what is news, so that a process that may not write the file can follow one that has. */
    void keep(String name, boolean isStopped) throws IOException {
        Set<String> names = new TreeSet<>(Files.isRegularFile(file) ? Files.readAllLines(file) : Set.of());
        if (isStopped ? names.add(name) : names.remove(name)) {
            Path part = file.resolveSibling(file.getFileName() + ".part");
            Files.write(part, names);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
