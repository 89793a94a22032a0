package org.lierne.gpu;

/** Size of an index. */
public enum IndexType {
    UINT16(2),
    UINT32(4);

    private final int bytes;

    IndexType(int bytes) {
        this.bytes = bytes;
    }

    public int bytes() {
        return bytes;
    }
}
