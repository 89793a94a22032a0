package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class HelpVerbTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int run(String... words) {
        PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new HelpVerb().run(to, to, words);
    }

    @Test
    void knowsWhatTheScriptsDo() {
        assertEquals(Exit.DONE, run("console"));
        assertEquals("lierne console [--web [--serve]] [-c COMMANDS]…\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void refusesAVerbThatIsNone() {
        assertEquals(Exit.USAGE, run("frobnicate"));
        assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("lierne help: no verb 'frobnicate'\n"));
    }
}
