package org.lierne.lib.agc_driver;

import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.event.EventQueues;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** End-of-pipe events: filter -14, ident = queue id, data = interrupt context above the id. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc-driver", library = "libSceAgcDriver")
public final class EventExports implements HleModule {
    private final EventQueues events;

    /** A delivered event. */
    @GuestStruct(size = 0x20)
    record Delivered(@At(0x00) long ident, @At(0x08) short filter, @At(0x10) long data, @At(0x18) long userData) {}

    @Activate
    public EventExports(@Reference EventQueues events) {
        this.events = events;
    }

    @HleExport(name = "sceAgcDriverAddEqEvent", nid = "w2rJhmD+dsE")
    public GuestStatus add(long queue, int id, long userData) {
        if (!events.exists(queue)) {
            return AgcDriverError.BAD_EVENT_QUEUE;
        }
        events.register(queue, Integer.toUnsignedLong(id), EventFilter.GRAPHICS, EventFlags.ADD | EventFlags.CLEAR,
                userData);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcDriverDeleteEqEvent", nid = "DL2RXaXOy88")
    public GuestStatus delete(long queue, int id) {
        if (!events.exists(queue)) {
            return AgcDriverError.BAD_EVENT_QUEUE;
        }
        events.unregister(queue, Integer.toUnsignedLong(id), EventFilter.GRAPHICS);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcDriverGetEqContextId", nid = "Zw7uUVPulbw")
    public int contextId(GuestPtr<Delivered> event) {
        return (int) (event.get().data() >> 16);
    }

    /** The id, for events of this library; the whole data for others. */
    @HleExport(name = "sceAgcDriverGetEqEventType", nid = "5CdQTZIQPxM")
    public int eventType(GuestPtr<Delivered> event) {
        Delivered delivered = event.get();
        return (int) (delivered.filter() == EventFilter.GRAPHICS ? delivered.ident() : delivered.data());
    }
}
