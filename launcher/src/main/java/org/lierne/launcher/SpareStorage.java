package org.lierne.launcher;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The framework's cache in a process that finds the kept one in use: a folder that bears the process's number and goes when it ends. */
final class SpareStorage {
    private static final String PREFIX = "framework-";

    private SpareStorage() {}

    static Path create(Path cache) throws IOException {
        return Files.createTempDirectory(cache, PREFIX + ProcessHandle.current().pid() + "-");
    }

    /** Removes what processes left that were killed. */
    static void clear(Path cache) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(cache, PREFIX + "*")) {
            for (Path folder : folders) {
                if (!isInUse(folder.getFileName().toString().substring(PREFIX.length()))) {
                    EmbeddedFramework.delete(folder);
                }
            }
        }
    }

    private static boolean isInUse(String name) {
        try {
            return ProcessHandle.of(Long.parseLong(name.split("-", 2)[0])).isPresent();
        } catch (NumberFormatException _) {
            return false;
        }
    }
}
