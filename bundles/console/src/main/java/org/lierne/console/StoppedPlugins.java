package org.lierne.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Shipped plugins that the user has stopped, by symbolic name, a line each. The framework's own memory of it lies in its cache, of which a
 * title's process has another one and which may be deleted; the launcher follows this file in each.
 */
record StoppedPlugins(Path file) {
    /** Writes only what is news, so that a process that may not write the file can follow one that has. */
    void keep(String name, boolean isStopped) throws IOException {
        Set<String> names = new TreeSet<>(Files.isRegularFile(file) ? Files.readAllLines(file) : Set.of());
        if (isStopped ? names.add(name) : names.remove(name)) {
            HostFiles.replace(file, names.stream().map(each -> each + '\n').collect(Collectors.joining()).getBytes(StandardCharsets.UTF_8));
        }
    }
}
