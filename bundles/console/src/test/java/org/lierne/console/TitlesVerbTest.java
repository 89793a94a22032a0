package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.kernel.title.TitleFacts;
import org.lierne.kernel.title.TitleFolders;
import org.lierne.kernel.title.TitleRefused;

final class TitlesVerbTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    /** A folder is a title when it holds a file {@code id}; one that says {@code broken} cannot be read. */
    private static final TitleFolders FOLDERS = path -> {
        Path file = path.resolve("id");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            String id = Files.readString(file);
            if (id.equals("broken")) {
                throw new TitleRefused("loader.elf: " + path + " cannot be read");
            }
            return Optional.of(new TitleFacts(id, "Name of\033 " + id, "01.000.000", path));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    };

    private Path title(String place, String id) throws IOException {
        Path title = Files.createDirectories(folder.resolve(place));
        Files.writeString(title.resolve("id"), id);
        return title;
    }

    private TitleShelf shelf() {
        return new TitleShelf(folder.resolve("shipped"), FOLDERS, new LastRuns(folder.resolve("reports"), FOLDERS), profiles());
    }

    private FileCompatProfiles profiles() {
        return new FileCompatProfiles(folder.resolve("shipped"), folder.resolve("own"));
    }

    private int run(String... arguments) {
        return new TitlesVerb(shelf(), new LastRuns(folder.resolve("reports"), FOLDERS), profiles()).run(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8), arguments);
    }

    @Test
    void listsTitlesBelowFoldersWithTheirProfiles() throws IOException {
        Path second = title("games/b", "TEST00002");
        Path first = title("games/shelf/a", "TEST00001");
        profiles().set("TEST00001", "pass.a", false);

        assertEquals(0, run(folder.resolve("games").toString()));

        assertEquals("""
                TEST00001    01.000.000 Name of? TEST00001
                  folder    %s
                  last run  never run
                  profile   pass.a=off
                TEST00002    01.000.000 Name of? TEST00002
                  folder    %s
                  last run  never run
                  profile   default
                """.formatted(first, second), out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void saysWhichTitlesCannotBeRead() throws IOException {
        title("games/a", "TEST00001");
        Path broken = title("games/b", "broken");

        assertEquals(1, run(folder.resolve("games").toString()));

        assertEquals("loader.elf: " + broken + " cannot be read\n", err.toString(StandardCharsets.UTF_8));
        assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("TEST00001"));
    }

    @Test
    void tellsHowFarASearchIs() throws IOException {
        title("games/a", "TEST00001");
        List<String> told = new ArrayList<>();

        shelf().titles(List.of(folder.resolve("games")), (folders, titles) -> told.add(folders + " " + titles));

        assertEquals(List.of("1 0", "2 0"), told);
    }

    @Test
    void aSearchEndsWhereNobodyWantsItAnyMore() throws IOException {
        title("games/a", "TEST00001");
        Thread.currentThread().interrupt();

        assertEquals(1, run(folder.resolve("games").toString()));

        assertEquals("lierne titles: cancelled after 0\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void refusesFoldersThatAreNotThere() throws IOException {
        Path file = title("games", "TEST00001").resolve("id");

        assertEquals(3, run(folder.resolve("none").toString()));
        assertEquals(3, run(file.toString()));

        assertEquals("titles: " + folder.resolve("none") + ": no such folder\ntitles: " + file + " is no folder\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void knowsTitlesThatAreShippedOrHaveAProfile() throws IOException {
        title("shipped/a", "TEST00001");
        profiles().set("TEST00003", "pass.a", false);

        assertTrue(shelf().knows("TEST00001"));
        assertFalse(shelf().knows("TEST00002"));
        assertTrue(shelf().knows("TEST00003"));
    }
}
