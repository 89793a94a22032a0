package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(out, true, StandardCharsets.UTF_8);

    @Test
    void goesWhenTheWorkIsDone() {
        try (ProgressLine line = new ProgressLine(err, true)) {
            line.show("3 of 7");
        }

        assertEquals("\r\033[Klierne: 3 of 7\r\033[K", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void leavesFilesAlone() {
        try (ProgressLine line = new ProgressLine(err, false)) {
            line.show("3 of 7");
        }

        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }
}
