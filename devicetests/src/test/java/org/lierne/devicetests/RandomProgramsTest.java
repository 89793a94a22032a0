package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.RowExecutor;

/** Random programs give the same on the interpreter and, through the translator, on the device. */
final class RandomProgramsTest {
    private static final int PROGRAMS = 300;
    private static final int LONG_RUN_PROGRAMS = 100_000;
    private static final int INSTRUCTIONS = 8;

    @Test
    @Tag("gpu")
    void programsGiveTheSameOnInterpreterAndDevice() {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");
        if (Boolean.getBoolean("lierne.long")) {
            RandomProcesses run = RandomProcesses.of(0, LONG_RUN_PROGRAMS, INSTRUCTIONS, Runtime.getRuntime().availableProcessors(),
                    Integer.MAX_VALUE, System.out::println);
            System.out.println(run.summary());
            check(run.finds(), run.refusals(), LONG_RUN_PROGRAMS);
        } else {
            RandomRun run = RandomRun.of(0, PROGRAMS, INSTRUCTIONS);
            check(run.reports(), run.refusals(), PROGRAMS);
        }
    }

    private static void check(List<String> finds, Map<String, Integer> refusals, int programs) {
        int left = refusals.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf("%d programs; %d instructions were left out because one of the two refuses them%n", programs, left);
        assertEquals(List.of(), finds);
        assertTrue(left < programs, "most programs run as they are");
    }

    @Test
    void aDifferenceShrinksToWhatCausesIt() {
        RandomProgram generated = ProgramGenerator.program(11, 40);
        List<RandomProgram.Item> items = new ArrayList<>(generated.items());
        items.addFirst(new RandomProgram.Item.Code(new Assembler(generated.waveSize()).assemble("v_not_b32_e32 v3, v3")));
        RandomProgram program = generated.withItems(items).withExec(generated.waveSize() == 64 ? -1L : 0xffffffffL);
        RowExecutor interpreter = new org.lierne.recompiler.core.interpreter.InterpreterRows();
        ProgramComparison comparison = new ProgramComparison(new Wrong(interpreter), new TreeMap<>());
        ProgramComparison.Outcome outcome = comparison.compare(program);
        assertEquals(ProgramComparison.Ending.DIFFERENT, outcome.ending(), "a device that changes v3 differs");

        RandomProgram small = new ProgramShrinker(comparison).shrink(outcome).program();

        assertTrue(small.items().size() <= 2, small.text());
    }

    /** A device that gets a vector register wrong as soon as the program writes it. */
    private record Wrong(RowExecutor right) implements RowExecutor {
        private static final int REGISTER = 3;

        @Override
        public boolean isPresent() {
            return true;
        }

        @Override
        public State run(MeasuredRow row) {
            State state = right.run(row);
            long before = row.in().stream().filter(cell -> cell.text().equals("v" + REGISTER)).findFirst().map(cell -> cell.lanes()[0])
                    .orElse(0L);
            return new State() {
                @Override
                public int vector(int register, int lane) {
                    int value = state.vector(register, lane);
                    return register == REGISTER && lane == 0 && value != (int) before ? value + 1 : value;
                }

                @Override
                public int scalar(int register) {
                    return state.scalar(register);
                }

                @Override
                public boolean scc() {
                    return state.scc();
                }

                @Override
                public int buffer(int dword) {
                    return state.buffer(dword);
                }

                @Override
                public int lds(int dword) {
                    return state.lds(dword);
                }
            };
        }
    }
}
