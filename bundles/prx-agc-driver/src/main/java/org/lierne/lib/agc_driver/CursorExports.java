package org.lierne.lib.agc_driver;

import org.lierne.agc.packet.Pm4;
import org.lierne.agc.packet.SoftwareTag;
import org.lierne.agc.packet.Words;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.osgi.service.component.annotations.Component;

/**
 * Packets that the driver writes at a cursor, without a look at bounds. A reservation larger than the packet is filled
 * with a NOP, so that the cursor ends where the caller expects it.
 */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc-driver", library = "libSceAgcDriver")
public final class CursorExports implements HleModule {
    private static int write(GuestPtr<Long> cursor, int dwords, Words words) {
        long at = cursor.get();
        int used = words.array().length;
        for (int word : words.array()) {
            cursor.memory().putInt(at, word);
            at += 4;
        }
        int rest = dwords - used;
        if (rest > 1) {
            for (int word : Pm4.NOP.words(rest).array()) {
                cursor.memory().putInt(at, word);
                at += 4;
            }
        } else if (rest == 1) {
            cursor.memory().putInt(at, org.lierne.agc.packet.Header.ONE_DWORD_NOP);
            at += 4;
        }
        cursor.set(at);
        return Math.max(used, dwords);
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
}
