package org.lierne.lib.video_out;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.lierne.agc.VideoOutputs;
import org.lierne.agc.VideoOutputs.BufferLayout;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Displays, buffers, flips and status. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.video-out", library = "libSceVideoOut")
public final class OutputExports implements HleModule {
    private static final int MAIN_BUS = 0;
    private static final int OVERLAY_BUS = 1;
    private static final int SUB_BUS = 2;
    private static final int BLACK = -2;
    private static final int FIRST_FLIP_MODE = 1;
    private static final int LAST_FLIP_MODE = 4;
    private static final int LAST_RATE = 2;
    private static final int LAST_CATEGORY = 1;
    private static final int FULL_HD = 1;
    private static final int STANDARD_RANGE = 1;
    private static final long REFRESH_59_94 = 3;
    private static final long DEFAULT_MODE = 1;
    private static final long MODE_119_88 = 15;

    private final VideoOutputs outputs;

    @Activate
    public OutputExports(@Reference VideoOutputs outputs) {
        this.outputs = outputs;
    }

    @HleExport(name = "sceVideoOutOpen", nid = "Up36PTk687E")
    public GuestValue open(int user, int bus, int index, long parameter) {
        if (bus != MAIN_BUS && bus != OVERLAY_BUS && bus != SUB_BUS || index != 0) {
            return GuestValue.error(VideoOutError.VALUE);
        }
        OptionalInt handle = outputs.open(bus);
        return handle.isEmpty() ? GuestValue.error(VideoOutError.BUSY) : GuestValue.of(handle.getAsInt());
    }

    @HleExport(name = "sceVideoOutClose", nid = "uquVH4-Du78")
    public GuestStatus close(int handle) {
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        outputs.close(handle);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutSetBufferAttribute2", nid = "PjS5uASwcV8")
    public void setAttribute2(@Out GuestPtr<Records.Attribute2> attribute, long format, int tiling, int width,
            int height, long option, int dccControl, long clearColor) {
        if (!attribute.isNull()) {
            attribute.set(new Records.Attribute2(tiling, 0, width, height, 0, option, format, clearColor, dccControl));
        }
    }

    @HleExport(name = "sceVideoOutSetBufferAttribute", nid = "i6-sR91Wt-4")
    public void setAttribute(@Out GuestPtr<Records.Attribute> attribute, int format, int tiling, int aspect, int width,
            int height, int pitch) {
        if (!attribute.isNull()) {
            attribute.set(new Records.Attribute(format, tiling, aspect, width, height, pitch, 0));
        }
    }

    @HleExport(name = "sceVideoOutRegisterBuffers2", nid = "rKBUtgRrtbk")
    public GuestStatus registerBuffers2(int handle, int set, int first, GuestPtr<Records.BufferEntry> buffers,
            int count, GuestPtr<Records.Attribute2> attribute, int category, long option) {
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        if (buffers.isNull()) {
            return VideoOutError.ADDRESS;
        }
        if (attribute.isNull()) {
            return VideoOutError.OPTION;
        }
        if (set < 0 || set >= VideoOutputs.SETS || first < 0 || first >= VideoOutputs.SLOTS || count < 1
                || first + count > VideoOutputs.SLOTS) {
            return VideoOutError.VALUE;
        }
        if (option != 0) {
            return VideoOutError.OPTION;
        }
        if (category < 0 || category > LAST_CATEGORY) {
            return VideoOutError.CATEGORY;
        }
        if (outputs.isSetUsed(handle, set)) {
            return VideoOutError.INDEX;
        }
        List<Long> addresses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            addresses.add(buffers.plus(i).get().data());
        }
        return register(handle, set, first, addresses, attribute.get().layout());
    }

    private GuestStatus register(int handle, int set, int first, List<Long> addresses, BufferLayout layout) {
        for (int i = 0; i < addresses.size(); i++) {
            if (outputs.isSlotUsed(handle, first + i)) {
                return VideoOutError.SLOT_OCCUPIED;
            }
        }
        outputs.register(handle, set, first, addresses, layout);
        return GuestStatus.OK;
    }

