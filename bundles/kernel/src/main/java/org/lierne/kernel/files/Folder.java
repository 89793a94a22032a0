package org.lierne.kernel.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.file.PathRefused;

/**
 * An open host folder. Everything below is reached relative to the open folder and never through a link, so what another program does to
 * the path meanwhile cannot lead elsewhere.
 */
final class Folder implements AutoCloseable {
    private final SecureDirectoryStream<Path> stream;
    private final Path hostPath;

    private Folder(SecureDirectoryStream<Path> stream, Path hostPath) {
        this.stream = stream;
        this.hostPath = hostPath;
    }

    /** Opens the root of a mount, which is a real path. */
    static Folder root(Path realPath) throws IOException {
        return new Folder(secure(Files.newDirectoryStream(realPath)), realPath);
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> opened) throws IOException {
        if (opened instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        opened.close();
        throw new IllegalStateException("this host's file system cannot open files relative to a folder, which the sandbox needs");
    }

    Path hostPath() {
        return hostPath;
    }

    Folder enter(String name) throws IOException {
        return new Folder(stream.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS), hostPath.resolve(name));
    }

    /** Attributes of a name, of the link itself if it is one; empty if there is none. */
    Optional<BasicFileAttributes> attributes(String name) throws IOException {
        try {
            return Optional.of(stream.getFileAttributeView(Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    BasicFileAttributeView times(String name) {
        return stream.getFileAttributeView(Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    /** The folder's own attributes. */
    BasicFileAttributes attributes() throws IOException {
        return stream.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
    }

    void deleteFile(String name) throws IOException {
        stream.deleteFile(Path.of(name));
    }

    void deleteFolder(String name) throws IOException {
        stream.deleteDirectory(Path.of(name));
    }

    /** Renames over an existing target of the same kind. */
    void move(String name, Folder target, String targetName) throws IOException {
        stream.move(Path.of(name), target.stream, Path.of(targetName));
    }

    /**
     * The name on the host's disk for a guest name: the same, or the only one that differs in ASCII case.
     *
     * @return null if there is none
     * @throws PathRefused if two differ in case
     */
    @Nullable String match(String name, String guestPath) throws IOException {
        if (attributes(name).isPresent()) {
            return name;
        }
        String found = null;
        for (String candidate : names()) {
            if (sameButForCase(candidate, name)) {
                if (found != null) {
                    throw new PathRefused("files: %s: neither %s nor any other name is exact, and both %s and %s match it without case"
                            .formatted(guestPath, name, found.compareTo(candidate) < 0 ? found : candidate,
                                    found.compareTo(candidate) < 0 ? candidate : found));
                }
                found = candidate;
            }
        }
        return found;
    }

    /** The names in the folder, read anew. */
    List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        // A directory stream can be iterated once, so the folder is opened again, relative to itself.
        try (SecureDirectoryStream<Path> again = stream.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS)) {
            for (Path path : again) {
                String name = path.getFileName().toString();
                if (!name.startsWith(Tree.TEMPORARY)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static boolean sameButForCase(String a, String b) {
        return a.length() == b.length() && asciiLower(a).equals(asciiLower(b));
    }

    private static String asciiLower(String s) {
        StringBuilder lower = new StringBuilder(s);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                lower.setCharAt(i, (char) (c + ('a' - 'A')));
            }
        }
        return lower.toString();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
