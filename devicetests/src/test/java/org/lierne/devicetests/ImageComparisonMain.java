package org.lierne.devicetests;

import java.util.Objects;

/**
 * {@code ImageComparisonMain SEED CASES [PROCESSES]}: compares that many results of random image accesses on interpreter and device, and
 * prints what differs. With a number of processes the cases are shared out among that many; what differs then names the seed of its part.
 */
final class ImageComparisonMain {
    /** Cases that open the device some thirty times at most, were all of them refused once together. */
    private static final int PART = 1536;

    private ImageComparisonMain() {}

    public static void main(String[] arguments) {
        long seed = Long.parseLong(arguments[0]);
        int cases = Integer.parseInt(arguments[1]);
        if (arguments.length == 2) {
            compare(seed, cases);
            return;
        }
        WorkerProcesses.run(ImageComparisonMain.class, WorkerProcesses.parts(seed, cases, PART), Integer.parseInt(arguments[2]));
    }

    private static void compare(long seed, int cases) {
        ImageComparison comparison = new ImageComparison(Objects.requireNonNull(Wiring.devices(), "there is no Vulkan device"), seed);
        comparison.run(cases);
        comparison.differences().forEach(difference -> WorkerProcesses.found("seed " + seed + ": " + difference));
        WorkerProcesses.count(comparison.compared(), "compared");
        WorkerProcesses.count(comparison.differences().size(), "accesses that differ");
        comparison.refusals().forEach((why, times) -> WorkerProcesses.count(times, "refused: " + why));
    }
}
