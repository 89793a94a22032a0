package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

/** What native sources of the product must not hold. */
final class NativeSourcesTest {
    /** Reader/writer locks by their names in C, C++ and Windows. */
    private static final Pattern LOCK = Pattern.compile(
            "pthread_rwlock|PTHREAD_RWLOCK|\\bshared_mutex\\b|\\bshared_timed_mutex\\b|SRWLOCK|\\brwlock_t\\b");

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Rooms.ROOT.resolve("bundles"))) {
            return files.filter(file -> file.toString().matches(".*/src/main/.*\\.(c|cc|cpp|h|hpp)")).toList();
        }
    }

    @Test
    @Rule("A-001")
    void holdNoReaderWriterLock() throws IOException {
        List<Path> sources = sources();
        List<String> findings = new ArrayList<>();
        for (Path source : sources) {
            if (LOCK.matcher(Files.readString(source)).find()) {
                findings.add(Rooms.ROOT.relativize(source) + " holds a reader/writer lock, which has to be locked once when it is made");
            }
        }

        assertTrue(sources.stream().anyMatch(file -> file.endsWith("shim.c")), "the native shim is among " + sources);
        assertEquals(List.of(), findings);
    }

    @Test
    void knowReaderWriterLocksWhenTheySeeThem() {
        assertTrue(LOCK.matcher("static std::shared_mutex guard;").find());
        assertTrue(LOCK.matcher("static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;").find());
        assertFalse(LOCK.matcher("static pthread_mutex_t guard;").find());
    }
}