    /** The older form takes the first free set. */
    @HleExport(name = "sceVideoOutRegisterBuffers", nid = "w3BY+tAEiQY")
    public GuestValue registerBuffers(int handle, int startIndex, GuestPtr<Long> addresses, int bufferNum,
            GuestPtr<Records.Attribute> attribute) {
        if (!outputs.isOpen(handle)) {
            return GuestValue.error(VideoOutError.HANDLE);
        }
        if (addresses.isNull()) {
            return GuestValue.error(VideoOutError.ADDRESS);
        }
        if (attribute.isNull()) {
            return GuestValue.error(VideoOutError.OPTION);
        }
        if (startIndex < 0 || startIndex >= VideoOutputs.SLOTS || bufferNum < 1 || startIndex
                + bufferNum > VideoOutputs.SLOTS) {
            return GuestValue.error(VideoOutError.VALUE);
        }
        int set = 0;
        while (set < VideoOutputs.SETS && outputs.isSetUsed(handle, set)) {
            set++;
        }
        if (set == VideoOutputs.SETS) {
            return GuestValue.error(VideoOutError.INDEX);
        }
        List<Long> list = new ArrayList<>();
        for (int i = 0; i < bufferNum; i++) {
            list.add(addresses.plus(i).get());
        }
        GuestStatus status = register(handle, set, startIndex, list, attribute.get().layout());
        return status == GuestStatus.OK ? GuestValue.of(set) : GuestValue.error(status);
    }

