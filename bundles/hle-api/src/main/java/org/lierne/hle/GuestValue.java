package org.lierne.hle;

/** A value or an error in one register. */
public record GuestValue(long raw) {
    public static GuestValue of(long value) {
        return new GuestValue(value);
    }

    /** The 32-bit code, sign extended as the guest's {@code int} result. */
    public static GuestValue error(GuestStatus status) {
        return new GuestValue(status.code());
    }
}
