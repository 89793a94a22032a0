package org.lierne.devicetests;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.kernel.memory.HostRange;

/** Guest memory in page-aligned host memory at any guest address, importable or not. */
final class DeviceMemory implements GuestMemory {
    private static final long PAGE = 0x10000;

    private record Range(long guest, MemorySegment bytes) {
        boolean holds(long address, long size) {
            return address >= guest && address + size <= guest + bytes.byteSize();
        }
    }

    private final List<Range> ranges = new ArrayList<>();
    private final boolean isImportable;

    DeviceMemory(boolean isImportable) {
        this.isImportable = isImportable;
    }

    DeviceMemory map(long address, long bytes) {
        ranges.add(new Range(address, Arena.ofAuto().allocate(bytes, PAGE)));
        return this;
    }

    private MemorySegment at(long address, long bytes, Access access) {
        for (Range range : ranges) {
            if (range.holds(address, bytes)) {
                return range.bytes().asSlice(address - range.guest(), bytes);
            }
        }
        throw new GuestMemoryFault(address, bytes, access);
    }

    /** Writes words given as hex. @return their number */
    int put(long address, String words) {
        String[] all = words.strip().split("\\s+");
        for (int i = 0; i < all.length; i++) {
            putInt(address + 4L * i, Integer.parseUnsignedInt(all[i], 16));
        }
        return all.length;
    }

    @Override
    public MemorySegment view(long address, long bytes, Access access) {
        return at(address, bytes, access);
    }

    @Override
    public boolean isMapped(long address, long bytes, Access access) {
        return ranges.stream().anyMatch(r -> r.holds(address, bytes));
    }

    @Override
    public byte getByte(long address) {
        return at(address, 1, Access.READ).get(ValueLayout.JAVA_BYTE, 0);
    }

    @Override
    public short getShort(long address) {
        return at(address, 2, Access.READ).get(ValueLayout.JAVA_SHORT_UNALIGNED, 0);
    }

    @Override
    public int getInt(long address) {
        return at(address, 4, Access.READ).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
    }

    @Override
    public long getLong(long address) {
        return at(address, 8, Access.READ).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    @Override
    public void putByte(long address, byte value) {
        at(address, 1, Access.WRITE).set(ValueLayout.JAVA_BYTE, 0, value);
    }

    @Override
    public void putShort(long address, short value) {
        at(address, 2, Access.WRITE).set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, value);
    }

    @Override
    public void putInt(long address, int value) {
        at(address, 4, Access.WRITE).set(ValueLayout.JAVA_INT_UNALIGNED, 0, value);
    }

    @Override
    public void putLong(long address, long value) {
        at(address, 8, Access.WRITE).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
    }

    @Override
    public byte[] getBytes(long address, int bytes) {
        return at(address, bytes, Access.READ).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void putBytes(long address, byte[] source) {
        at(address, source.length, Access.WRITE).copyFrom(MemorySegment.ofArray(source));
    }

    @Override
    public String getString(long address, int maxBytes) {
        throw new UnsupportedOperationException("no string is read here");
    }

    @Override
    public Optional<HostRange> importable(long address) {
        return !isImportable ? Optional.empty() : ranges.stream().filter(r -> r.holds(address, 1)).findFirst()
                .map(r -> new HostRange(r.guest(), r.bytes().address(), r.bytes().byteSize()));
    }

    @Override
    public List<HostRange> importables() {
        return List.of();
    }
}
