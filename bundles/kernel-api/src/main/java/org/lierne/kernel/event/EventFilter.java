package org.lierne.kernel.event;

/** Filter numbers of events. Documented: docs/design system calls, section 5. */
public final class EventFilter {
    public static final int READ = -1;
    public static final int WRITE = -2;
    public static final int TIMER = -7;
    public static final int USER = -11;
    public static final int DISPLAY = -13;
    public static final int GRAPHICS = -14;
    public static final int HIGH_RESOLUTION_TIMER = -15;
    public static final int AMPR = -16;

    private EventFilter() {}
}
