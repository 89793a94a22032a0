package org.lierne.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

final class LogSetupTest {
    private final LoggerContext context = new LoggerContext();

    @TempDir
    private Path logs;

    private Logger logger(Map<String, String> environment) {
        context.setMDCAdapter(new LogbackMDCAdapter());
        LogSetup.configure(context, logs, environment);
        return context.getLogger("org.lierne.some.Room");
    }

    @Test
    void leavesNoFileWhenNothingIsLogged() throws IOException {
        logger(Map.of()).debug("below the default level");
        context.stop();

        assertEquals(List.of(), files());
    }

    @Test
    void writesOneFileARunFromInfoOn() throws IOException {
        Logger logger = logger(Map.of("LIERNE_LOG", "OFF"));
        logger.info("a device was found");
        logger.atError().addKeyValue("pc", "0x10").log("lost it");
        context.stop();

        assertEquals(1, files().size());
        List<String> lines = Files.readAllLines(files().get(0));
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO .* a device was found.*"), lines.get(0));
        assertTrue(lines.get(1).contains("lost it") && lines.get(1).contains("pc=\"0x10\""), lines.get(1));
    }

    @Test
    void takesTheFilesLevelFromTheEnvironment() throws IOException {
        Logger logger = logger(Map.of("LIERNE_LOG", "OFF", "LIERNE_LOG_FILE", "DEBUG"));

        assertTrue(logger.isDebugEnabled());
        assertFalse(logger.isTraceEnabled());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.list(logs)) {
            return found.toList();
        }
    }
}