    @HleExport(name = "sceVideoOutSubmitChangeBufferAttribute2", nid = "HuViW4HnrOw")
    public GuestStatus changeAttribute(int handle, int set, GuestPtr<Records.Attribute2> attribute, long option) {
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        if (attribute.isNull()) {
            return VideoOutError.OPTION;
        }
        if (set < 0 || set >= VideoOutputs.SETS) {
            return VideoOutError.INDEX;
        }
        if (option != 0) {
            return VideoOutError.OPTION;
        }
        if (!outputs.isSetUsed(handle, set)) {
            return VideoOutError.INDEX;
        }
        outputs.change(handle, set, attribute.get().layout());
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutUnregisterBuffers", nid = "N5KDtkIjjJ4")
    public GuestStatus unregister(int handle, int set) {
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        if (set < 0 || set >= VideoOutputs.SETS || !outputs.isSetUsed(handle, set)) {
            return VideoOutError.INDEX;
        }
        outputs.unregister(handle, set);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutSubmitFlip", nid = "U46NwOiJpys")
    public GuestStatus submitFlip(int handle, int index, int mode, long argument) {
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        if (mode < FIRST_FLIP_MODE || mode > LAST_FLIP_MODE) {
            return VideoOutError.VALUE;
        }
        if (index < BLACK || index >= VideoOutputs.SLOTS || index >= 0 && !outputs.isSlotUsed(handle, index)) {
            return VideoOutError.INDEX;
        }
        return outputs.flip(handle, index, mode, argument) ? GuestStatus.OK : VideoOutError.FLIP_QUEUE_FULL;
    }

    @HleExport(name = "sceVideoOutSetFlipRate", nid = "CBiu4mCE1DA")
    public GuestStatus setFlipRate(int handle, int rate) {
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        if (rate < 0 || rate > LAST_RATE) {
            return VideoOutError.VALUE;
        }
        outputs.setRate(handle, rate);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutIsFlipPending", nid = "zgXifHT9ErY")
    public GuestValue pendingFlips(int handle) {
        return outputs.isOpen(handle) ? GuestValue.of(outputs.flipStatus(handle).pending())
                : GuestValue.error(VideoOutError.HANDLE);
    }

    @HleExport(name = "sceVideoOutGetFlipStatus", nid = "SbU3dwp80lQ")
    public GuestStatus flipStatus(int handle, @Out GuestPtr<Records.FlipStatus> status) {
        if (status.isNull()) {
            return VideoOutError.ADDRESS;
        }
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        VideoOutputs.FlipStatus s = outputs.flipStatus(handle);
        status.set(new Records.FlipStatus(s.count(), s.timeUs(), s.argument(), s.counter(), s.inQueue(), s.pending(),
                s.current(), s.submitCounter()));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutGetVblankStatus", nid = "1FZBKy8HeNU")
    public GuestStatus vblankStatus(int handle, @Out GuestPtr<Records.VblankStatus> status) {
        if (status.isNull()) {
            return VideoOutError.ADDRESS;
        }
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        VideoOutputs.VblankStatus s = outputs.vblankStatus(handle);
        status.set(new Records.VblankStatus(s.count(), s.timeUs(), s.counter(), (byte) 0, (byte) 0));
        return GuestStatus.OK;
    }

    /** What the host shows: a full HD picture of standard range at 59.94 Hz. */
    @HleExport(name = "sceVideoOutGetOutputStatus", nid = "utPrVdxio-8")
    public GuestStatus outputStatus(int handle, @Out GuestPtr<Records.OutputStatus> status) {
        if (status.isNull()) {
            return VideoOutError.ADDRESS;
        }
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        status.set(new Records.OutputStatus(FULL_HD, STANDARD_RANGE, REFRESH_59_94, 0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutGetResolutionStatus", nid = "6kPnj51T62Y")
    public GuestStatus resolutionStatus(int handle, @Out GuestPtr<Records.ResolutionStatus> status) {
        if (status.isNull()) {
            return VideoOutError.ADDRESS;
        }
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        status.set(new Records.ResolutionStatus(1920, 1080, 1920, 1080, REFRESH_59_94, 50, (short) 0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutWaitVblank", nid = "j6RaAUlaLv0")
    public GuestStatus waitVblank(int handle) {
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        try {
            outputs.awaitVblank(handle);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HleRefusal("the title stopped while it waited for a vertical blank");
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutGetBufferLabelAddress", nid = "OcQybQejHEY")
    public GuestValue labels(int handle, @Out GuestPtr<Long> address) {
        if (address.isNull()) {
            return GuestValue.error(VideoOutError.ADDRESS);
        }
        if (!outputs.isOpen(handle)) {
            return GuestValue.error(VideoOutError.HANDLE);
        }
        address.set(outputs.labels(handle));
        return GuestValue.of(VideoOutputs.SLOTS);
    }

    @HleExport(name = "sceVideoOutInitializeOutputOptions", nid = "+I4K03i3EL0")
    public GuestStatus initializeOptions(@Out GuestPtr<Records.OutputOptions> options) {
        if (options.isNull()) {
            return VideoOutError.ADDRESS;
        }
        options.set(new Records.OutputOptions(new byte[0x40]));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutIsOutputSupported", nid = "Nv8c-Kb+DUM")
    public GuestValue isSupported(int handle, long mode, GuestPtr<Records.OutputOptions> options, long reservedPointer,
            long reserved) {
        GuestStatus status = checkMode(handle, mode, options, reservedPointer, reserved);
        return status == GuestStatus.OK ? GuestValue.of(mode == DEFAULT_MODE ? 1 : 0) : GuestValue.error(status);
    }

    @HleExport(name = "sceVideoOutConfigureOutput", nid = "w0hLuNarQxY")
    public GuestStatus configure(int handle, long mode, GuestPtr<Records.OutputOptions> options, long reservedPointer,
            long reserved) {
        GuestStatus status = checkMode(handle, mode, options, reservedPointer, reserved);
        return status != GuestStatus.OK ? status : mode == DEFAULT_MODE ? GuestStatus.OK
                : VideoOutError.UNAVAILABLE_MODE;
    }

    private GuestStatus checkMode(int handle, long mode, GuestPtr<Records.OutputOptions> options, long reservedPointer,
            long reserved) {
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        if (reservedPointer != 0 || reserved != 0) {
            return VideoOutError.VALUE;
        }
        if (!options.isNull()) {
            for (byte b : options.get().words()) {
                if (b != 0) {
                    return VideoOutError.OPTION;
                }
            }
        }
        return mode == DEFAULT_MODE || mode == MODE_119_88 ? GuestStatus.OK : VideoOutError.UNSUPPORTED_MODE;
    }

    @HleExport(name = "sceVideoOutColorSettingsSetGamma_", nid = "DYhhWbJSeRg")
    public GuestStatus setGamma(@Out GuestPtr<Records.ColorSettings> settings, float gamma) {
        if (settings.isNull()) {
            return VideoOutError.ADDRESS;
        }
        if (!(gamma >= 0.1f && gamma <= 2.0f)) {
            return VideoOutError.VALUE;
        }
        settings.set(new Records.ColorSettings(gamma));
        return GuestStatus.OK;
    }

    /** A gamma of 1 changes nothing; others would change the picture and are refused. */
    @HleExport(name = "sceVideoOutAdjustColor_", nid = "pv9CI5VC+R0")
    public GuestStatus adjustColor(int handle, GuestPtr<Records.ColorSettings> settings) {
        if (settings.isNull()) {
            return VideoOutError.ADDRESS;
        }
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        float gamma = settings.get().gamma();
        if (gamma != 1) {
            throw new HleRefusal("a gamma of " + gamma + " for the display is not applied yet");
        }
        return GuestStatus.OK;
    }
}
