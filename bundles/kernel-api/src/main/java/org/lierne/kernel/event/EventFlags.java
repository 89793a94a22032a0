package org.lierne.kernel.event;

/** Bits of an event's {@code flags} field. */
public final class EventFlags {
    public static final int ADD = 0x01;
    public static final int DELETE = 0x02;
    /** Delivered once, then the registration is gone. */
    public static final int ONE_SHOT = 0x10;
    /** Delivery resets data and filter flags; without it the event stays triggered until it is deleted. */
    public static final int CLEAR = 0x20;
    /** Ours, never seen by the guest: every trigger is delivered by itself, in order, and none are merged. */
    public static final int EACH = 0x1_0000;

    public static final int ERROR = 0x4000;
    public static final int END_OF_FILE = 0x8000;

    private EventFlags() {}
}
