package org.lierne.gpu.vulkan;

import static org.lierne.gpu.GpuFeature.*;
import static org.lwjgl.system.MemoryUtil.memPutAddress;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuFeature;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.Struct;
import org.lwjgl.vulkan.*;

/**
 * The features of a device, asked for in one chain and, with what we never use struck out, handed back when it is
 * opened: whatever is reported is also switched on. Extensions for which the model has no calls are only reported.
 */
final class FeatureChain {
    final VkPhysicalDeviceFeatures2 root;
    final VkPhysicalDeviceVulkan11Features v11;
    final VkPhysicalDeviceVulkan12Features v12;
    final VkPhysicalDeviceVulkan13Features v13;
    final @Nullable VkPhysicalDeviceRobustness2FeaturesKHR robustness2;
    final @Nullable VkPhysicalDeviceExtendedDynamicState2FeaturesEXT dynamic2;
    final @Nullable VkPhysicalDeviceExtendedDynamicState3FeaturesEXT dynamic3;
    /** Extensions to switch on. */
    final List<String> enabled = new ArrayList<>();

    private final @Nullable VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomicFloat;
    private final @Nullable VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT atomicFloat2;
    private final @Nullable VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT imageAtomic64;
    private final @Nullable VkPhysicalDeviceMeshShaderFeaturesEXT mesh;
    private final @Nullable VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR barycentric;
    private final @Nullable VkPhysicalDeviceImageViewMinLodFeaturesEXT minLod;
    private final @Nullable VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR workgroupLayout;
    private final @Nullable VkPhysicalDeviceDepthClipControlFeaturesEXT clipControl;
    private final @Nullable VkPhysicalDeviceDepthClipEnableFeaturesEXT clipEnable;
    private final @Nullable VkPhysicalDeviceCustomBorderColorFeaturesEXT customBorder;
    private final @Nullable VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT listRestart;
    private final @Nullable VkPhysicalDeviceTransformFeedbackFeaturesEXT transformFeedback;
    private final @Nullable VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT interlock;
    private final @Nullable VkPhysicalDeviceProvokingVertexFeaturesEXT provoking;
    private final @Nullable VkPhysicalDeviceShaderClockFeaturesKHR clock;
    private final @Nullable VkPhysicalDeviceImage2DViewOf3DFeaturesEXT view2dOf3d;
    private final @Nullable VkPhysicalDevice4444FormatsFeaturesEXT format4444;
    private final @Nullable VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR uniformFlow;
    private final @Nullable VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR reconvergence;
    private final Set<String> present;

