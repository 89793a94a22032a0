package org.lierne.lib.font;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The host's font that stands in for those of the console. Assumed: lib.font.system-fonts. */
final class SystemFonts {
    /** Fonts with letters of many languages, the first that there is. */
    private static final List<String> WANTED = List.of("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "FreeSans.ttf");
    private static final int DEPTH = 6;

    private final List<Path> folders;
    private @Nullable Path known;

    /** @param folders those that come first are preferred, whatever lies in them */
    SystemFonts(List<Path> folders) {
        this.folders = folders;
    }

    private static int rank(Path file) {
        int place = WANTED.indexOf(String.valueOf(file.getFileName()));
        return place < 0 ? WANTED.size() : place;
    }

    private static boolean isOutlines(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".ttf") || name.endsWith(".otf") || name.endsWith(".ttc");
    }

    private static Optional<Path> best(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(folder, DEPTH)) {
            return files.filter(SystemFonts::isOutlines).min(Comparator.comparingInt(SystemFonts::rank).thenComparing(Comparator.naturalOrder()));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** Its bytes; empty if the host has none. Folders are looked through until it is found, and again when it has gone. */
    synchronized Optional<byte[]> read() throws IOException {
        if (known == null || !Files.isReadable(known)) {
            known = folders.stream().map(SystemFonts::best).flatMap(Optional::stream).findFirst().orElse(null);
        }
        return known == null ? Optional.empty() : Optional.of(Files.readAllBytes(known));
    }

    @Override
    public String toString() {
        return folders.toString();
    }
}
