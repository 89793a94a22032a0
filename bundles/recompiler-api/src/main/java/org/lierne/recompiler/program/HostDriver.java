package org.lierne.recompiler.program;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The driver of a device and what it drives, as far as workarounds ask for it.
 *
 * @param name     what the driver calls itself, such as {@code radv}, {@code NVIDIA} or {@code llvmpipe}; "" for none
 * @param version  the numbers of its version, the most significant first; empty when unknown
 * @param vendorId PCI vendor of the device
 * @param deviceId PCI device
 * @param device   the device's name as the driver tells it
 */
public record HostDriver(String name, List<Integer> version, int vendorId, int deviceId, String device) {
    /** No device. */
    public static final HostDriver NONE = new HostDriver("", List.of(), 0, 0, "");

    private static final Pattern VERSION = Pattern.compile("\\d+(?:\\.\\d+)+");

    public HostDriver {
        version = List.copyOf(version);
    }

    /** With the first dotted number in what the driver tells of itself as its version. */
    public static HostDriver of(String name, String info, int vendorId, int deviceId, String device) {
        Matcher version = VERSION.matcher(info);
        return new HostDriver(name, version.find() ? numbers(version.group()) : List.of(), vendorId, deviceId, device);
    }

    /** The numbers of a dotted version. */
    public static List<Integer> numbers(String version) {
        List<Integer> numbers = new ArrayList<>();
        for (String number : version.split("\\.")) {
            numbers.add(Integer.valueOf(number));
        }
        return numbers;
    }

    @Override
    public String toString() {
        return name + " " + version.stream().map(String::valueOf).collect(Collectors.joining(".")) + " %04x:%04x".formatted(vendorId, deviceId)
                + " " + device;
    }
}
