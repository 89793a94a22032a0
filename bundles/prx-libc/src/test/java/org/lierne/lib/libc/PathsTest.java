package org.lierne.lib.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathsTest {
    @ParameterizedTest
    @CsvSource({"/app0/a, /app0/a", "/app0//./b/../a, /app0/a", "/../app0, /app0", "/app0/.., /", "/app0/a/, /app0/a"})
    void takesDotsAndSlashesAway(String path, String plain) {
        assertEquals(plain, Paths.plain(path));
    }
}
