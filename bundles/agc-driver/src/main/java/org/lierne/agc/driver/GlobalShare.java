package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.lierne.recompiler.program.ShaderResource;

/** The global data share: memory of the device itself that packets and programs of all queues have in common. Zero at the start. */
final class GlobalShare {
    static final int BYTES = ShaderResource.GLOBAL_SHARE_BYTES;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment memory;

    /** @param memory {@link #BYTES} of it, the same that programs have bound */
    GlobalShare(MemorySegment memory) {
        this.memory = memory;
        memory.fill((byte) 0);
    }

    /** @param offset in bytes @throws PacketRefused where there is no word */
    synchronized int get(long offset) {
        return memory.get(WORD, checked(offset));
    }

    /** @param offset in bytes @throws PacketRefused where there is no word */
    synchronized void put(long offset, int word) {
        memory.set(WORD, checked(offset), word);
    }

    private static long checked(long offset) {
        if ((offset & 3) != 0 || offset < 0 || offset >= BYTES) {
            throw new PacketRefused("the global data share has no word at 0x%x".formatted(offset));
        }
        return offset;
    }
}
