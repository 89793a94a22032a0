package org.lierne.gpu;

/**
 * The host has no device, driver or tool that was asked for. The message names what is missing and the command that
 * gets it.
 */
public final class GpuUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public GpuUnavailable(String message) {
        super(message);
    }

    public GpuUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
