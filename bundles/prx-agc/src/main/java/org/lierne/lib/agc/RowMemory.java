package org.lierne.lib.agc;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.kernel.memory.HostRange;

/**
 * A small guest memory in one array, in which {@link BuilderRows} lays out the arguments of a row and finds its
 * packets.
 */
final class RowMemory implements GuestMemory {
    static final long BASE = 0x7000_0000_0000L;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(
            ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final MemorySegment segment;
    private int used;

    RowMemory(int size) {
        bytes = new byte[size];
        segment = MemorySegment.ofArray(bytes);
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(bytes, 0, Math.min(bytes.length, used + 64), (byte) 0);
        used = 0;
    }

    /** A zeroed block, 16-byte aligned. */
    long allocate(int size) {
        int start = used + 15 & ~15;
        if (start + size > bytes.length) {
            throw new IllegalArgumentException(size + " bytes do not fit into the memory for rows");
        }
        used = start + size;
        return BASE + start;
    }

    private long at(long address, long size, Access access) {
        long offset = address - BASE;
        if (offset < 0 || size < 0 || offset + size > bytes.length) {
            throw new GuestMemoryFault(address, size, access);
        }
        return offset;
    }

    @Override
    public MemorySegment view(long address, long size, Access access) {
        return segment.asSlice(at(address, size, access), size);
    }

    @Override
    public boolean isMapped(long address, long size, Access access) {
        long offset = address - BASE;
        return offset >= 0 && size >= 0 && offset + size <= bytes.length;
    }

    @Override
    public byte getByte(long address) {
        return bytes[(int) at(address, 1, Access.READ)];
    }

    @Override
    public short getShort(long address) {
        return segment.get(SHORT, at(address, 2, Access.READ));
    }

    @Override
    public int getInt(long address) {
        return segment.get(INT, at(address, 4, Access.READ));
    }

    @Override
    public long getLong(long address) {
        return segment.get(LONG, at(address, 8, Access.READ));
    }

    @Override
    public void putByte(long address, byte value) {
        bytes[(int) at(address, 1, Access.WRITE)] = value;
    }

    @Override
    public void putShort(long address, short value) {
        segment.set(SHORT, at(address, 2, Access.WRITE), value);
    }

    @Override
    public void putInt(long address, int value) {
        segment.set(INT, at(address, 4, Access.WRITE), value);
    }

    @Override
    public void putLong(long address, long value) {
        segment.set(LONG, at(address, 8, Access.WRITE), value);
    }

    @Override
    public byte[] getBytes(long address, int size) {
        int offset = (int) at(address, size, Access.READ);
        return Arrays.copyOfRange(bytes, offset, offset + size);
    }

    @Override
    public void putBytes(long address, byte[] source) {
        System.arraycopy(source, 0, bytes, (int) at(address, source.length, Access.WRITE), source.length);
    }

    @Override
    public String getString(long address, int maxBytes) {
        int start = (int) at(address, 0, Access.READ);
        int end = start;
        while (end < bytes.length && end - start < maxBytes && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    @Override
    public Optional<HostRange> importable(long address) {
        return Optional.empty();
    }

    @Override
    public List<HostRange> importables() {
        return List.of();
    }
}
