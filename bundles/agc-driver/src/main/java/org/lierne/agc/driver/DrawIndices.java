package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.IndexType;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/** Draws vertices or indices, converting lists that the host cannot read where they lie. */
final class DrawIndices {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** Vertices or indices of a draw: a count out of memory may be anything. */
    private static final int MAX_COUNT = 1 << 26;

    private final GuestMemory memory;
    private final HostMemory ranges;
    private final TransientWords words;

    DrawIndices(GuestMemory memory, HostMemory ranges, TransientWords words) {
        this.memory = memory;
        this.ranges = ranges;
        this.words = words;
    }

    /** Indices the host can read as they are are bound in place; others are converted. */
    void emit(GpuCommands c, DrawCall call, Primitives primitives, RegisterFile registers, int indexOffset) {
        DrawCall.Indices indices = call.indices();
        int type = Registers.VGT_INDEX_TYPE.field("INDEX_TYPE").get(registers.get(Registers.VGT_INDEX_TYPE));
        int indexBytes = type == 0 ? 2 : type == 1 ? 4 : 1;
        if (call.count() < 0 || call.count() > MAX_COUNT) {
            throw new WorkRefused("refused at draw: %d vertices or indices, at most %d are drawn at once".formatted(
                    Integer.toUnsignedLong(call.count()), MAX_COUNT));
        }
        if (indices == null) {
            if (primitives.conversion() == Primitives.Conversion.NONE) {
                c.draw(call.count(), call.instances(), call.firstIndex() + indexOffset, 0);
            } else {
                int[] list = primitives.conversion().convert(sequence(call.firstIndex(), call.count()));
                drawList(c, list, call.instances(), indexOffset);
            }
            return;
        }
        if (type == 3) {
            throw new WorkRefused("refused at draw: index type 3 is none");
        }
        long start = indices.address() + (long) call.firstIndex() * indexBytes;
        long bytes = (long) call.count() * indexBytes;
        if (!memory.isMapped(start, bytes, Access.READ)) {
            throw new WorkRefused("refused at draw: %s: the indices are not mapped".formatted(call));
        }
        HostMemory.Slice slice = primitives.isReadInPlace(indexBytes) ? ranges.slice(c, start, bytes, false)
                : HostMemory.Slice.NONE;
        long misaligned = (start - slice.guestStart()) % indexBytes;
        if (slice.buffer() != null && misaligned == 0) {
            c.indexBuffer(slice.buffer(), slice.offset() + (start - slice.guestStart()), type == 0 ? IndexType.UINT16
                    : IndexType.UINT32);
            c.drawIndexed(call.count(), call.instances(), 0, indexOffset, 0);
        } else {
            drawList(c, primitives.list(read(start, call.count(), indexBytes)), call.instances(), indexOffset);
        }
    }

    private static int[] sequence(int first, int count) {
        int[] list = new int[count];
        for (int i = 0; i < count; i++) {
            list[i] = first + i;
        }
        return list;
    }

    private int[] read(long address, int count, int indexBytes) {
        MemorySegment bytes = memory.view(address, (long) count * indexBytes, Access.READ);
        int[] list = new int[count];
        for (int i = 0; i < count; i++) {
            list[i] = switch (indexBytes) {
                case 1 -> bytes.get(ValueLayout.JAVA_BYTE, i) & 0xFF;
                case 2 -> bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN),
                        2L * i) & 0xFFFF;
                default -> bytes.get(WORD, 4L * i);
            };
        }
        return list;
    }

    private void drawList(GpuCommands c, int[] list, int instances, int indexOffset) {
        if (list.length == 0) {
            return;
        }
        long offset = words.put(list);
        c.indexBuffer(words.buffer(), offset, IndexType.UINT32);
        c.drawIndexed(list.length, instances, 0, indexOffset, 0);
    }
}
