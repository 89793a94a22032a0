package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.recompiler.program.ModelCosts.Cost;

final class MeasuredCostsTest {
    private static final List<Cost> LOOPS = List.of(new Cost("add", "all", 10, 40), new Cost("mul", "all", 10, 10),
            new Cost("add", "pass.a", 10, 20));
    /** The second job is none that the model changes: it counts in the sum alone. */
    private static final List<Cost> JOBS = List.of(new Cost("j1", "all", 100, 120), new Cost("j1", "pass.a", 100, 110),
            new Cost("j2", "all", 300, 300));

    @Test
    void takesLoopsByTheirGeometricMeanAndJobsByTheirSum() {
        assertEquals(List.of(new MeasuredCosts.Total("all", 2, 1.05, 2), new MeasuredCosts.Total("pass.a", 2, 1.025, 1)),
                MeasuredCosts.totals(LOOPS, JOBS).stream().map(t -> new MeasuredCosts.Total(t.model(), Math.rint(t.loops() * 1e6) / 1e6,
                        Math.rint(t.jobs() * 1e6) / 1e6, t.touched())).toList());
    }

    @Test
    void knowsNothingOfAnotherDevice(@TempDir Path cache) throws IOException {
        MeasuredCosts measured = new MeasuredCosts(cache, new HostDriverLookup(null));

        assertEquals(Map.of(), measured.known());
        measured.keep(MeasuredCosts.totals(LOOPS, JOBS));
        assertEquals("x2.00 in loops, +2.5 % over jobs", measured.known().get("pass.a"));

        Path file = cache.resolve("model-costs.properties");
        Files.writeString(file, Files.readString(file).replace("device=", "device=another"));
        assertEquals(Map.of(), measured.known());
    }
}
