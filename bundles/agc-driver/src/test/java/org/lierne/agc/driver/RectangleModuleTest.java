package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.testing.Rule;

/** The module passes the validator with no, one and many parameters and distances. */
final class RectangleModuleTest {
    private static final Path VALIDATOR = Path.of("/usr/bin/spirv-val");

    @Rule("P8")
    @Test
    void isValidForAnyNumberOfParametersAndDistances(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(VALIDATOR), "spirv-val is not installed");
        for (int parameters : new int[] {0, 1, 32}) {
            int[] words = RectangleModule.spirv(parameters, parameters % 9, parameters == 1 ? 1 : 0);
            ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asIntBuffer().put(words);
            Path file = Files.write(folder.resolve(parameters + ".spv"), bytes.array());

            Process process = new ProcessBuilder(VALIDATOR.toString(), "--target-env", "vulkan1.3", file.toString())
                    .redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertEquals("", output);
            assertEquals(0, process.waitFor());
        }
    }
}
