package org.lierne.lib.kernel;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFlags;

/** An event as the guest sees it. Documented: system calls, section 5. */
@GuestStruct(size = 0x20)
public record GuestEvent(@At(0x00) long ident, @At(0x08) short filter, @At(0x0A) short flags, @At(0x0C) int filterFlags, @At(0x10) long data,
        @At(0x18) long userData) {
    static GuestEvent of(Event event) {
        return new GuestEvent(event.ident(), (short) event.filter(), (short) (event.flags() | EventFlags.ADD), event.filterFlags(),
                event.data(), event.userData());
    }
}
