package org.lierne.console;

import java.nio.file.Files;
import java.nio.file.Path;

/** Files that a verb is asked to write; what cannot be written is said before the work is done. */
final class OutputFiles {
    private OutputFiles() {}

    static void check(String verb, String option, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new Refused("%s: %s is a folder; %s wants a file".formatted(verb, file, option));
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new Refused("%s: no such folder: %s".formatted(verb, folder));
        }
        if (!Files.isWritable(folder)) {
            throw new Refused("%s: the folder %s cannot be written to".formatted(verb, folder));
        }
    }

    /** A folder that is there, or can be made. */
    static void checkFolder(String verb, String option, Path folder) {
        Path existing = folder.toAbsolutePath().normalize();
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            throw new Refused("%s: %s is a file; %s wants a folder".formatted(verb, existing, option));
        }
        if (!Files.isWritable(existing)) {
            throw new Refused("%s: the folder %s cannot be written to".formatted(verb, existing));
        }
    }
}
