package org.lierne.agc.driver;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that somebody asked for. It is made in a part beside it, which then takes its place, so that nobody sees half of it; where this
 * process may write the file alone and nothing beside it, the part lies among the temporary files and its bytes are copied.
 */
final class OutputFile {
    private OutputFile() {}

    /** An empty file for the content. */
    static Path part(Path file, String ending) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ending);
        try {
            return Files.write(beside, new byte[0]);
        } catch (AccessDeniedException _) {
            return Files.createTempFile("lierne-", ending);
        }
    }

    /** Puts the content of a part in its place. */
    static void replace(Path file, Path part) throws IOException {
        if (part.resolveSibling(file.getFileName()).equals(file)) {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return;
        }
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            Files.copy(part, out);
        }
        Files.delete(part);
    }
}
