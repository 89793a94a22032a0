package org.lierne.lib.video_out;

import org.lierne.agc.VideoOutputs;
import org.lierne.agc.VideoOutputs.Event;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventQueues;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Registration of display events, and reading of delivered ones. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.video-out", library = "libSceVideoOut")
public final class DisplayEventExports implements HleModule {
    private static final int PAYLOAD_SHIFT = 16;
    private static final int COUNT_SHIFT = 12;
    private static final int COUNT_MASK = 0xF;

    private final VideoOutputs outputs;
    private final EventQueues events;

    @Activate
    public DisplayEventExports(@Reference VideoOutputs outputs, @Reference EventQueues events) {
        this.outputs = outputs;
        this.events = events;
    }

    private GuestStatus add(long queue, int handle, long userData, Event event) {
        GuestStatus status = check(queue, handle);
        if (status == GuestStatus.OK) {
            outputs.addEvent(handle, event, queue, userData);
        }
        return status;
    }

    /** What is not registered is deleted all the same. */
    private GuestStatus delete(long queue, int handle, Event event) {
        GuestStatus status = check(queue, handle);
        if (status == GuestStatus.OK) {
            outputs.removeEvent(handle, event, queue);
        }
        return status;
    }

    private GuestStatus check(long queue, int handle) {
        if (!outputs.isOpen(handle)) {
            return VideoOutError.HANDLE;
        }
        return queue == 0 || !events.exists(queue) ? VideoOutError.EVENT_QUEUE : GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutAddFlipEvent", nid = "HXzjK9yI30k")
    public GuestStatus addFlip(long queue, int handle, long userData) {
        return add(queue, handle, userData, Event.FLIP);
    }

    @HleExport(name = "sceVideoOutAddVblankEvent", nid = "Xru92wHJRmg")
    public GuestStatus addVblank(long queue, int handle, long userData) {
        return add(queue, handle, userData, Event.VBLANK);
    }

    @HleExport(name = "sceVideoOutAddPreVblankStartEvent", nid = "keipklF0pMY")
    public GuestStatus addPreVblank(long queue, int handle, long userData) {
        return add(queue, handle, userData, Event.PRE_VBLANK);
    }

    @HleExport(name = "sceVideoOutAddOutputModeEvent", nid = "kmSe30JTs+E")
    public GuestStatus addOutputMode(long queue, int handle, long userData) {
        return add(queue, handle, userData, Event.OUTPUT_MODE);
    }

    @HleExport(name = "sceVideoOutDeleteFlipEvent", nid = "-Ozn0F1AFRg")
    public GuestStatus deleteFlip(long queue, int handle) {
        return delete(queue, handle, Event.FLIP);
    }

    @HleExport(name = "sceVideoOutDeleteVblankEvent", nid = "oNOQn3knW6s")
    public GuestStatus deleteVblank(long queue, int handle) {
        return delete(queue, handle, Event.VBLANK);
    }

    @HleExport(name = "sceVideoOutDeletePreVblankStartEvent", nid = "elWQ9vERF-Q")
    public GuestStatus deletePreVblank(long queue, int handle) {
        return delete(queue, handle, Event.PRE_VBLANK);
    }

    @HleExport(name = "sceVideoOutGetEventId", nid = "U2JJtSqNKZI")
    public GuestValue eventId(GuestPtr<Records.Delivered> event) {
        if (event.isNull()) {
            return GuestValue.error(VideoOutError.ADDRESS);
        }
        Records.Delivered delivered = event.get();
        return delivered.filter() == EventFilter.DISPLAY ? GuestValue.of(delivered.ident())
                : GuestValue.error(VideoOutError.EVENT);
    }

    /** The payload: sign-extended, for flips the argument. */
    @HleExport(name = "sceVideoOutGetEventData", nid = "rWUTcKdkUzQ")
    public GuestStatus eventData(GuestPtr<Records.Delivered> event, @Out GuestPtr<Long> data) {
        if (event.isNull() || data.isNull()) {
            return VideoOutError.ADDRESS;
        }
        Records.Delivered delivered = event.get();
        if (delivered.filter() != EventFilter.DISPLAY) {
            return VideoOutError.EVENT;
        }
        data.set(delivered.ident() == Event.FLIP.id() ? delivered.data() >> PAYLOAD_SHIFT
                : delivered.data() >>> PAYLOAD_SHIFT);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVideoOutGetEventCount", nid = "Mt4QHHkxkOc")
    public GuestValue eventCount(GuestPtr<Records.Delivered> event) {
        if (event.isNull()) {
            return GuestValue.error(VideoOutError.ADDRESS);
        }
        Records.Delivered delivered = event.get();
        return delivered.filter() == EventFilter.DISPLAY ? GuestValue.of(delivered.data() >>> COUNT_SHIFT & COUNT_MASK)
                : GuestValue.error(VideoOutError.EVENT);
    }
}
