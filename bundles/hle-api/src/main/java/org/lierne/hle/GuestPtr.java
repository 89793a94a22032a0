package org.lierne.hle;

import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/**
 * A pointer to a {@link GuestStruct} record, or to {@code Integer}, {@code Long}, {@code Short}, {@code Byte}, {@code Float},
 * {@code Double}.
 */
public final class GuestPtr<T> {
    private final GuestMemory memory;
    private final long address;
    private final StructLayout<T> layout;

    public GuestPtr(GuestMemory memory, long address, Class<T> type) {
        this.memory = memory;
        this.address = address;
        this.layout = StructLayout.of(type);
    }

    public boolean isNull() {
        return address == 0;
    }

    /** The memory that the pointer points into. */
    public GuestMemory memory() {
        return memory;
    }

    public long address() {
        return address;
    }

    /** True if the whole structure may be accessed so. */
    public boolean isMapped(Access access) {
        return memory.isMapped(address, layout.bytes(), access);
    }

    public T get() {
        return layout.read(memory, address);
    }

    public void set(T value) {
        layout.write(memory, address, value);
    }

    /** The element {@code index} structures further. */
    public GuestPtr<T> plus(long index) {
        return new GuestPtr<>(memory, address + index * layout.bytes(), layout.type());
    }
}
