package org.lierne.agc.driver;

import java.util.EnumSet;
import org.lierne.gpu.FloatControls;
import org.lierne.gpu.Format;
import org.lierne.gpu.FormatUse;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.SubgroupOperation;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;

/** What the translator has to know of a device. */
final class DeviceFacts {
    private DeviceFacts() {}

    static HostFacts of(GpuDevice device) {
        GpuFacts facts = device.facts();
        EnumSet<HostFeature> features = EnumSet.noneOf(HostFeature.class);
        for (GpuFeature feature : facts.features()) {
            switch (feature) {
                case SHADER_INT_8 -> features.add(HostFeature.INT8);
                case SHADER_INT_16 -> features.add(HostFeature.INT16);
                case SHADER_INT_64 -> features.add(HostFeature.INT64);
                case SHADER_FLOAT_16 -> features.add(HostFeature.FLOAT16);
                case SHADER_FLOAT_64 -> features.add(HostFeature.FLOAT64);
                case STORAGE_BUFFER_8BIT_ACCESS -> features.add(HostFeature.STORAGE_8BIT);
                case STORAGE_BUFFER_16BIT_ACCESS -> features.add(HostFeature.STORAGE_16BIT);
                case SHADER_BUFFER_INT64_ATOMICS -> features.add(HostFeature.BUFFER_INT64_ATOMICS);
                case SHADER_SHARED_INT64_ATOMICS -> features.add(HostFeature.SHARED_INT64_ATOMICS);
                case SHADER_IMAGE_INT64_ATOMICS -> features.add(HostFeature.IMAGE_INT64_ATOMICS);
                case SHADER_BUFFER_FLOAT32_ATOMIC_ADD -> features.add(HostFeature.BUFFER_FLOAT32_ATOMIC_ADD);
                case SHADER_STORAGE_IMAGE_READ_WITHOUT_FORMAT -> features.add(
                        HostFeature.STORAGE_IMAGE_READ_WITHOUT_FORMAT);
                case SHADER_STORAGE_IMAGE_WRITE_WITHOUT_FORMAT -> features.add(
                        HostFeature.STORAGE_IMAGE_WRITE_WITHOUT_FORMAT);
                case SHADER_STORAGE_IMAGE_EXTENDED_FORMATS -> features.add(HostFeature.STORAGE_IMAGE_EXTENDED_FORMATS);
                case SHADER_IMAGE_GATHER_EXTENDED -> features.add(HostFeature.IMAGE_GATHER_EXTENDED);
                case SHADER_RESOURCE_MIN_LOD -> features.add(HostFeature.RESOURCE_MIN_LOD);
                case IMAGE_CUBE_ARRAY -> features.add(HostFeature.CUBE_ARRAY);
                case BUFFER_DEVICE_ADDRESS -> {
                    // Addresses are those of imported memory.
                    if (facts.has(GpuFeature.EXTERNAL_MEMORY_HOST)) {
                        features.add(HostFeature.BUFFER_DEVICE_ADDRESS);
                    }
                }
                case ROBUST_BUFFER_ACCESS_2 -> features.add(HostFeature.ROBUST_BUFFER_ACCESS_2);
                case SHADER_DEMOTE_TO_HELPER_INVOCATION -> features.add(HostFeature.DEMOTE);
                case SHADER_DRAW_PARAMETERS -> features.add(HostFeature.DRAW_PARAMETERS);
                case GEOMETRY_SHADER -> features.add(HostFeature.GEOMETRY);
                case SHADER_CLIP_DISTANCE -> features.add(HostFeature.CLIP_DISTANCE);
                case SHADER_CULL_DISTANCE -> features.add(HostFeature.CULL_DISTANCE);
                case SAMPLE_RATE_SHADING -> features.add(HostFeature.SAMPLE_RATE_SHADING);
                case SHADER_STENCIL_EXPORT -> features.add(HostFeature.STENCIL_EXPORT);
                case FRAGMENT_SHADER_BARYCENTRIC -> features.add(HostFeature.BARYCENTRICS);
                case FRAGMENT_SHADER_PIXEL_INTERLOCK -> features.add(HostFeature.PIXEL_INTERLOCK);
                case VERTEX_PIPELINE_STORES_AND_ATOMICS -> features.add(HostFeature.VERTEX_STORES_AND_ATOMICS);
                case FRAGMENT_STORES_AND_ATOMICS -> features.add(HostFeature.PIXEL_STORES_AND_ATOMICS);
                case SHADER_OUTPUT_LAYER -> features.add(HostFeature.VIEWPORT_LAYER_OUTPUT);
                case COMPUTE_FULL_SUBGROUPS -> features.add(HostFeature.FULL_SUBGROUPS);
                case SHADER_CLOCK -> features.add(HostFeature.SUBGROUP_CLOCK);
                case SHADER_DEVICE_CLOCK -> features.add(HostFeature.DEVICE_CLOCK);
                default -> { }
            }
        }
        add(features, TableBindings.arrayImages(facts) > 0, HostFeature.DESCRIPTOR_INDEXING);
        add(features, facts.subgroups().stages().contains(ShaderStage.COMPUTE), HostFeature.SUBGROUPS_COMPUTE);
        add(features, facts.subgroups().stages().contains(ShaderStage.FRAGMENT), HostFeature.SUBGROUPS_PIXEL);
        add(features, facts.subgroups().stages().contains(ShaderStage.VERTEX), HostFeature.SUBGROUPS_VERTEX);
        add(features, facts.has(GpuFeature.MESH_SHADER) && facts.subgroups().stages().contains(ShaderStage.MESH), HostFeature.MESH);
        add(features, facts.subgroups().operations().contains(SubgroupOperation.BALLOT), HostFeature.SUBGROUP_BALLOT);
        add(features, facts.subgroups().operations().contains(SubgroupOperation.SHUFFLE), HostFeature.SUBGROUP_SHUFFLE);
        add(features, facts.subgroups().operations().contains(SubgroupOperation.ARITHMETIC),
                HostFeature.SUBGROUP_ARITHMETIC);
        add(features, facts.subgroups().operations().contains(SubgroupOperation.QUAD), HostFeature.SUBGROUP_QUAD);
        floats(features, facts.floats().alone().f16(), HostFeature.SIGNED_ZERO_INF_NAN_16, HostFeature.DENORM_PRESERVE_16,
                HostFeature.DENORM_FLUSH_16, HostFeature.ROUND_EVEN_16, HostFeature.ROUND_ZERO_16);
        floats(features, facts.floats().alone().f32(), HostFeature.SIGNED_ZERO_INF_NAN_32, HostFeature.DENORM_PRESERVE_32,
                HostFeature.DENORM_FLUSH_32, HostFeature.ROUND_EVEN_32, HostFeature.ROUND_ZERO_32);
        floats(features, facts.floats().alone().f64(), HostFeature.SIGNED_ZERO_INF_NAN_64, HostFeature.DENORM_PRESERVE_64,
                HostFeature.DENORM_FLUSH_64, HostFeature.ROUND_EVEN_64, HostFeature.ROUND_ZERO_64);
        add(features, device.supports(Format.R8_SRGB, FormatUse.SAMPLED_LINEAR) && device.supports(Format.R8G8_SRGB, FormatUse.SAMPLED_LINEAR),
                HostFeature.SRGB8_SAMPLING);
        add(features, device.supports(Format.R8_UNORM, FormatUse.BLIT_SOURCE) && device.supports(Format.R8G8_UNORM, FormatUse.BLIT_SOURCE)
                && device.supports(Format.R8G8B8A8_UNORM, FormatUse.BLIT_TARGET), HostFeature.SRGB8_COPIES);
        HostDriver driver = HostDriver.of(facts.driverName(), facts.driverInfo(), facts.vendorId(), facts.deviceId(), facts.name());
        return new HostFacts(driver, facts.subgroups().size(), facts.limits().maxComputeSharedMemoryBytes(),
                facts.limits().maxComputeWorkGroupInvocations(), features);
    }

    private static void floats(EnumSet<HostFeature> features, FloatControls.Width width, HostFeature signedZero,
                               HostFeature preserve, HostFeature flush, HostFeature even, HostFeature zero) {
        add(features, width.signedZeroInfNanPreserve(), signedZero);
        add(features, width.denormPreserve(), preserve);
        add(features, width.denormFlushToZero(), flush);
        add(features, width.roundNearestEven(), even);
        add(features, width.roundTowardZero(), zero);
    }

    private static void add(EnumSet<HostFeature> features, boolean present, HostFeature feature) {
        if (present) {
            features.add(feature);
        }
    }
}
