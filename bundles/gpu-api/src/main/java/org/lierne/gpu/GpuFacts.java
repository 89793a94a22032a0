package org.lierne.gpu;

import java.util.Set;

/**
 * What is known about a device before and after it is opened. Goes into reports, cache keys and translation options.
 *
 * @param name          the device's name as its driver tells it
 * @param kind          what sort of device
 * @param driverName    the driver's name, such as {@code llvmpipe} or {@code NVIDIA}
 * @param driverInfo    the driver's version in its own words
 * @param driverVersion the driver's version word
 * @param apiVersion    {@code major.minor.patch} of the interface it speaks
 * @param vendorId      PCI vendor id
 * @param deviceId      PCI device id
 * @param pipelineCacheUuid 32 hex digits under which the driver's compiled code may be kept
 * @param memoryBytes   device-local memory
 * @param subgroups     subgroup sizes and operations
 * @param floats        float execution modes
 * @param limits        numbers
 * @param features      everything else
 */
public record GpuFacts(String name, DeviceKind kind, String driverName, String driverInfo, int driverVersion,
        String apiVersion, int vendorId, int deviceId, String pipelineCacheUuid, long memoryBytes,
        SubgroupFacts subgroups, FloatControls floats, GpuLimits limits, Set<GpuFeature> features) {
    /** What sort of device it is. */
    public enum DeviceKind { DISCRETE, INTEGRATED, VIRTUAL, SOFTWARE, OTHER }

    /** Whether the device offers a feature. */
    public boolean has(GpuFeature feature) {
        return features.contains(feature);
    }
}
