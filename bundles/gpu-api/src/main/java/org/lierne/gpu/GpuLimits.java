package org.lierne.gpu;

/**
 * Limits of a device. Sizes are in bytes, dimensions in texels.
 */
public record GpuLimits(int maxPushConstantsBytes, int maxBoundDescriptorSets, int maxPerStageUniformBuffers,
        int maxPerStageStorageBuffers, int maxPerStageSampledImages, int maxPerStageStorageImages,
        int maxPerStageSamplers, int maxPerStageResources, long maxUniformBufferRange, long maxStorageBufferRange,
        long maxBufferBytes, int minUniformBufferOffsetAlignment, int minStorageBufferOffsetAlignment,
        int minTexelBufferOffsetAlignment, int maxTexelBufferElements, int nonCoherentAtomBytes,
        int maxComputeSharedMemoryBytes, int maxComputeWorkGroupInvocations, int maxComputeWorkGroupSizeX,
        int maxComputeWorkGroupSizeY, int maxComputeWorkGroupSizeZ, int maxComputeWorkGroupCountX,
        int maxComputeWorkGroupCountY, int maxComputeWorkGroupCountZ, int maxImageDimension1D,
        int maxImageDimension2D, int maxImageDimension3D, int maxImageDimensionCube, int maxImageArrayLayers,
        int maxVertexInputAttributes, int maxColorAttachments, int maxViewports, int maxClipDistances,
        int maxCullDistances, int maxTessellationPatchSize, float maxSamplerAnisotropy, float maxSamplerLodBias,
        float maxPointSize, float maxLineWidth, int subPixelPrecisionBits,
        /* Sample counts of colour targets as a mask: bit value = count. */
        int colorSampleCounts,
        int depthSampleCounts,
        /* Alignment of address and size of an import; 0 where nothing can be imported. */
        long importAlignment,
        /* Nanoseconds of one tick of a timestamp; 0 where the queue has none. */
        float timestampPeriodNs) {}
