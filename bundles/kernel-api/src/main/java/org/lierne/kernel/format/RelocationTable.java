package org.lierne.kernel.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A relocation table, read in place: titles have hundreds of thousands of entries. Every entry was checked when the
 * image was read.
 */
public final class RelocationTable {
    static final int RELA_BYTES = 24;
    static final int REL_BYTES = 16;
    static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final String name;
    private final MemorySegment bytes;
    private final boolean addendInPlace;
    private final int count;

    RelocationTable(String name, MemorySegment bytes, boolean addendInPlace) {
        this.name = name;
        this.bytes = bytes;
        this.addendInPlace = addendInPlace;
        this.count = Math.toIntExact(bytes.byteSize() / (addendInPlace ? REL_BYTES : RELA_BYTES));
    }

    /** The tag that names the table: {@code RELA}, {@code REL} or {@code JMPREL}. */
    public String name() {
        return name;
    }

    public int count() {
        return count;
    }

    /** Whether addends stand at the target in the image ({@code REL}) instead of in the table. */
    public boolean isAddendInPlace() {
        return addendInPlace;
    }

    /** Where the eight-byte result goes, relative to the base. */
    public long target(int i) {
        return word(i, 0);
    }

    public RelocationType type(int i) {
        return RelocationType.of(typeCode(i)).orElseThrow();
    }

    /** Index in {@link ElfImage#symbols}, 0 for none. */
    public int symbol(int i) {
        return (int) (word(i, 8) >>> 32);
    }

    /** The addend, or 0 where it stands in place. */
    public long addend(int i) {
        return addendInPlace ? 0 : word(i, 16);
    }

    int typeCode(int i) {
        return (int) word(i, 8);
    }

    private long word(int i, int field) {
        return bytes.get(WORD, (long) i * (addendInPlace ? REL_BYTES : RELA_BYTES) + field);
    }
}
