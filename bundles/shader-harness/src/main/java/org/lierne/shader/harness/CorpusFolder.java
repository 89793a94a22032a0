package org.lierne.shader.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A corpus or oracle folder, plain or as a zip file holding one folder. */
final class CorpusFolder implements AutoCloseable {
    private static final String INDEX = "index.jsonl";

    private final Path root;
    private final @Nullable FileSystem archive;

    private CorpusFolder(Path root, @Nullable FileSystem archive) {
        this.root = root;
        this.archive = archive;
    }

    static CorpusFolder open(Path path) {
        try {
            if (Files.isDirectory(path)) {
                return new CorpusFolder(path, null);
            }
            FileSystem archive = FileSystems.newFileSystem(path);
            Path top = archive.getPath("/");
            try (Stream<Path> entries = Files.list(top)) {
                List<Path> all = entries.toList();
                return new CorpusFolder(all.size() == 1 && Files.isDirectory(all.getFirst()) ? all.getFirst() : top, archive);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + " is neither a folder nor a zip file", e);
        }
    }

    /** Names of the folders that hold a {@code job.json}, sorted. */
    List<String> jobs() {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(path -> Files.exists(path.resolve("job.json")))
                    .map(path -> String.valueOf(path.getFileName()).replace("/", "")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Json job(String id) {
        String name = id + "/job.json";
        try {
            return Json.parse(new String(bytes(name), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(root.resolve(name) + ": " + e.getMessage(), e);
        }
    }

    /** The programs of {@code index.jsonl} by id, in the file's order. */
    Map<String, CorpusProgram> programs() {
        Map<String, CorpusProgram> programs = new LinkedHashMap<>();
        int number = 0;
        for (String line : new String(bytes(INDEX), StandardCharsets.UTF_8).split("\n")) {
            number++;
            if (!line.isBlank()) {
                CorpusProgram program = program(line, number);
                programs.put(program.id(), program);
            }
        }
        return programs;
    }

    private CorpusProgram program(String line, int number) {
        try {
            Json json = Json.parse(line);
            return new CorpusProgram(json, words("code/" + json.get("id").text() + ".bin"));
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new IllegalArgumentException(root.resolve(INDEX) + ":" + number + ": " + e.getMessage(), e);
        }
    }

    byte[] bytes(String name) {
        try {
            return Files.readAllBytes(root.resolve(name));
        } catch (NoSuchFileException e) {
            throw new UncheckedIOException("no such file: " + e.getFile(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(root.resolve(name) + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A file of little-endian dwords; a tail of less than four bytes is dropped. */
    int[] words(String name) {
        byte[] bytes = bytes(name);
        int[] words = new int[bytes.length / 4];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
        return words;
    }

    /** Of {@code all}, the ones asked for, in the order asked; all when none is. */
    static List<String> select(Iterable<String> all, List<String> ids) {
        List<String> chosen = new ArrayList<>();
        if (ids.isEmpty()) {
            all.forEach(chosen::add);
            return chosen;
        }
        List<String> known = new ArrayList<>();
        all.forEach(known::add);
        for (String id : ids) {
            if (!known.contains(id)) {
                throw new IllegalArgumentException("there is no " + id + " in this folder");
            }
            chosen.add(id);
        }
        return chosen;
    }

    @Override
    public void close() {
        if (archive != null) {
            try {
                archive.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
