package org.lierne.lib.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitFunctionsTest {
    private final ExitFunctions functions = new ExitFunctions();
    private final List<Long> run = new ArrayList<>();

    @Test
    void runsInReverseAndEachOnce() {
        functions.add(new ExitFunctions.Entry(1, 0, 0));
        functions.add(new ExitFunctions.Entry(2, 0, 0));

        functions.run(0, e -> run.add(e.function()));
        functions.run(0, e -> run.add(e.function()));

        assertEquals(List.of(2L, 1L), run);
    }

    @Test
    void runsOnlyOneModulesFunctionsWhenItIsUnloaded() {
        functions.add(new ExitFunctions.Entry(1, 0, 0x100));
        functions.add(new ExitFunctions.Entry(2, 0, 0x200));

        functions.run(0x100, e -> run.add(e.function()));

        assertEquals(List.of(1L), run);
    }

    @Test
    void runsNextWhatAFunctionRegisters() {
        functions.add(new ExitFunctions.Entry(1, 0, 0));
        functions.add(new ExitFunctions.Entry(2, 0, 0));

        functions.run(0, e -> {
            run.add(e.function());
            if (e.function() == 2) {
                functions.add(new ExitFunctions.Entry(3, 0, 0));
            }
        });

        assertEquals(List.of(2L, 3L, 1L), run);
    }
}
