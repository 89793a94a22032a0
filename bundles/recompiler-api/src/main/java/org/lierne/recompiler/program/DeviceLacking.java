package org.lierne.recompiler.program;

/** Work was to run on a device and the host has none; the message says what is missing and how to get it. */
public final class DeviceLacking extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DeviceLacking(String message, Throwable cause) {
        super(message, cause);
    }
}
