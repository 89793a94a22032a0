package org.lierne.testing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.kernel.memory.HostRange;

/** Guest memory in page-aligned host memory, for tests: ranges at any guest address, each readable and perhaps writable, importable or not. */
public final class ArrayGuestMemory implements GuestMemory {
    private static final long HOST_ALIGNMENT = 0x10000;

    private record Range(long start, MemorySegment bytes, boolean isWritable) {
        boolean holds(long address, long size) {
            long offset = address - start;
            return Long.compareUnsigned(size, bytes.byteSize()) <= 0 && Long.compareUnsigned(offset, bytes.byteSize() - size) <= 0;
        }
    }

    private final List<Range> ranges = new ArrayList<>();
    private final boolean isImportable;

    /** Memory that no device can import. */
    public ArrayGuestMemory() {
        this(false);
    }

    /** @param isImportable whether a device may import its ranges */
    public ArrayGuestMemory(boolean isImportable) {
        this.isImportable = isImportable;
    }

    /** Maps zeroed, writable memory. */
    public ArrayGuestMemory map(long address, long bytes) {
        ranges.add(new Range(address, Arena.ofAuto().allocate(bytes, HOST_ALIGNMENT), true));
        return this;
    }

    /** Maps memory that may only be read. */
    public ArrayGuestMemory mapReadOnly(long address, byte[] content) {
        MemorySegment segment = Arena.ofAuto().allocate(content.length, HOST_ALIGNMENT);
        segment.copyFrom(MemorySegment.ofArray(content));
        ranges.add(new Range(address, segment, false));
        return this;
    }

    /** Writes 32-bit words given as hex. @return their number */
    public int putWords(long address, String hex) {
        String[] words = hex.strip().split("\\s+");
        for (int i = 0; i < words.length; i++) {
            putInt(address + 4L * i, Integer.parseUnsignedInt(words[i], 16));
        }
        return words.length;
    }

    private MemorySegment at(long address, long bytes, Access access) {
        for (Range range : ranges) {
            if (range.holds(address, bytes) && (access == Access.READ || range.isWritable)) {
                return range.bytes.asSlice(address - range.start, bytes);
            }
        }
        throw new GuestMemoryFault(address, bytes, access);
    }

    @Override
    public MemorySegment view(long address, long bytes, Access access) {
        return at(address, bytes, access);
    }

    @Override
    public boolean isMapped(long address, long bytes, Access access) {
        return ranges.stream().anyMatch(r -> r.holds(address, bytes) && (access == Access.READ || r.isWritable));
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
        List<Byte> bytes = new ArrayList<>();
        for (int i = 0; i < maxBytes; i++) {
            byte b = getByte(address + i);
            if (b == 0) {
                break;
            }
            bytes.add(b);
        }
        byte[] raw = new byte[bytes.size()];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = bytes.get(i);
        }
        return new String(raw, StandardCharsets.UTF_8);
    }

    @Override
    public Optional<HostRange> importable(long address) {
        return !isImportable ? Optional.empty() : ranges.stream().filter(r -> r.holds(address, 1)).findFirst()
                .map(r -> new HostRange(r.start, r.bytes.address(), r.bytes.byteSize()));
    }

    @Override
    public List<HostRange> importables() {
        return !isImportable ? List.of() : ranges.stream().sorted(Comparator.comparingLong(Range::start))
                .map(r -> new HostRange(r.start, r.bytes.address(), r.bytes.byteSize())).toList();
    }
}
