package org.lierne.recompiler.pass;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.lierne.recompiler.program.HostDriver;

/**
 * Drivers, with their devices and versions, that behave in a certain way.
 *
 * @param driver    the driver's own name, whole
 * @param deviceIds PCI ids of its devices; empty for all
 * @param device    a pattern somewhere in the device's name; "" for all
 * @param from      the first version, "" for all before {@code until}
 * @param until     the last version, "" for all from {@code from} on
 */
public record DriverRange(String driver, Set<Integer> deviceIds, String device, String from, String until) {
    public DriverRange {
        deviceIds = Set.copyOf(deviceIds);
    }

    /** A driver with all its devices in all versions. */
    public static DriverRange all(String driver) {
        return new DriverRange(driver, Set.of(), "", "", "");
    }

    /** The same on devices whose name holds a pattern. */
    public DriverRange onDevices(String pattern) {
        return new DriverRange(driver, deviceIds, pattern, from, until);
    }

    /** The same on these PCI device ids. */
    public DriverRange onDevices(Set<Integer> ids) {
        return new DriverRange(driver, ids, device, from, until);
    }

    /** The same in these versions, both included. */
    public DriverRange inVersions(String first, String last) {
        return new DriverRange(driver, deviceIds, device, first, last);
    }

    /** Whether it holds a driver. One whose version is not known is in no range of versions. */
    public boolean holds(HostDriver host) {
        return driver.equals(host.name()) && (deviceIds.isEmpty() || deviceIds.contains(host.deviceId()))
                && (device.isEmpty() || Pattern.compile(device).matcher(host.device()).find()) && isInVersions(host.version());
    }

    private boolean isInVersions(List<Integer> version) {
        if (from.isEmpty() && until.isEmpty()) {
            return true;
        }
        return !version.isEmpty() && (from.isEmpty() || compare(version, HostDriver.numbers(from)) >= 0)
                && (until.isEmpty() || compare(version, HostDriver.numbers(until)) <= 0);
    }

    /** By the numbers that the second one has. */
    private static int compare(List<Integer> version, List<Integer> bound) {
        for (int i = 0; i < bound.size(); i++) {
            int order = Integer.compare(i < version.size() ? version.get(i) : 0, bound.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    @Override
    public String toString() {
        String devices = deviceIds.isEmpty() ? "" : " devices "
                + deviceIds.stream().sorted().map("%04x"::formatted).reduce((a, b) -> a + " " + b).orElse("");
        String versions = from.isEmpty() && until.isEmpty() ? "" : " versions " + from + " to " + until;
        return driver + devices + (device.isEmpty() ? "" : " devices called " + device) + versions;
    }
}
