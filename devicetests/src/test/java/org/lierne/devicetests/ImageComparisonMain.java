package org.lierne.devicetests;

import java.util.Objects;

/** {@code ImageComparisonMain SEED LANES}: compares that many lanes' results of random image accesses and prints what differs. */
final class ImageComparisonMain {
    private ImageComparisonMain() {}

    public static void main(String[] arguments) {
        ImageComparison comparison = new ImageComparison(Objects.requireNonNull(Wiring.devices(), "there is no Vulkan device"),
                Long.parseLong(arguments[0]));
        comparison.run(Integer.parseInt(arguments[1]));
        comparison.differences().forEach(System.out::println);
        System.out.println(comparison.compared() + " compared, " + comparison.differences().size() + " cases differ, refused: "
                + comparison.refusals());
    }
}
