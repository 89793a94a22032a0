package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Form;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.InstructionSet;
import org.lierne.recompiler.isa.InstructionTable;

/** Random programs hold every arithmetic instruction of the tables in each of its forms, but for those that {@link DriverResults} names. */
final class GeneratedRowsTest {
    @Test
    void everyArithmeticRowIsGeneratedInEachForm() {
        List<String> missing = new ArrayList<>();
        for (int waveSize : new int[] {32, 64}) {
            RandomInstructions instructions = new RandomInstructions(waveSize, ProgramGenerator.VECTORS, ProgramGenerator.SCALARS,
                    new SplittableRandom(waveSize), true, row -> DriverResults.rule(row) != null);
            for (InstructionTable table : InstructionSet.tables()) {
                for (Instruction row : table.rows()) {
                    for (Form form : row.forms()) {
                        boolean isLeft = !(row.effect() instanceof Effect.Alu) || DriverResults.rule(row) != null;
                        if (!isLeft && instructions.of(row, form) == null) {
                            missing.add(row.mnemonic(form) + " in waves of " + waveSize);
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), missing);
    }
}
