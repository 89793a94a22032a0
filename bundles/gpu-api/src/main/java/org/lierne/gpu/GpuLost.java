package org.lierne.gpu;

/** The device is gone: everything made from it is dead, and only a new device helps. */
public final class GpuLost extends GpuFailure {
    private static final long serialVersionUID = 1;

    public GpuLost(String call, String result, String detail) {
        super(call, result, detail);
    }
}
