package org.lierne.devicetests;

/** Random programs by the seed, for people at work on the translator: first seed, number of programs, instructions in each. */
final class RandomProgramsMain {
    private RandomProgramsMain() {}

    public static void main(String[] arguments) {
        long count = Long.parseLong(arguments[1]);
        long start = System.nanoTime();
        RandomRun run = RandomRun.of(Long.parseLong(arguments[0]), count, Integer.parseInt(arguments[2]));
        run.reports().forEach(System.out::println);
        run.refusals().forEach((what, times) -> System.out.println("refused " + times + " times: " + what));
        System.out.printf("%d programs in %.1f s, %d differ%s%n", count, (System.nanoTime() - start) / 1e9, run.reports().size(),
                run.reports().isEmpty() ? "" : "; as rows in " + RandomRun.FOUND.toAbsolutePath());
    }
}
