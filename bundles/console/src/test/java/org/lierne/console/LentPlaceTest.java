package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process writes that may not write where the line says. */
final class LentPlaceTest {
    private static final Set<String> OPTIONS = Set.of("--images");

    @TempDir
    Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

    private Path lender() {
        return folder.resolve("own");
    }

    @Test
    void movesFilesOfAFolderToWhereTheLineSays() throws IOException {
        Path wanted = Files.createDirectory(folder.resolve("pictures"));
        Files.writeString(wanted.resolve("b.png"), "old");

        OptionalInt status = LentPlace.call(List.of("frame", "draw", "1", "--images", wanted.toString()), OPTIONS, lender(), out, (line, to) -> {
            Path lent = Path.of(line.getLast());
            assertTrue(lent.startsWith(lender()), lent.toString());
            write(lent.resolve("a.png"), "a");
            write(lent.resolve("b.png"), "b");
            to.println("image: " + lent.resolve("a.png"));
            return OptionalInt.of(0);
        });

        assertEquals(OptionalInt.of(0), status);
        assertEquals("a", Files.readString(wanted.resolve("a.png")));
        assertEquals("b", Files.readString(wanted.resolve("b.png")));
        assertEquals("image: " + wanted.resolve("a.png") + "\n", said.toString(StandardCharsets.UTF_8));
        try (var left = Files.list(lender())) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void movesAFileAndLeavesTheLineAloneThatNamesNone() throws IOException {
        Path wanted = folder.resolve("one.png");

        LentPlace.call(List.of("live", "picture", "--images", wanted.toString()), OPTIONS, lender(), out, (line, to) -> {
            write(Path.of(line.getLast()), "one");
            return OptionalInt.of(0);
        });
        OptionalInt status = LentPlace.call(List.of("live", "times", "--images"), OPTIONS, lender(), out, (line, to) -> {
            assertEquals(List.of("live", "times", "--images"), line);
            return OptionalInt.of(2);
        });

        assertEquals("one", Files.readString(wanted));
        assertEquals(OptionalInt.of(2), status);
    }

    @Test
    void movesNothingThatWasNotWritten() throws IOException {
        Path wanted = folder.resolve("none");

        LentPlace.call(List.of("frame", "draw", "9", "--images", wanted.toString()), OPTIONS, lender(), out, (line, to) -> OptionalInt.empty());

        assertFalse(Files.exists(wanted));
    }

    @Test
    void leavesLinksAndWhatTheyLeadTo() throws IOException {
        Path others = Files.createDirectory(folder.resolve("others"));
        Files.writeString(others.resolve("kept"), "kept");
        Path wanted = folder.resolve("pictures");

        LentPlace.call(List.of("frame", "draw", "1", "--images", wanted.toString()), OPTIONS, lender(), out, (line, to) -> {
            link(Path.of(line.getLast()), others);
            return OptionalInt.of(0);
        });
        LentPlace.call(List.of("frame", "draw", "1", "--images", wanted.toString()), OPTIONS, lender(), out, (line, to) -> {
            write(Path.of(line.getLast()).resolve("a.png"), "a");
            link(Path.of(line.getLast()).resolve("b.png"), others.resolve("kept"));
            return OptionalInt.of(0);
        });

        assertEquals("kept", Files.readString(others.resolve("kept")));
        assertEquals("a", Files.readString(wanted.resolve("a.png")));
        try (var moved = Files.list(wanted)) {
            assertEquals(1, moved.count());
        }
    }

    private static void link(Path link, Path target) {
        try {
            Files.createSymbolicLink(link, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
