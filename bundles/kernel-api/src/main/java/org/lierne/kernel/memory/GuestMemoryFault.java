package org.lierne.kernel.memory;

/** A guest range that is not mapped for what was asked of it. */
public final class GuestMemoryFault extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final long address;
    private final long bytes;
    private final Access access;

    public GuestMemoryFault(long address, long bytes, Access access) {
        super("0x%x..0x%x is not mapped for %s".formatted(address, address + bytes, access == Access.READ ? "reading" : "writing"));
        this.address = address;
        this.bytes = bytes;
        this.access = access;
    }

    public long address() {
        return address;
    }

    public long bytes() {
        return bytes;
    }

    public Access access() {
        return access;
    }
}
