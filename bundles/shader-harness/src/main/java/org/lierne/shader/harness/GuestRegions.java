package org.lierne.shader.harness;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.program.MemoryReader;

/** The guest memory of one job: a handful of regions, each an array. Addresses are compared unsigned. */
final class GuestRegions implements MemoryReader {
    /** A mapped range. */
    record Region(long address, byte[] bytes, String name) {
        boolean holds(long at) {
            return Long.compareUnsigned(at, address) >= 0 && Long.compareUnsigned(at, address + bytes.length) < 0;
        }

        ByteBuffer buffer() {
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    private static final long DATA = 0x10_0000_0000L;
    private static final long GAP = 0x100_0000L;
    /** High half of the 32-bit pointers of the radv ABI. */
    static final int POINTER_HIGH = 0xffff8000;

    private final TreeMap<Long, Region> regions = new TreeMap<>(Long::compareUnsigned);
    private long nextData = DATA;
    private long nextPointer = (long) POINTER_HIGH << 32 | 0x10_0000L;

    /** Maps bytes for buffers, 256-byte aligned. */
    Region map(byte[] bytes, String name) {
        Region region = new Region(nextData, bytes, name);
        nextData += (bytes.length + GAP - 1) / GAP * GAP + GAP;
        regions.put(region.address, region);
        return region;
    }

    /** Maps bytes where 32-bit pointers reach them. */
    Region mapLow(byte[] bytes, String name) {
        Region region = new Region(nextPointer, bytes, name);
        nextPointer += (bytes.length + 0xffffL & ~0xffffL) + 0x1_0000L;
        regions.put(region.address, region);
        return region;
    }

    /** An address nothing is mapped at, for descriptors of images. */
    long reserve() {
        long address = nextData;
        nextData += GAP;
        return address;
    }

    @Nullable Region at(long address) {
        Map.Entry<Long, Region> entry = regions.floorEntry(address);
        return entry != null && entry.getValue().holds(address) ? entry.getValue() : null;
    }

    Iterable<Region> all() {
        return regions.values();
    }

    @Override
    public boolean read(long guestAddress, int[] target, int from, int count) {
        Region region = at(guestAddress);
        if (region == null || guestAddress + 4L * count > region.address + region.bytes.length) {
            return false;
        }
        ByteBuffer buffer = region.buffer();
        for (int i = 0; i < count; i++) {
            target[from + i] = buffer.getInt((int) (guestAddress - region.address) + 4 * i);
        }
        return true;
    }
}
