package org.lierne.lib.agc;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import org.lierne.agc.WorkloadStreams;
import org.lierne.agc.packet.Pm4;
import org.lierne.agc.packet.SoftwareTag;
import org.lierne.agc.packet.Words;
import org.lierne.agc.packet.WorkloadPackets;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Builders whose packets the console leaves to its driver (flips, markers, queue resets), and those of workloads. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class DriverBuilders extends Builder implements HleModule {
    private final WorkloadStreams streams;

    @Activate
    public DriverBuilders(@Reference WorkloadStreams streams,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption =
            ReferencePolicyOption.GREEDY) @Nullable GuestThreads threads) {
        super(threads);
        this.streams = streams;
    }

    private static Words tagged(SoftwareTag tag, int dwords) {
        return Pm4.NOP.words(dwords).header(tag.headerBits());
    }

    @HleExport(name = "sceAgcDcbSetFlip", nid = "YUeqkyT7mEQ")
    @HleExport(name = "sceAgcAcbSetFlip", nid = "ebixW91gpPw")
    public long flip(GuestPtr<CommandBuffer> cb, int handle, int index, int mode, long argument) {
        return emit(cb, tagged(SoftwareTag.FLIP, 6).word(1, handle).word(2, index).word(3, mode).word(4, (int) argument)
                .word(5, (int) (argument >>> 32)));
    }

    @HleExport(name = "sceAgcDcbWaitUntilSafeForRendering", nid = "MWiElSNE8j8")
    @HleExport(name = "sceAgcAcbWaitUntilSafeForRendering", nid = "GPbUp9jXQa8")
    public long waitUntilSafe(GuestPtr<CommandBuffer> cb, int handle, int index) {
        return emit(cb, tagged(SoftwareTag.WAIT_FLIP, 7).word(1, handle).word(2, index));
    }

    @HleExport(name = "sceAgcDcbPushMarker", nid = "+kSrjIVxKFE")
    @HleExport(name = "sceAgcAcbPushMarker", nid = "cpCILPya5Zk")
    public long pushMarker(GuestPtr<CommandBuffer> cb, GuestString text, int color) {
        return emit(cb, push(text.get().getBytes(StandardCharsets.UTF_8)));
    }

    @HleExport(name = "sceAgcDcbPushMarkerSpan", nid = "N7M3+N-sBCw")
    @HleExport(name = "sceAgcAcbPushMarkerSpan", nid = "8Kly1JrJUlw")
    public long pushMarkerSpan(GuestPtr<CommandBuffer> cb, @SizedBy("length") GuestBytes text, int length, int color) {
        return emit(cb, push(text.read()));
    }

    @HleExport(name = "sceAgcDcbPopMarker", nid = "H7uZqCoNuWk")
    @HleExport(name = "sceAgcAcbPopMarker", nid = "6mFxkVqdmbQ")
    public long popMarker(GuestPtr<CommandBuffer> cb) {
        return emit(cb, tagged(SoftwareTag.POP_MARKER, 2));
    }

    /** A single annotation is a scope without content. */
    @HleExport(name = "sceAgcDcbSetMarker", nid = "QhCbS4X9Rl8")
    @HleExport(name = "sceAgcAcbSetMarker", nid = "xAeBOa0A3kk")
    public long marker(GuestPtr<CommandBuffer> cb, GuestString text, int color) {
        return group(cb, push(text.get().getBytes(StandardCharsets.UTF_8)), tagged(SoftwareTag.POP_MARKER, 2));
    }

    @HleExport(name = "sceAgcDcbSetMarkerSpan", nid = "BYcSvEsINWU")
    @HleExport(name = "sceAgcAcbSetMarkerSpan", nid = "pxx-GoOSdw4")
    public long markerSpan(GuestPtr<CommandBuffer> cb, @SizedBy("length") GuestBytes text, int length, int color) {
        return group(cb, push(text.read()), tagged(SoftwareTag.POP_MARKER, 2));
    }

    /** Text with its zero byte, padded to whole words. */
    private static Words push(byte[] text) {
        int dwords = text.length / 4 + 1;
        byte[] padded = Arrays.copyOf(text, 4 * dwords);
        Words words = tagged(SoftwareTag.PUSH_MARKER, 1 + dwords);
        for (int i = 0; i < dwords; i++) {
            words.word(1 + i, padded[4 * i] & 0xFF | (padded[4 * i + 1] & 0xFF) << 8 | (padded[4 * i + 2] & 0xFF) << 16
                    | padded[4 * i + 3] << 24);
        }
        return words;
    }

    @HleExport(name = "sceAgcAcbResetQueue", nid = "JrtiDtKeS38")
    public long resetComputeQueue(GuestPtr<CommandBuffer> cb, int op, int value) {
        return emit(cb, tagged(SoftwareTag.COMPUTE_RESET, 2).word(1, op));
    }

    @HleExport(name = "sceAgcDcbSetWorkloadsActive", nid = "LFSPFmGc9Hg")
    public long workloadsActive(GuestPtr<CommandBuffer> cb, int stream, @SizedBy("count") GuestArray<Integer> ids,
            int count) {
        return active(cb, true, stream, ids, count);
    }

    @HleExport(name = "sceAgcAcbSetWorkloadsActive", nid = "rVOmPz2RBlg")
    public long workloadsActiveOnCompute(GuestPtr<CommandBuffer> cb, int stream,
            @SizedBy("count") GuestArray<Integer> ids, int count) {
        return active(cb, false, stream, ids, count);
    }

    /** Null for a stream that is not registered and for ids that are out of range or doubled. */
    private long active(GuestPtr<CommandBuffer> cb, boolean isGraphics, int stream, GuestArray<Integer> ids,
            int count) {
        OptionalLong slot = streams.slot(stream);
        OptionalLong mask = WorkloadPackets.mask(count, i -> ids.at(i).get());
        return slot.isEmpty() || mask.isEmpty() ? 0 : group(cb, WorkloadPackets.active(isGraphics, stream, slot.getAsLong(),
                mask.getAsLong()));
    }

    @HleExport(name = "sceAgcDcbSetWorkloadStreamInactive", nid = "FneFypEDRgY")
    public long streamInactive(GuestPtr<CommandBuffer> cb, int stream) {
        return group(cb, WorkloadPackets.inactive(true, stream));
    }

    @HleExport(name = "sceAgcAcbSetWorkloadStreamInactive", nid = "FcgdDM3MB+k")
    public long streamInactiveOnCompute(GuestPtr<CommandBuffer> cb, int stream) {
        return group(cb, WorkloadPackets.inactive(false, stream));
    }

    @HleExport(name = "sceAgcDcbSetWorkloadComplete", nid = "hEK26Wdny6s")
    public long workloadComplete(GuestPtr<CommandBuffer> cb, int stream, int id) {
        return complete(cb, true, stream, id);
    }

    @HleExport(name = "sceAgcAcbSetWorkloadComplete", nid = "opR1JeJZCBU")
    public long workloadCompleteOnCompute(GuestPtr<CommandBuffer> cb, int stream, int id) {
        return complete(cb, false, stream, id);
    }

    private long complete(GuestPtr<CommandBuffer> cb, boolean isGraphics, int stream, int id) {
        OptionalLong slot = streams.slot(stream);
        return slot.isEmpty() || !WorkloadPackets.isWorkload(id) ? 0
                : group(cb, WorkloadPackets.complete(isGraphics, stream, slot.getAsLong(), id));
    }
}
