package org.lierne.devicetests;

import java.util.Objects;

/**
 * {@code DeviceDescriptorFuzzMain SEED PATTERNS [PROCESSES]}: dispatches with that many random descriptors; with a number of processes they
 * are shared out among that many.
 */
final class DeviceDescriptorFuzzMain {
    private static final int PART = 2000;

    private DeviceDescriptorFuzzMain() {}

    public static void main(String[] arguments) {
        long seed = Long.parseLong(arguments[0]);
        int patterns = Integer.parseInt(arguments[1]);
        if (arguments.length == 2) {
            DeviceDescriptorFuzz fuzz = new DeviceDescriptorFuzz(Objects.requireNonNull(Wiring.devices(), "there is no Vulkan device"), seed);
            fuzz.run(patterns);
            fuzz.found().forEach(WorkerProcesses::found);
            fuzz.counts().forEach((what, number) -> WorkerProcesses.count(number, what));
            return;
        }
        WorkerProcesses.run(DeviceDescriptorFuzzMain.class, WorkerProcesses.parts(seed, patterns, PART), Integer.parseInt(arguments[2]));
    }
}
