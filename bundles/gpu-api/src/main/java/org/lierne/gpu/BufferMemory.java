package org.lierne.gpu;

/** Where a buffer lies. */
public enum BufferMemory {
    /** The device's own memory; reached by copies only. */
    DEVICE,
    /** Mapped, written by the host and read by the device; write it in order, do not read it. */
    UPLOAD,
    /** Mapped and cached, written by the device and read by the host. */
    READBACK
}
