package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.ProgramCost;
import org.lierne.recompiler.program.ShaderCorpus;

final class ShaderCostsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private Verb.Streams streams() {
        PrintStream text = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new Verb.Streams(InputStream.nullInputStream(), text, text);
    }

    @Test
    void givesGeometricMeansAndTheWorst() throws IOException {
        ShaderCosts costs = new ShaderCosts();
        costs.add(new ProgramCost("a", 100, 400, 100, 10_000, 100_000, 3_000, 90_000, 1_000));
        costs.add(new ProgramCost("b", 300, 100, 100, 10_000, 500_000, 3_000, 90_000, 9_000));

        int status = costs.print(streams(), false);

        assertEquals(Exit.DONE, status);
        assertEquals(List.of(
                "a: 100 instructions translated in 10.0 us, driver 100.0 us (0.100 of it); 400 words for 100 (4.00); "
                        + "dispatch 3.00 us for 1.00 us (3.00)",
                "b: 300 instructions translated in 10.0 us, driver 500.0 us (0.020 of it); 100 words for 100 (1.00); "
                        + "dispatch 3.00 us for 9.00 us (0.33)",
                "million-instructions-per-s       20.000",
                "translation-ratio.median          0.100",
                "words-ratio.mean                  2.000",
                "words-ratio.worst                 4.000",
                "dispatch-ratio.mean               1.000",
                "dispatch-ratio.worst              3.000"), out.toString(StandardCharsets.UTF_8).lines().toList());
    }

    @Test
    void differsWhereAJobWasRefused() throws IOException {
        ShaderCosts costs = new ShaderCosts();
        costs.add(new ProgramCost("a", 1, 1, 1, 1, 1, 1, 1, 1));
        costs.refuse(new ShaderCorpus.Row("b", false, "b: refused: why", new int[0]));

        assertEquals(Exit.DIFFERED, costs.print(streams(), false));
    }

    @Test
    void refusesAFolderWithoutJobs() {
        assertThrows(Refused.class, () -> new ShaderCosts().print(streams(), false));
    }
}
