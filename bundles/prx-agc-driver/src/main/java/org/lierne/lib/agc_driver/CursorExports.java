package org.lierne.lib.agc_driver;

import java.util.OptionalLong;
import org.lierne.agc.WorkloadStreams;
import org.lierne.agc.packet.Header;
import org.lierne.agc.packet.Note;
import org.lierne.agc.packet.Pm4;
import org.lierne.agc.packet.SoftwareTag;
import org.lierne.agc.packet.Words;
import org.lierne.agc.packet.WorkloadPackets;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.SizedBy;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Packets that the driver writes at a cursor, without a look at bounds. A reservation larger than the packet is filled
 * with a NOP, so that the cursor ends where the caller expects it.
 */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc-driver", library = "libSceAgcDriver")
public final class CursorExports implements HleModule {
    private static final int GRAPHICS = 0;

    private final WorkloadStreams streams;

    @Activate
    public CursorExports(@Reference WorkloadStreams streams) {
        this.streams = streams;
    }

    private static void write(GuestPtr<Long> cursor, int... words) {
        long at = cursor.get();
        for (int word : words) {
            cursor.memory().putInt(at, word);
            at += 4;
        }
        cursor.set(at);
    }

    private static void write(GuestPtr<Long> cursor, Words... packets) {
        for (Words packet : packets) {
            write(cursor, packet.array());
        }
    }

    private static int write(GuestPtr<Long> cursor, int dwords, Words words) {
        int used = words.array().length;
        int rest = dwords - used;
        write(cursor, words);
        if (rest > 1) {
            write(cursor, Pm4.NOP.words(rest));
        } else if (rest == 1) {
            write(cursor, Header.ONE_DWORD_NOP);
        }
        return Math.max(used, dwords);
    }

    private static void checkGraphics(int queueType) {
        if (queueType != GRAPHICS) {
            throw new HleRefusal("packets at a cursor for queues of type " + queueType + ": only graphics, 0, is known");
        }
    }

    private static Words tagged(SoftwareTag tag, int dwords) {
        return Pm4.NOP.words(dwords).header(tag.headerBits());
    }

    @HleExport(name = "sceAgcDriverSetFlip", nid = "cwbxjPSJ7WQ")
    public int flip(GuestPtr<Long> cursor, int packetDwords, int queueType, int handle, int index, int mode,
            long argument) {
        return write(cursor, packetDwords, tagged(SoftwareTag.FLIP, 6).word(1, handle).word(2, index).word(3, mode)
                .word(4, (int) argument).word(5, (int) (argument >>> 32)));
    }

    @HleExport(name = "sceAgcDriverWaitUntilSafeForRendering", nid = "u8BkdHb1+Po")
    public int waitUntilSafe(GuestPtr<Long> cursor, int packetDwords, int queueType, int handle, int index) {
        return write(cursor, packetDwords, tagged(SoftwareTag.WAIT_FLIP, 7).word(1, handle).word(2, index));
    }

    @HleExport(name = "sceAgcDriverSetWorkloadsActive", nid = "UM9b9NunSrE")
    public GuestStatus workloadsActive(GuestPtr<Long> cursor, int queueType, int stream,
            @SizedBy("count") GuestArray<Integer> ids, int count) {
        checkGraphics(queueType);
        OptionalLong slot = streams.slot(stream);
        OptionalLong mask = WorkloadPackets.mask(count, i -> ids.at(i).get());
        if (slot.isEmpty() || mask.isEmpty()) {
            return AgcDriverError.BAD_STREAM;
        }
        write(cursor, WorkloadPackets.active(true, stream, slot.getAsLong(), mask.getAsLong()));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcDriverSetWorkloadComplete", nid = "i6bfTi13ApA")
    public GuestStatus workloadComplete(GuestPtr<Long> cursor, int queueType, int stream, int id) {
        checkGraphics(queueType);
        OptionalLong slot = streams.slot(stream);
        if (slot.isEmpty() || !WorkloadPackets.isWorkload(id)) {
            return AgcDriverError.BAD_STREAM;
        }
        write(cursor, WorkloadPackets.complete(true, stream, slot.getAsLong(), id));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcDriverSetWorkloadStreamInactive", nid = "AU87qNukGi4")
    public GuestStatus streamInactive(GuestPtr<Long> cursor, int queueType, int stream) {
        checkGraphics(queueType);
        write(cursor, WorkloadPackets.inactive(true, stream));
        return GuestStatus.OK;
    }

    /** A note of a tag and at most four bytes; how longer ones are framed is not known. */
    @HleExport(name = "sceAgcDriverUserDataWritePacket", nid = "-vc-xL+G8u0")
    public int note(GuestPtr<Long> cursor, int queueType, int header, @SizedBy("bytes") GuestBytes data, int bytes) {
        checkGraphics(queueType);
        if (bytes < 0 || bytes > Integer.BYTES) {
            throw new HleRefusal("a note of " + Integer.toUnsignedString(bytes) + " bytes: how more than 4 are framed is not known");
        }
        Words words = bytes == 0 ? Note.of(true, header) : Note.of(true, header, word(data.read()));
        write(cursor, words);
        return words.array().length;
    }

    private static int word(byte[] bytes) {
        int word = 0;
        for (int i = 0; i < bytes.length; i++) {
            word |= (bytes[i] & 0xFF) << 8 * i;
        }
        return word;
    }
}
