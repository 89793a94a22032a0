package org.lierne.agc.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.kernel.memory.HostRange;

/**
 * The guest memory of a captured frame, anywhere in this process. Ranges that lie side by side in the guest do so here,
 * so that accesses may cross from one to the next.
 */
final class CapturedMemory implements GuestMemory, AutoCloseable {
    private static final long HOST_ALIGNMENT = 1 << 16;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(
            ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** A range of the guest as its flags say. */
    record Range(long start, long bytes, boolean isImportable, boolean isWritable) {
        long end() {
            return start + bytes;
        }
    }

    /** Ranges that follow each other. */
    private record Run(long start, MemorySegment bytes) {}

    private final Arena arena = Arena.ofShared();
    private final TreeMap<Long, Range> ranges = new TreeMap<>();
    private final TreeMap<Long, Run> runs = new TreeMap<>();

    /** @param all in address order, none over another */
    CapturedMemory(List<Range> all) {
        for (int i = 0; i < all.size();) {
            int end = i + 1;
            while (end < all.size() && all.get(end).start() == all.get(end - 1).end()) {
                end++;
            }
            long start = all.get(i).start();
            runs.put(start, new Run(start, arena.allocate(all.get(end - 1).end() - start, HOST_ALIGNMENT)));
            i = end;
        }
        all.forEach(range -> ranges.put(range.start(), range));
    }

    private @Nullable MemorySegment find(long address, long bytes, Access access) {
        Map.Entry<Long, Run> entry = runs.floorEntry(address);
        if (entry == null || bytes < 0) {
            return null;
        }
        Run run = entry.getValue();
        long offset = address - run.start();
        if (offset > run.bytes().byteSize() || bytes > run.bytes().byteSize() - offset) {
            return null;
        }
        if (access == Access.WRITE) {
            for (long at = address; at < address + bytes;) {
                Range range = ranges.floorEntry(at).getValue();
                if (!range.isWritable()) {
                    return null;
                }
                at = range.end();
            }
        }
        return run.bytes().asSlice(offset, bytes);
    }

    @Override
    public MemorySegment view(long address, long bytes, Access access) {
        MemorySegment found = find(address, bytes, access);
        if (found == null) {
            throw new GuestMemoryFault(address, bytes, access);
        }
        return found;
    }

    /** What the capture says about a page, whatever a packet may do with it. */
    void load(long address, byte[] content) {
        view(address, content.length, Access.READ).copyFrom(MemorySegment.ofArray(content));
    }

    @Override
    public boolean isMapped(long address, long bytes, Access access) {
        return find(address, bytes, access) != null;
    }

    @Override
    public byte getByte(long address) {
        return view(address, 1, Access.READ).get(ValueLayout.JAVA_BYTE, 0);
    }

    @Override
    public short getShort(long address) {
        return view(address, 2, Access.READ).get(SHORT, 0);
    }

    @Override
    public int getInt(long address) {
        return view(address, 4, Access.READ).get(INT, 0);
    }

    @Override
    public long getLong(long address) {
        return view(address, 8, Access.READ).get(LONG, 0);
    }

    @Override
    public void putByte(long address, byte value) {
        view(address, 1, Access.WRITE).set(ValueLayout.JAVA_BYTE, 0, value);
    }

    @Override
    public void putShort(long address, short value) {
        view(address, 2, Access.WRITE).set(SHORT, 0, value);
    }

    @Override
    public void putInt(long address, int value) {
        view(address, 4, Access.WRITE).set(INT, 0, value);
    }

    @Override
    public void putLong(long address, long value) {
        view(address, 8, Access.WRITE).set(LONG, 0, value);
    }

    @Override
    public byte[] getBytes(long address, int bytes) {
        return view(address, bytes, Access.READ).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void putBytes(long address, byte[] source) {
        view(address, source.length, Access.WRITE).copyFrom(MemorySegment.ofArray(source));
    }

    @Override
    public String getString(long address, int maxBytes) {
        int length = 0;
        while (length < maxBytes && getByte(address + length) != 0) {
            length++;
        }
        return new String(getBytes(address, length), StandardCharsets.UTF_8);
    }

    @Override
    public Optional<HostRange> importable(long address) {
        Map.Entry<Long, Range> entry = ranges.floorEntry(address);
        return entry == null || address >= entry.getValue().end() || !entry.getValue().isImportable() ? Optional.empty()
                : Optional.of(host(entry.getValue()));
    }

    private HostRange host(Range range) {
        Run run = runs.floorEntry(range.start()).getValue();
        return new HostRange(range.start(), run.bytes().address() + range.start() - run.start(), range.bytes());
    }

    @Override
    public List<HostRange> importables() {
        return ranges.values().stream().filter(Range::isImportable).map(this::host).toList();
    }

    /** Nothing may use the memory any more. */
    @Override
    public void close() {
        arena.close();
    }
}