    /** Asks a device. The structures live as long as the stack's frame. */
    FeatureChain(MemoryStack stack, VkPhysicalDevice device, Set<String> present) {
        this.present = present;
        root = VkPhysicalDeviceFeatures2.calloc(stack).sType$Default();
        v11 = VkPhysicalDeviceVulkan11Features.calloc(stack).sType$Default();
        v12 = VkPhysicalDeviceVulkan12Features.calloc(stack).sType$Default();
        v13 = VkPhysicalDeviceVulkan13Features.calloc(stack).sType$Default();
        root.pNext(v11).pNext(v12).pNext(v13);
        robustness2 = use("VK_EXT_robustness2", VkPhysicalDeviceRobustness2FeaturesKHR.calloc(stack).sType$Default());
        dynamic2 = use("VK_EXT_extended_dynamic_state2",
                VkPhysicalDeviceExtendedDynamicState2FeaturesEXT.calloc(stack).sType$Default());
        dynamic3 = use("VK_EXT_extended_dynamic_state3",
                VkPhysicalDeviceExtendedDynamicState3FeaturesEXT.calloc(stack).sType$Default());
        atomicFloat = use("VK_EXT_shader_atomic_float",
                VkPhysicalDeviceShaderAtomicFloatFeaturesEXT.calloc(stack).sType$Default());
        atomicFloat2 = use("VK_EXT_shader_atomic_float2",
                VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT.calloc(stack).sType$Default());
        imageAtomic64 = use("VK_EXT_shader_image_atomic_int64",
                VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT.calloc(stack).sType$Default());
        mesh = use("VK_EXT_mesh_shader", VkPhysicalDeviceMeshShaderFeaturesEXT.calloc(stack).sType$Default());
        barycentric = use("VK_KHR_fragment_shader_barycentric",
                VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR.calloc(stack).sType$Default());
        minLod = use("VK_EXT_image_view_min_lod",
                VkPhysicalDeviceImageViewMinLodFeaturesEXT.calloc(stack).sType$Default());
        workgroupLayout = use("VK_KHR_workgroup_memory_explicit_layout",
                VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR.calloc(stack).sType$Default());
        clipControl = use("VK_EXT_depth_clip_control",
                VkPhysicalDeviceDepthClipControlFeaturesEXT.calloc(stack).sType$Default());
        clipEnable = use("VK_EXT_depth_clip_enable",
                VkPhysicalDeviceDepthClipEnableFeaturesEXT.calloc(stack).sType$Default());
        customBorder = use("VK_EXT_custom_border_color",
                VkPhysicalDeviceCustomBorderColorFeaturesEXT.calloc(stack).sType$Default());
        listRestart = use("VK_EXT_primitive_topology_list_restart",
                VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT.calloc(stack).sType$Default());
        transformFeedback = use("VK_EXT_transform_feedback",
                VkPhysicalDeviceTransformFeedbackFeaturesEXT.calloc(stack).sType$Default());
        interlock = use("VK_EXT_fragment_shader_interlock",
                VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT.calloc(stack).sType$Default());
        provoking = use("VK_EXT_provoking_vertex",
                VkPhysicalDeviceProvokingVertexFeaturesEXT.calloc(stack).sType$Default());
        clock = use("VK_KHR_shader_clock", VkPhysicalDeviceShaderClockFeaturesKHR.calloc(stack).sType$Default());
        view2dOf3d = use("VK_EXT_image_2d_view_of_3d",
                VkPhysicalDeviceImage2DViewOf3DFeaturesEXT.calloc(stack).sType$Default());
        format4444 = use("VK_EXT_4444_formats", VkPhysicalDevice4444FormatsFeaturesEXT.calloc(stack).sType$Default());
        uniformFlow = use("VK_KHR_shader_subgroup_uniform_control_flow",
                VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR.calloc(stack).sType$Default());
        reconvergence = use("VK_KHR_shader_maximal_reconvergence",
                VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR.calloc(stack).sType$Default());
        use("VK_EXT_external_memory_host");
        use("VK_EXT_shader_stencil_export");
        use("VK_EXT_conservative_rasterization");
        VK11.vkGetPhysicalDeviceFeatures2(device, root);
        strikeOut();
    }

    /** Takes an extension's features into the chain; null where the device lacks the extension. */
    private <T extends Struct<T>> @Nullable T use(String extension, T features) {
        if (!use(extension)) {
            return null;
        }
        memPutAddress(features.address() + VkBaseOutStructure.PNEXT, root.pNext());
        root.pNext(features.address());
        return features;
    }

    private boolean use(String extension) {
        return present.contains(extension) && enabled.add(extension);
    }

    /** Features that only cost, or that need another extension's feature beside them. */
    private void strikeOut() {
        v11.protectedMemory(false);
        v12.bufferDeviceAddressCaptureReplay(false).bufferDeviceAddressMultiDevice(false);
        v13.privateData(false);
        if (mesh != null) {
            mesh.multiviewMeshShader(false).primitiveFragmentShadingRateMeshShader(false).meshShaderQueries(false);
        }
    }

    /** What stands in the way of using the device at all; empty when nothing does. */
    String missing() {
        var missing = new ArrayList<String>();
        if (!v13.dynamicRendering()) {
            missing.add("dynamicRendering");
        }
        if (!v13.synchronization2()) {
            missing.add("synchronization2");
        }
        if (!v12.timelineSemaphore()) {
            missing.add("timelineSemaphore");
        }
        return String.join(", ", missing);
    }

    private static void put(Set<GpuFeature> set, GpuFeature feature, boolean on) {
        if (on) {
            set.add(feature);
        }
    }

