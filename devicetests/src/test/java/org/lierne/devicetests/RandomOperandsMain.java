package org.lierne.devicetests;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.lierne.shader.harness.VulkanRows;

/**
 * The long run of {@link RandomPairs}: number of pairs, number of worker processes. Each instruction and mode is a process of its own, since
 * a driver may be found no more by one that has opened it often, and prints a line.
 */
final class RandomOperandsMain {
    private static final long SEED = 0x5eed;

    private RandomOperandsMain() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 2 && arguments.length != 3) {
            System.err.println("usage: RandomOperandsMain PAIRS WORKERS");
            System.exit(2);
        }
        long pairs = Long.parseLong(arguments[0]);
        if (arguments.length == 3) {
            System.exit(runOne(RandomPairs.all().get(Integer.parseInt(arguments[2])), pairs));
        }
        long start = System.nanoTime();
        List<Callable<Integer>> processes = new ArrayList<>();
        for (int index = 0; index < RandomPairs.all().size(); index++) {
            List<String> command = command(arguments, index);
            processes.add(() -> exitCode(command));
        }
        int failed = 0;
        try (ExecutorService workers = Executors.newFixedThreadPool(Integer.parseInt(arguments[1]))) {
            for (Future<Integer> process : workers.invokeAll(processes)) {
                failed += process.get() == 0 ? 0 : 1;
            }
        }
        System.out.printf("%d instructions and modes on %d pairs each in %.0f s, %d failed%n", processes.size(), pairs, (System.nanoTime() - start) / 1e9,
                failed);
        System.exit(failed == 0 ? 0 : 1);
    }

    private static int runOne(RandomPairs instruction, long pairs) {
        try (VulkanRows device = Wiring.rows()) {
            RandomPairs.Result result = instruction.run(device, Wiring.keepsDenormalSingles(), pairs, RandomPairs.MOST_AT_ONCE, SEED);
            System.out.println(instruction + ": " + result);
            return result.differ() == 0 ? 0 : 1;
        } catch (IllegalArgumentException e) {
            System.out.println(instruction + ": " + e.getMessage());
            return 1;
        }
    }

    /** This virtual machine once more, for one instruction. */
    private static List<String> command(String[] arguments, int index) {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RandomOperandsMain.class.getName(), arguments[0], arguments[1],
                String.valueOf(index)));
        return command;
    }

    private static int exitCode(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
