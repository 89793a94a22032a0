package org.lierne.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MainTest {
    @ParameterizedTest
    @CsvSource({"--help, help", "-h, help", "run --help, help run", "shader cfg --help, help shader", "run . --headless, run . --headless",
        "nid -h, nid -h"})
    void aQuestionForHelpIsUnderstood(String words, String meant) {
        assertEquals(meant, String.join(" ", Main.meant(words.split(" "))));
    }
}
