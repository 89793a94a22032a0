package org.lierne.recompiler.program;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a translation knows of the device its module is for.
 *
 * @param driver the driver, for quirks
 * @param subgroupSize lanes of a host subgroup
 * @param maxSharedBytes workgroup memory a workgroup may have
 * @param maxWorkgroupInvocations threads a workgroup may have
 * @param features what the device offers
 */
public record HostFacts(HostDriver driver, int subgroupSize, int maxSharedBytes, int maxWorkgroupInvocations, Set<HostFeature> features) {
    public HostFacts {
        features = Set.copyOf(features);
    }

    public boolean has(HostFeature feature) {
        return features.contains(feature);
    }

    /** The same device with another subgroup size; for tests and for {@code --subgroup}. */
    public HostFacts withSubgroupSize(int lanes) {
        return new HostFacts(driver, lanes, maxSharedBytes, maxWorkgroupInvocations, features);
    }

    /** The same device with another driver; for tests of quirks. */
    public HostFacts withDriver(HostDriver other) {
        return new HostFacts(other, subgroupSize, maxSharedBytes, maxWorkgroupInvocations, features);
    }

    /** A Vulkan 1.3 device of which nothing is known but a subgroup size: what every driver under test offers. */
    public static HostFacts common(int subgroupSize) {
        Collection<HostFeature> absent = EnumSet.of(HostFeature.IMAGE_INT64_ATOMICS, HostFeature.RESOURCE_MIN_LOD,
                HostFeature.STORAGE_IMAGE_READ_WITHOUT_FORMAT,
                HostFeature.DESCRIPTOR_INDEXING, HostFeature.STENCIL_EXPORT, HostFeature.BARYCENTRICS, HostFeature.PIXEL_INTERLOCK, HostFeature.MESH,
                HostFeature.SUBGROUPS_VERTEX,
                HostFeature.SUBGROUP_QUAD, HostFeature.DENORM_PRESERVE_16, HostFeature.DENORM_PRESERVE_32,
                HostFeature.DENORM_PRESERVE_64, HostFeature.DENORM_FLUSH_16, HostFeature.DENORM_FLUSH_32, HostFeature.DENORM_FLUSH_64,
                HostFeature.ROUND_ZERO_16, HostFeature.ROUND_ZERO_32, HostFeature.ROUND_ZERO_64);
        EnumSet<HostFeature> features = EnumSet.allOf(HostFeature.class);
        features.removeAll(absent);
        return new HostFacts(HostDriver.NONE, subgroupSize, 32768, 1024, features);
    }
}
