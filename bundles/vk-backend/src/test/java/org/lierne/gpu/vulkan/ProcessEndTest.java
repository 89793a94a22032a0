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
        if (words.length > 0) {
            Runtime.getRuntime().addShutdownHook(ProcessEnd.hook());
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
        assertEquals(ABORTED, status());
        assertEquals(7, status("with the hook"));
    }
}
