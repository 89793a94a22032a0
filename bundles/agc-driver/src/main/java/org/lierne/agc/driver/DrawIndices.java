package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.IndexType;
import org.lierne.gpu.PrimitiveLists;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/** Draws vertices or indices, converting lists that the host cannot read where they lie. */
final class DrawIndices {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** Vertices or indices of a draw: a count out of memory may be anything. */
    private static final int MAX_COUNT = 1 << 26;
    /** The same of all instances together: a device would be at more for seconds. */
    private static final long MAX_OF_INSTANCES = 1L << 30;

    private final GuestMemory memory;
    private final HostMemory ranges;
    private final TransientWords words;
    private final SurfaceCoherence coherence;

    DrawIndices(GuestMemory memory, HostMemory ranges, TransientWords words, SurfaceCoherence coherence) {
        this.memory = memory;
        this.ranges = ranges;
        this.words = words;
        this.coherence = coherence;
    }

    /** Where a draw's vertices come from. */
    sealed interface Source {
        /** One after the other. */
        record Sequence() implements Source {}

        /** Indices that the host reads where they lie. */
        record InPlace(GpuBuffer buffer, long offset, IndexType type) implements Source {}

        /** A list that is made here. */
        record Converted(int[] list) implements Source {}
    }

    /**
     * Looks for the indices: those that the host cannot read as they are, are read and converted now.
     *
     * @throws SurfaceCoherence.Unsettled if work under way may store to what is read now
     */
    Source source(DrawCall call, Primitives primitives, RegisterFile registers) {
        refuseTooMany(call);
        DrawCall.Indices indices = call.indices();
        if (indices == null) {
            return primitives.conversion() == Primitives.Conversion.NONE ? new Source.Sequence()
                    : new Source.Converted(primitives.conversion().convert(sequence(call.firstIndex(), call.count())));
        }
        Place place = place(call, indices, registers);
        HostMemory.Slice slice = primitives.isReadInPlace(place.indexBytes()) ? ranges.slice(place.start(), place.bytes(), false)
                : HostMemory.Slice.NONE;
        long misaligned = (place.start() - slice.guestStart()) % place.indexBytes();
        GpuBuffer buffer = slice.buffer();
        if (buffer != null && misaligned == 0) {
            return new Source.InPlace(buffer, slice.offset() + (place.start() - slice.guestStart()),
                    place.indexBytes() == 2 ? IndexType.UINT16 : IndexType.UINT32);
        }
        coherence.awaitStores(place.start(), place.bytes());
        return new Source.Converted(primitives.list(read(place.start(), call.count(), place.indexBytes())));
    }

    /**
     * The vertices of a draw's primitives, one primitive after the other.
     *
     * @param offset added to each index, or to the first vertex
     * @throws SurfaceCoherence.Unsettled if work under way may store to what is read now
     */
    int[] list(DrawCall call, Primitives primitives, RegisterFile registers, int offset) {
        refuseTooMany(call);
        DrawCall.Indices indices = call.indices();
        int[] all;
        if (indices == null) {
            all = sequence(call.firstIndex(), call.count());
        } else {
            Place place = place(call, indices, registers);
            coherence.awaitStores(place.start(), place.bytes());
            all = read(place.start(), call.count(), place.indexBytes());
        }
        int[] list = PrimitiveLists.of(primitives.topology(), all, indices != null && primitives.isRestarting(), primitives.restartIndex());
        for (int i = 0; i < list.length && offset != 0; i++) {
            list[i] += offset;
        }
        return list;
    }

    private record Place(long start, long bytes, int indexBytes) {}

    private Place place(DrawCall call, DrawCall.Indices indices, RegisterFile registers) {
        int type = Registers.VGT_INDEX_TYPE.field("INDEX_TYPE").get(registers.get(Registers.VGT_INDEX_TYPE));
        int indexBytes = type == 0 ? 2 : type == 1 ? 4 : 1;
        if (type == 3) {
            throw new WorkRefused("refused at draw: index type 3 is none");
        }
        long start = indices.address() + (long) call.firstIndex() * indexBytes;
        long bytes = (long) call.count() * indexBytes;
        if (!memory.isMapped(start, bytes, Access.READ)) {
            throw new WorkRefused("refused at draw: %s: the indices are not mapped".formatted(call));
        }
        return new Place(start, bytes, indexBytes);
    }

    /** Counts out of memory may be anything. */
    static void refuseTooMany(DrawCall call) {
        if (call.count() < 0 || call.count() > MAX_COUNT) {
            throw new WorkRefused("refused at draw: %d vertices or indices, at most %d are drawn at once".formatted(
                    Integer.toUnsignedLong(call.count()), MAX_COUNT));
        }
        long instances = Integer.toUnsignedLong(call.instances());
        if (call.count() * instances > MAX_OF_INSTANCES) {
            throw new WorkRefused("refused at draw: %d instances of %d vertices or indices, at most %d are drawn at once".formatted(instances,
                    call.count(), MAX_OF_INSTANCES));
        }
    }

    void emit(GpuCommands c, DrawCall call, Source source, int indexOffset) {
        switch (source) {
            case Source.Sequence _ -> c.draw(call.count(), call.instances(), call.firstIndex() + indexOffset, 0);
            case Source.InPlace list -> {
                c.indexBuffer(list.buffer(), list.offset(), list.type());
                c.drawIndexed(call.count(), call.instances(), 0, indexOffset, 0);
            }
            case Source.Converted converted -> drawList(c, converted.list(), call.instances(), indexOffset);
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
