package org.lierne.agc.driver;

import org.lierne.gpu.GpuFailure;
import org.lierne.gpu.GpuLost;

/**
 * A draw, dispatch or flip that cannot be done right; the message is one line in the refusal shape and ends the title.
 */
final class WorkRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    WorkRefused(String message) {
        super(message);
    }

    WorkRefused(String message, Throwable cause) {
        super(message, cause);
    }

    /** @param where the driver was asked, such as {@code draw} */
    static WorkRefused of(String where, GpuFailure failure) {
        return new WorkRefused(failure instanceof GpuLost ? "the graphics device is lost: " + failure.getMessage()
                : "refused at %s: %s".formatted(where, failure.getMessage()), failure);
    }
}
