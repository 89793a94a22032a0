package org.lierne.gpu;

/** A call of the host's driver failed. */
public class GpuFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String call;
    private final String result;

    public GpuFailure(String call, String result, String detail) {
        super(call + " gave " + result + (detail.isEmpty() ? "" : ": " + detail));
        this.call = call;
        this.result = result;
    }

    /** The driver's function, such as {@code vkQueueSubmit2}. */
    public final String call() {
        return call;
    }

    /** The result's name, such as {@code VK_ERROR_OUT_OF_DEVICE_MEMORY}. */
    public final String result() {
        return result;
    }
}
