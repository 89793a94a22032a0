package org.lierne.recompiler.core.interpreter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;

/** Memory made of byte arrays at addresses. Accesses that leave an array, even in part, read zero and drop the write. */
final class ArrayMemory implements WaveMemory {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final TreeMap<Long, byte[]> areas = new TreeMap<>(Long::compareUnsigned);

    /** Makes {@code bytes} appear at {@code address}; writes go into the array. */
    void map(long address, byte[] bytes) {
        areas.put(address, bytes);
    }

    private byte[] area(long address, int bytes) {
        Map.Entry<Long, byte[]> below = areas.floorEntry(address);
        if (below == null) {
            return NOTHING;
        }
        long offset = address - below.getKey();
        byte[] area = below.getValue();
        return Long.compareUnsigned(offset, area.length) < 0 && offset + bytes <= area.length ? area : NOTHING;
    }

    private static final byte[] NOTHING = new byte[0];

    @Override
    public long read(long address, int bytes) {
        byte[] area = area(address, bytes);
        if (area.length == 0) {
            return 0;
        }
        int at = (int) (address - areas.floorKey(address));
        return switch (bytes) {
            case 1 -> area[at] & 0xffL;
            case 2 -> (short) SHORT.get(area, at) & 0xffffL;
            case 4 -> (int) INT.get(area, at) & 0xffffffffL;
            default -> (long) LONG.get(area, at);
        };
    }

    @Override
    public void write(long address, int bytes, long value) {
        byte[] area = area(address, bytes);
        if (area.length == 0) {
            return;
        }
        int at = (int) (address - areas.floorKey(address));
        switch (bytes) {
            case 1 -> area[at] = (byte) value;
            case 2 -> SHORT.set(area, at, (short) value);
            case 4 -> INT.set(area, at, (int) value);
            default -> LONG.set(area, at, value);
        }
    }
}
