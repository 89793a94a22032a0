package org.lierne.lib.agc_driver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import org.lierne.agc.WorkloadStreams;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Workload streams and the sizes of the packets that the driver writes. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc-driver", library = "libSceAgcDriver")
public final class WorkloadExports implements HleModule {
    private static final int NAME_BYTES = 32;
    private static final int FLIP_DWORDS = 64;
    private static final int WAIT_DWORDS = 32;
    private static final int ACTIVE_DWORDS = 18;
    private static final int COMPLETE_DWORDS = 12;
    private static final int INACTIVE_DWORDS = 9;

    private final WorkloadStreams streams;

    @Activate
    public WorkloadExports(@Reference WorkloadStreams streams) {
        this.streams = streams;
    }

    @HleExport(name = "sceAgcDriverRegisterWorkloadStream", nid = "3AyTaWcF-H8")
    public GuestStatus register(int stream, GuestString name) {
        if (name.isNull()) {
            return AgcDriverError.NULL_NAME;
        }
        return streams.register(stream, name.get(NAME_BYTES)) ? GuestStatus.OK : AgcDriverError.BAD_STREAM;
    }

    @HleExport(name = "sceAgcDriverUnregisterWorkloadStream", nid = "n5ElQVYsU1A")
    public GuestStatus unregister(int stream) {
        return streams.unregister(stream) ? GuestStatus.OK : AgcDriverError.BAD_STREAM;
    }

    /** Name, 32 bytes at most, and the slot's value. */
    @HleExport(name = "sceAgcDriverGetWorkloadStreamInfo", nid = "t8PLXbBCiRA")
    public GuestStatus info(int stream, @Out @SizedBy("size") GuestBytes name, long size, @Out GuestPtr<Long> slot) {
        OptionalLong address = streams.slot(stream);
        if (address.isEmpty()) {
            return AgcDriverError.BAD_STREAM;
        }
        if (!name.isNull()) {
            byte[] text = streams.name(stream).getBytes(StandardCharsets.UTF_8);
            name.write(Arrays.copyOf(text, (int) Math.min(size, NAME_BYTES)));
        }
        if (!slot.isNull()) {
            slot.set(slot.memory().getLong(address.getAsLong()));
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcDriverGetSetFlipPacketSizeInDwords", nid = "2PrsbRYyZi4")
    public int flipDwords() {
        return FLIP_DWORDS;
    }

    @HleExport(name = "sceAgcDriverGetWaitRenderingPacketSizeInDwords", nid = "0MtUJ3BpGhE")
    public int waitDwords() {
        return WAIT_DWORDS;
    }

    @HleExport(name = "sceAgcDriverGetSetWorkloadsActivePacketSize", nid = "gyVTZWyySpM")
    public int activeDwords() {
        return ACTIVE_DWORDS;
    }

    @HleExport(name = "sceAgcDriverGetSetWorkloadCompletePacketSize", nid = "WNyjOWq8-Vk")
    public int completeDwords() {
        return COMPLETE_DWORDS;
    }

    @HleExport(name = "sceAgcDriverGetSetWorkloadStreamInactivePacketSize", nid = "k8rLr8nq-hE")
    public int inactiveDwords() {
        return INACTIVE_DWORDS;
    }

    /** Dwords of a note of that many bytes. */
    @HleExport(name = "sceAgcDriverUserDataGetPacketSize", nid = "VhLnEiTuuWo")
    public int noteDwords(int bytes) {
        return bytes == 0 ? 3 : Integer.compareUnsigned(bytes, 4) <= 0 ? 4 : Integer.divideUnsigned(bytes + 3, 4) + 7;
    }
}
