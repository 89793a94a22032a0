package org.lierne.devicetests;

import java.util.Map;
import java.util.TreeMap;
import org.lierne.shader.harness.VulkanRows;

/** Random programs by the seed, for people at work on the translator: first seed, number of programs, instructions in each. */
final class RandomProgramsMain {
    private RandomProgramsMain() {}

    public static void main(String[] arguments) {
        long first = Long.parseLong(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        int length = Integer.parseInt(arguments[2]);
        Map<String, Integer> refused = new TreeMap<>();
        int different = 0;
        long start = System.nanoTime();
        try (VulkanRows device = Wiring.rows()) {
            ProgramComparison comparison = new ProgramComparison(device, refused);
            for (long seed = first; seed < first + count; seed++) {
                RandomProgram program = ProgramGenerator.program(seed, length);
                ProgramComparison.Outcome outcome = comparison.compare(program);
                if (outcome.difference() != null) {
                    different++;
                    System.out.println(new ProgramShrinker(comparison).shrink(outcome.program()).report());
                }
            }
        }
        refused.forEach((what, times) -> System.out.println("refused " + times + " times: " + what));
        System.out.printf("%d programs in %.1f s, %d differ%n", count, (System.nanoTime() - start) / 1e9, different);
    }
}
