package org.lierne.lib.ampr;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Markers and fillers with a content, for tools that read a buffer; running them does nothing. Documented: system calls, section 17. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ampr", library = "libSceAmpr")
public final class MarkerExports implements HleModule {
    private static final int MOST_PAYLOAD_BYTES = 60;

    private final GuestMemory memory;
    private final Recorder recorder;

    @Activate
    public MarkerExports(@Reference GuestMemory memory) {
        this.memory = memory;
        this.recorder = new Recorder(memory);
    }

    private int mark(GuestPtr<CommandBuffer> buffer, GuestString text, boolean isValid, int... color) {
        return recorder.recordAll(buffer, isValid && !text.isNull(), _ -> true, () -> Marker.pieces(bytes(text), color));
    }

    private int mark(GuestPtr<CommandBuffer> buffer, GuestString text, GuestPtr<Integer> color) {
        return color.isNull() ? mark(buffer, text, false) : mark(buffer, text, true, color.get());
    }

    private static long measure(GuestString text, int... color) {
        return text.isNull() ? Errno.EINVAL.number() : Marker.pieces(bytes(text), color).stream().mapToInt(Command::bytes).sum();
    }

    private static byte[] bytes(GuestString text) {
        return text.get().getBytes(StandardCharsets.UTF_8);
    }

    @HleExport(name = "sceAmprCommandBufferSetMarker", nid = "4quckD2y7Pg")
    @HleExport(name = "sceAmprCommandBufferPushMarker", nid = "dXPaz65HNmk")
    public int mark(@InOut GuestPtr<CommandBuffer> buffer, @OrNull GuestString text) {
        return mark(buffer, text, true);
    }

    @HleExport(name = "sceAmprCommandBufferSetMarkerWithColor", nid = "sWbST0oQKsc")
    public int setColored(@InOut GuestPtr<CommandBuffer> buffer, @OrNull GuestString text, @OrNull GuestPtr<Integer> color) {
        return mark(buffer, text, color);
    }

    @HleExport(name = "sceAmprCommandBufferPushMarkerWithColor", nid = "f12ObAMEi9A")
    public int pushColored(@InOut GuestPtr<CommandBuffer> buffer, @OrNull GuestString text, int color) {
        return mark(buffer, text, true, color);
    }

    /** @param type 1 sets, 2 pushes, 3 pops, 5 sets and 6 pushes with a colour */
    @HleExport(name = "sceAmprCommandBufferConstructMarker", nid = "4UkZbYKVF7c")
    public int construct(@InOut GuestPtr<CommandBuffer> buffer, int type, @OrNull GuestString text, @OrNull GuestPtr<Integer> color) {
        return switch (type) {
            case 1, 2 -> mark(buffer, text, true);
            case 3 -> recorder.record(buffer, true, () -> new Command.Nop(1, new int[0]));
            case 5, 6 -> mark(buffer, text, color);
            default -> mark(buffer, text, false);
        };
    }

    /** A filler of a kind of the title's own. @param word goes before the payload, or null */
    @HleExport(name = "sceAmprCommandBufferConstructNop", nid = "GmOguNIsuKk")
    public int constructNop(@InOut GuestPtr<CommandBuffer> buffer, short kind, long payload, int bytes, @OrNull GuestPtr<Integer> word) {
        int[] before = word.isNull() ? new int[0] : new int[] {word.get()};
        boolean isValid = bytes >= 0 && bytes <= MOST_PAYLOAD_BYTES - 4 * before.length && (payload != 0 || bytes == 0);
        return recorder.recordAll(buffer, isValid, _ -> true, () -> List.of(filler(before, payload, bytes)));
    }

    private Command filler(int[] before, long payload, int bytes) {
        int[] words = new int[before.length + (bytes + 3) / 4];
        System.arraycopy(before, 0, words, 0, before.length);
        for (int i = 0; i < bytes; i++) {
            words[before.length + i / 4] |= (memory.getByte(payload + i) & 0xFF) << i % 4 * 8;
        }
        return new Command.Nop(words.length + 1, words);
    }

    @HleExport(name = "sceAmprMeasureCommandSizeSetMarker", nid = "VGkEj4d6-Kg")
    @HleExport(name = "sceAmprMeasureCommandSizePushMarker", nid = "0RdLmAh7WVo")
    public long size(@OrNull GuestString text) {
        return measure(text);
    }

    @HleExport(name = "sceAmprMeasureCommandSizeSetMarkerWithColor", nid = "tmfr97+ED5I")
    @HleExport(name = "sceAmprMeasureCommandSizePushMarkerWithColor", nid = "3OfeY4pzDV0")
    public long coloredSize(@OrNull GuestString text, int color) {
        return measure(text, color);
    }
}
