package org.lierne.lib.content_export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user's folder of exported content. A file gets a name of its own; it is complete when it has it. */
final class ExportFolder {
    private final Path root;

    ExportFolder(Path root) {
        this.root = root;
    }

    /** Where a copy is made before it gets its name. */
    Path begin(String titleId) throws IOException {
        Path folder = Files.createDirectories(root.resolve(titleId.replaceAll("[^A-Za-z0-9_-]", "_")));
        return Files.createTempFile(folder, ".part-", "");
    }

    /** Gives a finished copy the first free name of its kind. */
    Path finish(Path part, String title, String extension) throws IOException {
        String stem = title.replaceAll("[^\\p{L}\\p{N} ._-]", "_").strip();
        if (stem.isEmpty() || stem.startsWith(".")) {
            stem = "export" + stem;
        }
        for (int i = 0; ; i++) {
            Path target = part.resolveSibling(i == 0 ? stem + extension : stem + " " + i + extension);
            if (Files.notExists(target)) {
                return Files.move(part, target);
            }
        }
    }
}
