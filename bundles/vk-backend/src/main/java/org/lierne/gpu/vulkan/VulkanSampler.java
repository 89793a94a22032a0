package org.lierne.gpu.vulkan;

import org.lierne.gpu.GpuSampler;
import org.lierne.gpu.SamplerSpec;

/** A sampler. */
record VulkanSampler(SamplerSpec spec, long handle, Lifetimes.Owned owned) implements GpuSampler {}
