package org.lierne.gpu.vulkan;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.gpu.GpuUnsupported;
import org.lierne.gpu.SamplerSpec;

/**
 * Samplers by their specs, half as many as a device can have. Those asked for longest ago are let go for new ones, which ends them when the
 * recordings begun by then are done.
 */
final class SamplerCache {
    static final int MOST = 4000;

    private final VulkanDevice device;
    private final String kind;
    private final int most;
    private final LinkedHashMap<SamplerSpec, VulkanSampler> known = new LinkedHashMap<>(16, 0.75f, true);
    /** Those that were let go and are still in use count. They end on threads that may hold another cache. */
    private final AtomicInteger living = new AtomicInteger();

    /**
     * @param kind of samplers, for people
     * @param most how many the device can have
     */
    SamplerCache(VulkanDevice device, String kind, int most) {
        this.device = device;
        this.kind = kind;
        this.most = Math.clamp(most, 1, MOST);
    }

    /** @throws GpuUnsupported where recordings that are not done use as many as the device can have */
    synchronized VulkanSampler get(SamplerSpec spec) {
        VulkanSampler sampler = known.get(spec);
        return sampler == null ? make(spec) : sampler;
    }

    private VulkanSampler make(SamplerSpec spec) {
        if (known.size() > most / 2) {
            Iterator<VulkanSampler> all = known.values().iterator();
            device.lifetimes.release(all.next().owned());
            all.remove();
        }
        if (living.get() >= most) {
            device.collect();
        }
        if (living.get() >= most) {
            throw new GpuUnsupported("the device has %d samplers %s at most, and all are in use".formatted(most, kind));
        }
        VulkanSampler made = Samplers.make(device, spec, living::decrementAndGet);
        living.incrementAndGet();
        known.put(spec, made);
        return made;
    }
}
