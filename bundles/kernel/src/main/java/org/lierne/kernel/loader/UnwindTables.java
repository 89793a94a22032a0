package org.lierne.kernel.loader;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import org.lierne.kernel.format.ElfImage;
import org.lierne.kernel.format.ProgramHeader;

/**
 * What {@code .eh_frame_hdr} says: where {@code .eh_frame} is and where functions start. Addresses are relative to the image. Documented:
 * Linux Standard Base, "Exception frame header".
 *
 * @param ehFrameBytes to the end of the segment that holds the table, as its own length is written nowhere
 */
record UnwindTables(long ehFrame, long ehFrameBytes, long[] functionStarts) {
    private static final int VERSION = 1;
    /** pc-relative, signed 32 bits. */
    private static final int PCREL_SDATA4 = 0x1b;
    private static final int UDATA4 = 0x03;
    /** header-relative, signed 32 bits. */
    private static final int DATAREL_SDATA4 = 0x3b;
    private static final int HEADER_BYTES = 12;

    /** Empty if there is no header, or one in another encoding than compilers write. */
    static Optional<UnwindTables> of(ElfImage image) {
        Optional<ProgramHeader> found = image.ehFrameHeader();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ProgramHeader header = found.get();
        Optional<ProgramHeader> holder = image.loaded().stream().filter(s -> s.holds(header.address(), header.memorySize())).findFirst();
        if (holder.isEmpty() || header.memorySize() < HEADER_BYTES) {
            return Optional.empty();
        }
        ProgramHeader segment = holder.get();
        long offset = header.address() - segment.address();
        MemorySegment bytes = image.bytes(segment);
        if (offset + header.memorySize() > bytes.byteSize()) {
            return Optional.empty();
        }
        MemorySegment table = bytes.asSlice(offset, header.memorySize());
        if (table.get(JAVA_BYTE, 0) != VERSION || table.get(JAVA_BYTE, 1) != PCREL_SDATA4 || table.get(JAVA_BYTE, 2) != UDATA4
                || table.get(JAVA_BYTE, 3) != DATAREL_SDATA4) {
            return Optional.empty();
        }
        long frame = header.address() + 4 + table.get(JAVA_INT_UNALIGNED, 4);
        long count = Integer.toUnsignedLong(table.get(JAVA_INT_UNALIGNED, 8));
        count = Math.min(count, (table.byteSize() - HEADER_BYTES) / 8);
        long[] starts = new long[(int) count];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = header.address() + table.get(JAVA_INT_UNALIGNED, HEADER_BYTES + 8L * i);
        }
        Arrays.sort(starts);
        long end = segment.address() + segment.fileSize();
        return Optional.of(new UnwindTables(frame, Math.max(0, end - frame), starts));
    }
}
