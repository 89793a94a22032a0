package org.lierne.lib.save_data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The saves of one title on the host's disk. A save is a folder of complete versions and a file {@code current} that names the valid one;
 * it is replaced by renaming, after everything of the new version is on the disk. So after any end of the process a save is its old or its
 * new version. Versions that {@code current} does not name are rests of an interrupted run and are removed when the save is opened.
 *
 * <pre>
 * saves/TITLE/NAME/current    "v3"
 * saves/TITLE/NAME/v3/data/   the tree that is mounted
 * saves/TITLE/NAME/v3/.param  parameters, if any were set
 * saves/TITLE/NAME/v3/icon0.png
 * saves/TITLE/NAME/v3/blocks  size in blocks, as text
 * </pre>
 */
final class SaveStore {
    static final String DATA = "data";
    static final String PARAMETERS = ".param";
    static final String ICON = "icon0.png";
    private static final String BLOCKS = "blocks";
    private static final String CURRENT = "current";

    private final Path root;

    SaveStore(Path root) {
        this.root = root;
    }

    /** Names of all saves, sorted. */
    List<String> names() {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(root)) {
            return all.filter(p -> Files.isRegularFile(p.resolve(CURRENT))).map(p -> p.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean exists(String name) {
        return Files.isRegularFile(root.resolve(name).resolve(CURRENT));
    }

    /** The folder of the valid version. */
    Path current(String name) {
        Path save = root.resolve(name);
        try {
            return save.resolve(Files.readString(save.resolve(CURRENT)).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A new version to be written to: a copy of the valid one, or an empty one of this size. Not valid until {@link #commit}. */
    Path begin(String name, long blocksIfNew) {
        Path save = root.resolve(name);
        try {
            Files.createDirectories(save);
            Path old = exists(name) ? current(name) : null;
            removeRests(save, old);
            Path version = save.resolve("v" + nextNumber(save));
            if (old == null) {
                Files.createDirectories(version.resolve(DATA));
                Files.writeString(version.resolve(BLOCKS), Long.toString(blocksIfNew));
            } else {
                copy(old, version);
            }
            return version;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void removeRests(Path save, @Nullable Path valid) throws IOException {
        for (Path version : versions(save)) {
            if (!version.equals(valid)) {
                delete(version);
            }
        }
    }

    private static List<Path> versions(Path save) throws IOException {
        try (Stream<Path> all = Files.list(save)) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    private static int nextNumber(Path save) throws IOException {
        return versions(save).stream().mapToInt(v -> Integer.parseInt(v.getFileName().toString().substring(1))).max().orElse(0) + 1;
    }

    /** Makes a version the valid one, once all of it is on the disk. The version before is removed. */
    void commit(String name, Path version) {
        Path save = root.resolve(name);
        try {
            Path old = exists(name) ? current(name) : null;
            syncTree(version);
            replace(save.resolve(CURRENT), version.getFileName().toString().getBytes(StandardCharsets.UTF_8));
            syncFolder(root);
            if (old != null && !old.equals(version)) {
                delete(old);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes what a version holds now the valid state and goes on with a copy. Gives the copy's folder. */
    Path commitAndGoOn(String name, Path version) {
        commit(name, version);
        return begin(name, 0);
    }

    /** Gives a version up. */
    void discard(Path version) {
        try {
            delete(version);
            try (Stream<Path> rest = Files.list(version.getParent())) {
                if (rest.findAny().isPresent()) {
                    return;
                }
            }
            Files.delete(version.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a save; its pointer goes first, so that no half of it is ever taken for one. */
    void remove(String name) {
        Path save = root.resolve(name);
        try {
            Files.deleteIfExists(save.resolve(CURRENT));
            syncFolder(save);
            delete(save);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Size in blocks that the save was made with. */
    long blocks(Path version) {
        try {
            return Long.parseLong(Files.readString(version.resolve(BLOCKS)).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Blocks that the files take, each file rounded up. */
    static long usedBlocks(Path version, long blockBytes) {
        try (Stream<Path> all = Files.walk(version.resolve(DATA))) {
            return all.filter(Files::isRegularFile).mapToLong(f -> (f.toFile().length() + blockBytes - 1) / blockBytes).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces a file in one step; the old content or the new is there at any time. */
    static void replace(Path file, byte[] content) throws IOException {
        Path made = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(made, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder(file.resolveSibling("."));
    }

    private static void syncTree(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                if (Files.isDirectory(path)) {
                    syncFolder(path);
                } else {
                    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                        channel.force(true);
                    }
                }
            }
        }
        syncFolder(tree.resolveSibling("."));
    }

    private static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.copy(path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
