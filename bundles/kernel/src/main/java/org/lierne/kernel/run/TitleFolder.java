package org.lierne.kernel.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.lierne.kernel.title.TitleRefused;
import org.lierne.kernel.title.TitleRequest;

/**
 * What lies on disk: a folder with {@code eboot.bin}, {@code sce_module/} and {@code sce_sys/param.json}, or one executable file, whose
 * folder is then the root.
 */
record TitleFolder(Path root, Path executable, String id, String name, String version) {
    private static final String PROGRAM = "eboot.bin";

    /** @throws TitleRefused if there is nothing to run */
    static TitleFolder of(TitleRequest request) {
        return of(request.path(), request.titleId());
    }

    /** Whether there is a program to run. */
    static boolean isTitle(Path path) {
        return Files.isRegularFile(Files.isDirectory(path) ? path.resolve(PROGRAM) : path);
    }

    /**
     * @param named an id instead of the one of {@code param.json}
     * @throws TitleRefused if there is nothing to run
     */
    static TitleFolder of(Path given, Optional<String> named) {
        Path path = given.toAbsolutePath().normalize();
        boolean isFolder = Files.isDirectory(path);
        Path executable = isFolder ? path.resolve(PROGRAM) : path;
        if (!Files.isRegularFile(executable)) {
            throw new TitleRefused(isFolder ? "loader.elf: %s holds no %s".formatted(path, PROGRAM)
                    : "loader.elf: %s%s".formatted(path, Files.exists(path) ? " is no file" : ": no such file"));
        }
        Path root = isFolder ? path : Optional.ofNullable(path.getParent()).orElse(path);
        Map<?, ?> parameters = parameters(root.resolve("sce_sys/param.json"));
        String id = named.orElseGet(() -> text(parameters, "titleId").orElse(String.valueOf(executable.getFileName())));
        return new TitleFolder(root, executable, id, title(parameters).orElse(id), text(parameters, "contentVersion").orElse(""));
    }

    private static Map<?, ?> parameters(Path file) {
        if (!Files.isRegularFile(file)) {
            return Map.of();
        }
        try {
            return JsonText.read(Files.readString(file, StandardCharsets.UTF_8)) instanceof Map<?, ?> map ? map : Map.of();
        } catch (IOException | IllegalArgumentException e) {
            throw new TitleRefused("loader.elf: %s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static Optional<String> text(Map<?, ?> map, String key) {
        return map.get(key) instanceof String s && !s.isBlank() ? Optional.of(s) : Optional.empty();
    }

    private static Optional<String> title(Map<?, ?> parameters) {
        if (parameters.get("localizedParameters") instanceof Map<?, ?> localized) {
            Object own = localized.get(text(localized, "defaultLanguage").orElse("en-US"));
            if (own instanceof Map<?, ?> language) {
                return text(language, "titleName");
            }
        }
        return Optional.empty();
    }
}
