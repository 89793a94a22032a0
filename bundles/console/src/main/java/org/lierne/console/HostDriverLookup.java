package org.lierne.console;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.recompiler.program.HostDriver;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The driver of the device that titles would run on. */
@Component(service = HostDriverLookup.class)
public final class HostDriverLookup {
    private final @Nullable GpuDevices devices;

    @Activate
    public HostDriverLookup(@Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                            @Nullable GpuDevices devices) {
        this.devices = devices;
    }

    /** Empty when the host has no device. */
    Optional<HostDriver> driver() {
        try {
            List<GpuFacts> facts = devices == null ? List.of() : devices.list();
            return facts.stream().findFirst()
                    .map(f -> HostDriver.of(f.driverName(), f.driverInfo(), f.vendorId(), f.deviceId(), f.name()));
        } catch (GpuUnavailable _) {
            return Optional.empty();
        }
    }
}
