package org.lierne.agc.packet;

import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;

/**
 * Packets that keep the workloads of a stream: a note, and an atomic on the stream's slot, a mask of the workloads that run. The library
 * builds them into command buffers, its driver at a cursor. Facts: docs/graphics-library.md, section 2.
 */
public final class WorkloadPackets {
    /** Workloads of a stream, by a bit each. */
    private static final int WORKLOADS = 64;

    private static final int ACTIVE = 0xCC000000;
    private static final int COMPLETE = 0xCD000000;
    private static final int MASK_HIGH_REGISTER = 0xC343;
    private static final int SWAP = 0x67;
    private static final int AND = 0x75;
    private static final int CONFIRMED = 2;
    private static final int UNCACHED = 3;

    private WorkloadPackets() {}

    /** The mask of 1 to 63 workloads; empty if one is out of range or doubled. */
    public static OptionalLong mask(int count, IntUnaryOperator ids) {
        if (count < 1 || count >= WORKLOADS) {
            return OptionalLong.empty();
        }
        long mask = 0;
        for (int i = 0; i < count; i++) {
            int id = ids.applyAsInt(i);
            if (!isWorkload(id) || (mask >>> id & 1) != 0) {
                return OptionalLong.empty();
            }
            mask |= 1L << id;
        }
        return OptionalLong.of(mask);
    }

    public static boolean isWorkload(int id) {
        return id >= 0 && id < WORKLOADS;
    }

    /** The workloads of a mask run. */
    public static Words[] active(boolean isGraphics, int stream, long slot, long mask) {
        return new Words[] {Note.of(isGraphics, ACTIVE + stream, (int) mask), maskHigh(isGraphics, (int) (mask >>> 32)),
            atomic(isGraphics, SWAP, slot, mask)};
    }

    /** No workload of the stream runs. */
    public static Words[] inactive(boolean isGraphics, int stream) {
        return new Words[] {Note.of(isGraphics, ACTIVE + stream, 0), maskHigh(isGraphics, 0)};
    }

    /** One workload is done. */
    public static Words[] complete(boolean isGraphics, int stream, long slot, int id) {
        return new Words[] {Note.of(isGraphics, COMPLETE + (id << 5) + stream), atomic(isGraphics, AND, slot, ~(1L << id))};
    }

    private static Words atomic(boolean isGraphics, int operation, long slot, long source) {
        return Pm4.ATOMIC_MEM.words().with("operation", operation).with("command", CONFIRMED)
                .with("engine", isGraphics ? 1 : 0).with("address", slot).with("source", source);
    }

    /** The one source has the upper mask where the address's upper half would be, and a zero behind it. */
    private static Words maskHigh(boolean isGraphics, int value) {
        return Pm4.WRITE_DATA.words().header(Note.headerBits(isGraphics)).with("one_address", 1).with("cache", UNCACHED)
                .with("address", MASK_HIGH_REGISTER).word(3, value);
    }
}
