package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProcessEndTest {
    private static final int ABORTED = 128 + 6;

    /** Stands for a driver whose destructor crashes. */
    public static void main(String[] words) {
        ProcessEnd.first("abort");
        switch (words[0]) {
            case "hook" -> Runtime.getRuntime().addShutdownHook(ProcessEnd.hook());
            case "halt" -> {
                ProcessEnd.passDestructorsOver();
                Runtime.getRuntime().halt(7);
            }
            default -> { }
        }
        System.exit(7);
    }

    private static int status(String... words) throws Exception {
        ProcessBuilder child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(), "--enable-native-access=ALL-UNNAMED",
                "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null", "-cp", System.getProperty("java.class.path"), ProcessEndTest.class.getName());
        child.command().addAll(List.of(words));
        return child.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    @Test
    void whatDriversDoAtTheEndIsPassedOver() throws Exception {
        assertEquals(ABORTED, status("nothing"));
        assertEquals(7, status("hook"));
        assertEquals(7, status("halt"));
    }
}
