package org.lierne.gpu;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** Service: the GPUs of this host. Having the service says nothing about having a device. */
@ProviderType
public interface GpuDevices {
    /**
     * The devices that {@link #open} could choose from, in its order of preference.
     *
     * @throws GpuUnavailable when the host has no loader, no driver or no device, with what to install
     */
    List<GpuFacts> list();

    /**
     * Opens a device. The caller closes it.
     *
     * @throws GpuUnavailable when there is none that fits
     */
    GpuDevice open(GpuOptions options);
}
