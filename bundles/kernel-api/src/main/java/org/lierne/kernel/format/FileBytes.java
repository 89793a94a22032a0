package org.lierne.kernel.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/** The bytes of an ELF file by its own offsets, whether it lies bare on disk or in pieces inside a container. */
sealed interface FileBytes {
    ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    String file();

    /** A range of the file; the table is named in the refusal. */
    MemorySegment slice(String table, long offset, long size);

    static MemorySegment slice(String file, MemorySegment bytes, String table, long offset, long size) {
        if (!Ranges.fits(offset, size, bytes.byteSize())) {
            throw new FormatRefused(
                    file,
                    table,
                    offset,
                    size,
                    "ends past the file, which has 0x" + Long.toHexString(bytes.byteSize()) + " bytes");
        }
        return bytes.asSlice(offset, size);
    }

    /** A bare ELF file. */
    record Bare(String file, MemorySegment bytes) implements FileBytes {
        @Override
        public MemorySegment slice(String table, long offset, long size) {
            return FileBytes.slice(file, bytes, table, offset, size);
        }
    }

    /** An ELF file whose segments are carried by the entries of a container. */
    record Wrapped(String file, List<Piece> pieces) implements FileBytes {
        /** The stored bytes of one program header. */
        record Piece(ProgramHeader header, MemorySegment bytes) {}

        @Override
        public MemorySegment slice(String table, long offset, long size) {
            for (Piece piece : pieces) {
                if (Ranges.within(
                        offset, size, piece.header().offset(), piece.bytes().byteSize())) {
                    return piece.bytes().asSlice(offset - piece.header().offset(), size);
                }
            }
            throw new FormatRefused(file, table, offset, size, "no entry of the container carries these bytes");
        }
    }
}
