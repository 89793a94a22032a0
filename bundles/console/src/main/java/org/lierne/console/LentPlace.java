package org.lierne.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A title's process writes nowhere but in folders of its own. For an option of a line that names a file or a folder it gets a place in one of
 * those; what it left there is moved to where the line says, and its output names that.
 */
final class LentPlace {
    /** What does a line. */
    @FunctionalInterface
    interface Call {
        OptionalInt call(List<String> line, PrintStream out);
    }

    private LentPlace() {}

    /**
     * Does a line.
     *
     * @param options those whose value is a file or a folder to be written
     * @param lender  a folder that the title's process may write to
     */
    static OptionalInt call(List<String> line, Set<String> options, Path lender, PrintStream out, Call call) throws IOException {
        int at = 1;
        while (at < line.size() && !options.contains(line.get(at - 1))) {
            at++;
        }
        if (at >= line.size() || line.get(at).equals("-")) {
            return call.call(line, out);
        }
        Path wanted = Arguments.toPath(line.get(at)).toAbsolutePath();
        Path folder = Files.createTempDirectory(Files.createDirectories(lender), "lent");
        try {
            Path lent = folder.resolve(String.valueOf(wanted.getFileName()));
            List<String> changed = new ArrayList<>(line);
            changed.set(at, lent.toString());
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            OptionalInt status = call.call(changed, new PrintStream(said, true, StandardCharsets.UTF_8));
            move(lent, wanted);
            out.print(said.toString(StandardCharsets.UTF_8).replace(lent.toString(), line.get(at)));
            return status;
        } finally {
            delete(folder);
        }
    }

    /** Links are left: the title's process says where they lead, which it may not read. */
    private static void move(Path from, Path to) throws IOException {
        if (Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(to);
            try (Stream<Path> files = Files.list(from)) {
                for (Path file : files.toList()) {
                    move(file, to.resolve(file.getFileName()));
                }
            }
        } else if (Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.toList().reversed()) {
                Files.delete(path);
            }
        }
    }
}
