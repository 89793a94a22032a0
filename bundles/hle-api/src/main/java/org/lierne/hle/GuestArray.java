package org.lierne.hle;

import java.util.ArrayList;
import java.util.List;
import org.lierne.kernel.memory.GuestMemory;

/** An array of scalars or structures in guest memory. */
public record GuestArray<T>(GuestMemory memory, long address, long count, Class<T> type) {
    public boolean isNull() {
        return address == 0;
    }

    public GuestPtr<T> at(long index) {
        if (Long.compareUnsigned(index, count) >= 0) {
            throw new IndexOutOfBoundsException("element " + index + " of a guest array of " + count);
        }
        return new GuestPtr<>(memory, address, type).plus(index);
    }

    public List<T> read() {
        List<T> values = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            values.add(at(i).get());
        }
        return values;
    }
}
