package org.lierne.kernel.format;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The container that may wrap an ELF file: a header of 0x20 bytes, a table of 32-byte entries, then the ELF and program
 * headers; each data entry carries the bytes of one program header. Entries that are encrypted or compressed are
 * refused by name.
 */
final class Container {
    private static final int MAGIC = 0xeef51454;
    private static final int OLDER_MAGIC = 0x1d3d154f;
    private static final int HEADER_BYTES = 0x20;
    private static final int ENTRY_BYTES = 32;
    private static final long ENCRYPTED = 1 << 1;
    private static final long COMPRESSED = 1 << 3;
    private static final long DATA = 1 << 11;

    private final String file;
    private final MemorySegment bytes;
    private final int entries;
    private final MemorySegment table;

    private Container(String file, MemorySegment bytes) {
        this.file = file;
        this.bytes = bytes;
        long stated = bytes.get(FileBytes.LONG, 0x10);
        if (Long.compareUnsigned(stated, bytes.byteSize()) > 0) {
            throw new FormatRefused(
                    file,
                    "container header",
                    0,
                    HEADER_BYTES,
                    "states a file of 0x" + Long.toHexString(stated) + " bytes, the file has 0x"
                            + Long.toHexString(bytes.byteSize()));
        }
        this.entries = Short.toUnsignedInt(bytes.get(FileBytes.SHORT, 0x18));
        this.table = FileBytes.slice(file, bytes, "container entry table", HEADER_BYTES, (long) entries * ENTRY_BYTES);
    }

    static boolean isContainer(MemorySegment bytes) {
        int magic = bytes.get(FileBytes.INT, 0);
        return magic == MAGIC || magic == OLDER_MAGIC;
    }

    static Container of(String file, MemorySegment bytes) {
        return new Container(file, bytes);
    }

    /** The part of the file that starts with the ELF header. */
    MemorySegment elf() {
        long at = HEADER_BYTES + table.byteSize();
        long rest = bytes.byteSize() - at;
        return FileBytes.slice(file, bytes, "ELF header", at, Math.max(rest, ElfHeader.BYTES));
    }

    /** Checks every entry and joins the data entries with their program headers. */
    FileBytes.Wrapped pieces(List<ProgramHeader> headers) {
        List<FileBytes.Wrapped.Piece> pieces = new ArrayList<>();
        boolean[] seen = new boolean[headers.size()];
        for (int i = 0; i < entries; i++) {
            long at = HEADER_BYTES + (long) i * ENTRY_BYTES;
            long flags = entry(i, 0);
            String name = "container entry " + i;
            int index = (int) (flags >>> 20) & 0xfff;
            boolean isData = (flags & DATA) != 0;
            // The other entries hold checksums of an entry, and count entries where data entries count program headers.
            int limit = isData ? headers.size() : Math.max(headers.size(), entries);
            if (index >= limit) {
                throw new FormatRefused(
                        file,
                        name,
                        at,
                        ENTRY_BYTES,
                        "maps to program header " + index + ", the file has " + headers.size());
            }
            refuseFlag(name, at, index, flags, ENCRYPTED, "encrypted (flag bit 1)");
            refuseFlag(name, at, index, flags, COMPRESSED, "compressed (flag bit 3)");
            MemorySegment stored = FileBytes.slice(file, bytes, "bytes of " + name, entry(i, 8), entry(i, 16));
            if (isData) {
                ProgramHeader header = headers.get(index);
                if (seen[index]) {
                    throw new FormatRefused(
                            file, name, at, ENTRY_BYTES, "carries program header " + index + " for the second time");
                }
                if (Long.compareUnsigned(stored.byteSize(), header.fileSize()) < 0) {
                    throw new FormatRefused(
                            file,
                            name,
                            at,
                            ENTRY_BYTES,
                            "stores 0x" + Long.toHexString(stored.byteSize()) + " bytes, program header " + index
                                    + " asks for 0x" + Long.toHexString(header.fileSize()));
                }
                seen[index] = true;
                pieces.add(new FileBytes.Wrapped.Piece(header, stored.asSlice(0, header.fileSize())));
            }
        }
        return new FileBytes.Wrapped(file, List.copyOf(pieces));
    }

    private void refuseFlag(String name, long at, int index, long flags, long flag, String what) {
        if ((flags & flag) != 0) {
            throw new FormatRefused(
                    file,
                    name,
                    at,
                    ENTRY_BYTES,
                    "segment " + index + " is " + what
                            + "; only segments that are neither encrypted nor compressed are loaded");
        }
    }

    private long entry(int i, int field) {
        return table.get(FileBytes.LONG, (long) i * ENTRY_BYTES + field);
    }
}
