package org.lierne.kernel.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** One mounted host folder and the walk into it. */
final class Tree {
    /** Start of names that are ours for a moment and never shown. */
    static final String TEMPORARY = ".lierne-new-";
    private static final int MOST_LINKS = 8;

    private final String point;
    private final Path root;
    private final boolean isWritable;

    Tree(String point, Path folder, boolean isWritable) {
        this.point = point;
        this.isWritable = isWritable;
        try {
            this.root = folder.toRealPath();
        } catch (IOException e) {
            throw new IllegalStateException("files: " + folder + " cannot be mounted at " + point + ": " + e.getMessage(), e);
        }
    }

    String point() {
        return point;
    }

    Path root() {
        return root;
    }

    boolean isWritable() {
        return isWritable;
    }

    /** Where a path leads: the open folder that holds it, its name there, and what is there now. */
    record Place(Folder folder, String name, Optional<BasicFileAttributes> attributes) implements AutoCloseable {
        boolean exists() {
            return attributes.isPresent();
        }

        boolean isDirectory() {
            return attributes.isPresent() && attributes.get().isDirectory();
        }

        Path hostPath() {
            return folder.hostPath().resolve(name).normalize();
        }

        @Override
        public void close() throws IOException {
            folder.close();
        }
    }

    /** The names below the root of a place that is not the root itself. */
    List<String> names(Place place) {
        List<String> names = new ArrayList<>();
        root.relativize(place.hostPath()).forEach(n -> names.add(n.toString()));
        return names;
    }

    /** Walks to a path; its last name may be missing, the folders above may not ({@code ENOENT}, {@code ENOTDIR}). */
    Place walk(GuestPath path) throws IOException {
        List<String> names = path.names();
        for (int links = 0; links <= MOST_LINKS; links++) {
            List<String> next = new ArrayList<>();
            Place place = tryWalk(names, path, next);
            if (place != null) {
                return place;
            }
            names = next;
        }
        throw new GuestErrno(Errno.ELOOP, path.text());
    }

    /** Walks without following links; at the first link gives null and, in {@code instead}, the names of the walk that avoids it. */
    private @Nullable Place tryWalk(List<String> names, GuestPath path, List<String> instead) throws IOException {
        Folder folder = Folder.root(root);
        try {
            if (names.isEmpty()) {
                return new Place(folder, ".", folder.attributes("."));
            }
            for (int i = 0; ; i++) {
                boolean isLast = i == names.size() - 1;
                String name = match(folder, names.get(i), path);
                Optional<BasicFileAttributes> attributes = name == null ? Optional.empty() : folder.attributes(name);
                if (attributes.isEmpty() && !isLast) {
                    folder.close();
                    throw new GuestErrno(Errno.ENOENT, path.text());
                }
                String used = name == null ? names.get(i) : name;
                if (attributes.isPresent() && attributes.get().isSymbolicLink()) {
                    instead.addAll(avoiding(folder.hostPath().resolve(used), path));
                    instead.addAll(names.subList(i + 1, names.size()));
                    folder.close();
                    return null;
                }
                if (isLast) {
                    return new Place(folder, used, attributes);
                }
                if (!attributes.orElseThrow().isDirectory()) {
                    throw new GuestErrno(Errno.ENOTDIR, path.text());
                }
                Folder inner = folder.enter(used);
                folder.close();
                folder = inner;
            }
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private static @Nullable String match(Folder folder, String name, GuestPath path) throws IOException {
        if (name.startsWith(TEMPORARY)) {
            throw new GuestErrno(Errno.EACCES, path.text());
        }
        try {
            return folder.match(name, path.text());
        } catch (InvalidPathException e) {
            throw new GuestErrno(Errno.ENOENT, path.text() + ": " + e.getMessage());
        }
    }

    /** The names, below the root, of what a link leads to. */
    private List<String> avoiding(Path link, GuestPath path) throws IOException {
        Path target;
        try {
            target = link.toRealPath();
        } catch (IOException e) {
            throw HostErrors.as(e, path.text());
        }
        if (!target.startsWith(root)) {
            throw new GuestErrno(Errno.EACCES, path.text() + ": a link leads out of " + point);
        }
        List<String> names = new ArrayList<>();
        root.relativize(target).forEach(n -> names.add(n.toString()));
        names.removeIf(String::isEmpty);
        return names;
    }

    /**
     * Makes a folder. The host cannot make one relative to an open folder, so it is made in the root, whose path is ours, and moved.
     */
    void makeFolder(Place place) throws IOException {
        Path made = Files.createTempDirectory(root, TEMPORARY);
        try (Folder top = Folder.root(root)) {
            try {
                top.move(made.getFileName().toString(), place.folder(), place.name());
            } catch (IOException e) {
                top.deleteFolder(made.getFileName().toString());
                throw e;
            }
        }
    }
}
