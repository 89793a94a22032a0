package org.lierne.devicetests;

/**
 * A long run of random programs by itself, for a machine without Maven: first seed, number of programs, instructions in each, processes at
 * a time, seconds after which no portion is begun. Prints a line a find and one at the end.
 */
final class RandomProgramsMain {
    private RandomProgramsMain() {}

    public static void main(String[] arguments) {
        long start = System.nanoTime();
        RandomProcesses run = RandomProcesses.of(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]), Long.parseLong(arguments[4]), System.out::println);
        run.refusals().forEach((what, times) -> System.out.println("refused " + times + " times: " + what));
        System.out.printf("%s; %.1f s%n", run.summary(), (System.nanoTime() - start) / 1e9);
    }
}