    /** The features as the model names them. */
    Set<GpuFeature> features() {
        var s = EnumSet.noneOf(GpuFeature.class);
        VkPhysicalDeviceFeatures f = root.features();
        put(s, ROBUST_BUFFER_ACCESS, f.robustBufferAccess());
        put(s, ROBUST_BUFFER_ACCESS_2, robustness2 != null && robustness2.robustBufferAccess2());
        put(s, ROBUST_IMAGE_ACCESS, v13.robustImageAccess());
        put(s, ROBUST_IMAGE_ACCESS_2, robustness2 != null && robustness2.robustImageAccess2());
        put(s, NULL_DESCRIPTOR, robustness2 != null && robustness2.nullDescriptor());
        put(s, GEOMETRY_SHADER, f.geometryShader());
        put(s, TESSELLATION_SHADER, f.tessellationShader());
        put(s, MESH_SHADER, mesh != null && mesh.meshShader());
        put(s, TASK_SHADER, mesh != null && mesh.taskShader());
        put(s, SHADER_FLOAT_64, f.shaderFloat64());
        put(s, SHADER_INT_64, f.shaderInt64());
        put(s, SHADER_INT_16, f.shaderInt16());
        put(s, SHADER_INT_8, v12.shaderInt8());
        put(s, SHADER_FLOAT_16, v12.shaderFloat16());
        put(s, STORAGE_BUFFER_16BIT_ACCESS, v11.storageBuffer16BitAccess());
        put(s, STORAGE_BUFFER_8BIT_ACCESS, v12.storageBuffer8BitAccess());
        put(s, STORAGE_INPUT_OUTPUT_16, v11.storageInputOutput16());
        put(s, SHADER_BUFFER_INT64_ATOMICS, v12.shaderBufferInt64Atomics());
        put(s, SHADER_SHARED_INT64_ATOMICS, v12.shaderSharedInt64Atomics());
        put(s, SHADER_IMAGE_INT64_ATOMICS, imageAtomic64 != null && imageAtomic64.shaderImageInt64Atomics());
        put(s, SHADER_BUFFER_FLOAT32_ATOMIC_ADD, atomicFloat != null && atomicFloat.shaderBufferFloat32AtomicAdd());
        put(s, SHADER_BUFFER_FLOAT32_ATOMIC_MIN_MAX,
                atomicFloat2 != null && atomicFloat2.shaderBufferFloat32AtomicMinMax());
        put(s, SHADER_SHARED_FLOAT32_ATOMIC_ADD, atomicFloat != null && atomicFloat.shaderSharedFloat32AtomicAdd());
        put(s, FRAGMENT_SHADER_BARYCENTRIC, barycentric != null && barycentric.fragmentShaderBarycentric());
        put(s, IMAGE_VIEW_MIN_LOD, minLod != null && minLod.minLod());
        put(s, SHADER_RESOURCE_MIN_LOD, f.shaderResourceMinLod());
        put(s, SHADER_RESOURCE_RESIDENCY, f.shaderResourceResidency());
        put(s, SHADER_SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING, v12.shaderSampledImageArrayNonUniformIndexing());
        put(s, SHADER_STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING, v12.shaderStorageBufferArrayNonUniformIndexing());
        put(s, RUNTIME_DESCRIPTOR_ARRAY, v12.runtimeDescriptorArray());
        put(s, DESCRIPTOR_BINDING_PARTIALLY_BOUND, v12.descriptorBindingPartiallyBound());
        put(s, BUFFER_DEVICE_ADDRESS, v12.bufferDeviceAddress());
        put(s, SCALAR_BLOCK_LAYOUT, v12.scalarBlockLayout());
        put(s, WORKGROUP_MEMORY_EXPLICIT_LAYOUT,
                workgroupLayout != null && workgroupLayout.workgroupMemoryExplicitLayout());
        put(s, VULKAN_MEMORY_MODEL, v12.vulkanMemoryModel());
        put(s, SHADER_DEMOTE_TO_HELPER_INVOCATION, v13.shaderDemoteToHelperInvocation());
        put(s, SUBGROUP_SIZE_CONTROL, v13.subgroupSizeControl());
        put(s, COMPUTE_FULL_SUBGROUPS, v13.computeFullSubgroups());
        put(s, SHADER_STORAGE_IMAGE_READ_WITHOUT_FORMAT, f.shaderStorageImageReadWithoutFormat());
        put(s, SHADER_STORAGE_IMAGE_WRITE_WITHOUT_FORMAT, f.shaderStorageImageWriteWithoutFormat());
        put(s, SHADER_STORAGE_IMAGE_MULTISAMPLE, f.shaderStorageImageMultisample());
        put(s, SHADER_STORAGE_IMAGE_EXTENDED_FORMATS, f.shaderStorageImageExtendedFormats());
        put(s, SHADER_IMAGE_GATHER_EXTENDED, f.shaderImageGatherExtended());
        put(s, SHADER_CLIP_DISTANCE, f.shaderClipDistance());
        put(s, SHADER_CULL_DISTANCE, f.shaderCullDistance());
        put(s, SHADER_OUTPUT_LAYER, v12.shaderOutputLayer());
        put(s, SHADER_OUTPUT_VIEWPORT_INDEX, v12.shaderOutputViewportIndex());
        put(s, SHADER_DRAW_PARAMETERS, v11.shaderDrawParameters());
        put(s, VERTEX_PIPELINE_STORES_AND_ATOMICS, f.vertexPipelineStoresAndAtomics());
        put(s, FRAGMENT_STORES_AND_ATOMICS, f.fragmentStoresAndAtomics());
        put(s, SAMPLE_RATE_SHADING, f.sampleRateShading());
        put(s, DUAL_SRC_BLEND, f.dualSrcBlend());
        put(s, INDEPENDENT_BLEND, f.independentBlend());
        put(s, LOGIC_OP, f.logicOp());
        put(s, DEPTH_CLAMP, f.depthClamp());
        put(s, DEPTH_BOUNDS, f.depthBounds());
        put(s, DEPTH_BIAS_CLAMP, f.depthBiasClamp());
        put(s, DEPTH_CLIP_CONTROL, clipControl != null && clipControl.depthClipControl());
        put(s, DEPTH_CLIP_ENABLE, clipEnable != null && clipEnable.depthClipEnable());
        put(s, FILL_MODE_NON_SOLID, f.fillModeNonSolid());
        put(s, WIDE_LINES, f.wideLines());
        put(s, LARGE_POINTS, f.largePoints());
        put(s, MULTI_VIEWPORT, f.multiViewport());
        put(s, ALPHA_TO_ONE, f.alphaToOne());
        put(s, SAMPLER_ANISOTROPY, f.samplerAnisotropy());
        put(s, SAMPLER_MIRROR_CLAMP_TO_EDGE, v12.samplerMirrorClampToEdge());
        put(s, SAMPLER_FILTER_MIN_MAX, v12.samplerFilterMinmax());
        put(s, CUSTOM_BORDER_COLOR, customBorder != null && customBorder.customBorderColors());
        put(s, CUSTOM_BORDER_COLOR_WITHOUT_FORMAT,
                customBorder != null && customBorder.customBorderColorWithoutFormat());
        put(s, IMAGE_CUBE_ARRAY, f.imageCubeArray());
        put(s, IMAGE_2D_VIEW_OF_3D, view2dOf3d != null && view2dOf3d.image2DViewOf3D()
                && view2dOf3d.sampler2DViewOf3D());
        put(s, FORMAT_4444, format4444 != null && format4444.formatA4R4G4B4() && format4444.formatA4B4G4R4());
        put(s, TEXTURE_COMPRESSION_BC, f.textureCompressionBC());
        put(s, FULL_DRAW_INDEX_UINT32, f.fullDrawIndexUint32());
        put(s, MULTI_DRAW_INDIRECT, f.multiDrawIndirect());
        put(s, DRAW_INDIRECT_COUNT, v12.drawIndirectCount());
        put(s, DRAW_INDIRECT_FIRST_INSTANCE, f.drawIndirectFirstInstance());
        put(s, PRIMITIVE_TOPOLOGY_LIST_RESTART, listRestart != null && listRestart.primitiveTopologyListRestart());
        put(s, PRIMITIVE_TOPOLOGY_PATCH_LIST_RESTART,
                listRestart != null && listRestart.primitiveTopologyPatchListRestart());
        put(s, PROVOKING_VERTEX_LAST, provoking != null && provoking.provokingVertexLast());
        put(s, TRANSFORM_FEEDBACK, transformFeedback != null && transformFeedback.transformFeedback());
        put(s, FRAGMENT_SHADER_PIXEL_INTERLOCK, interlock != null && interlock.fragmentShaderPixelInterlock());
        put(s, FRAGMENT_SHADER_SAMPLE_INTERLOCK, interlock != null && interlock.fragmentShaderSampleInterlock());
        put(s, OCCLUSION_QUERY_PRECISE, f.occlusionQueryPrecise());
        put(s, SPARSE_BINDING, f.sparseBinding());
        put(s, RAY_QUERY, present.contains("VK_KHR_ray_query"));
        put(s, CONSERVATIVE_RASTERIZATION, present.contains("VK_EXT_conservative_rasterization"));
        put(s, DESCRIPTOR_BUFFER, present.contains("VK_EXT_descriptor_buffer"));
        put(s, EXTENDED_DYNAMIC_STATE_3, dynamic3 != null);
        put(s, EXTERNAL_MEMORY_HOST, present.contains("VK_EXT_external_memory_host"));
        put(s, GRAPHICS_PIPELINE_LIBRARY, present.contains("VK_EXT_graphics_pipeline_library"));
        put(s, MUTABLE_DESCRIPTOR_TYPE, present.contains("VK_EXT_mutable_descriptor_type"));
        put(s, PIPELINE_EXECUTABLE_PROPERTIES, present.contains("VK_KHR_pipeline_executable_properties"));
        put(s, PUSH_DESCRIPTOR, present.contains("VK_KHR_push_descriptor"));
        put(s, RAY_TRACING_PIPELINE, present.contains("VK_KHR_ray_tracing_pipeline"));
        put(s, SHADER_CLOCK, clock != null && clock.shaderSubgroupClock());
        put(s, SHADER_DEVICE_CLOCK, clock != null && clock.shaderDeviceClock());
        put(s, SHADER_OBJECT, present.contains("VK_EXT_shader_object"));
        put(s, SHADER_STENCIL_EXPORT, present.contains("VK_EXT_shader_stencil_export"));
        put(s, SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW,
                uniformFlow != null && uniformFlow.shaderSubgroupUniformControlFlow());
        put(s, SHADER_MAXIMAL_RECONVERGENCE, reconvergence != null && reconvergence.shaderMaximalReconvergence());
        put(s, VERTEX_INPUT_DYNAMIC_STATE, present.contains("VK_EXT_vertex_input_dynamic_state"));
        return s;
    }

    /** What can be set while recording. */
    DynamicStates dynamicStates() {
        var d = dynamic3;
        return new DynamicStates(dynamic2 != null && dynamic2.extendedDynamicState2LogicOp() && d != null
                && d.extendedDynamicState3LogicOpEnable(), d != null && d.extendedDynamicState3PolygonMode(),
                d != null && d.extendedDynamicState3SampleMask(),
                d != null && d.extendedDynamicState3AlphaToCoverageEnable(),
                d != null && d.extendedDynamicState3AlphaToOneEnable() && root.features().alphaToOne(),
                d != null && d.extendedDynamicState3ColorBlendEnable()
                && d.extendedDynamicState3ColorBlendEquation() && d.extendedDynamicState3ColorWriteMask(),
                d != null && d.extendedDynamicState3DepthClampEnable() && root.features().depthClamp(),
                d != null && d.extendedDynamicState3DepthClipEnable() && clipEnable != null
                && clipEnable.depthClipEnable(), d != null && d.extendedDynamicState3DepthClipNegativeOneToOne()
                && clipControl != null && clipControl.depthClipControl(),
                d != null && d.extendedDynamicState3ProvokingVertexMode() && provoking != null
                && provoking.provokingVertexLast());
    }

}
