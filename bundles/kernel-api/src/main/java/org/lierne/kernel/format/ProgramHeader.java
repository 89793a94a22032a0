package org.lierne.kernel.format;

import java.util.Optional;

/**
 * One program header as written in the file.
 *
 * @param index    place in the table
 * @param code     {@code p_type}
 * @param flags    1 execute, 2 write, 4 read; 0 is legal
 * @param offset   place of the bytes in the ELF file (inside a container: in the file that was wrapped)
 * @param address  virtual address relative to the image's base
 * @param fileSize bytes in the file
 * @param memorySize bytes in memory, the rest being zero
 */
public record ProgramHeader(
        int index, int code, int flags, long offset, long address, long fileSize, long memorySize, long align) {
    /** Bytes of one entry. */
    public static final int BYTES = 56;

    public static final int EXECUTE = 1;
    public static final int WRITE = 2;
    public static final int READ = 4;

    public Optional<SegmentType> type() {
        return SegmentType.of(code);
    }

    public boolean is(SegmentType type) {
        return code == type.code();
    }

    /** Whether the segment gets memory: LOAD and the older RELRO. */
    public boolean isLoaded() {
        return is(SegmentType.LOAD) || is(SegmentType.LOADED_RELRO);
    }

    public boolean isExecutable() {
        return (flags & EXECUTE) != 0;
    }

    public boolean isWritable() {
        return (flags & WRITE) != 0;
    }

    /** Whether {@code [at, at + size)} lies inside the segment's memory. */
    public boolean holds(long at, long size) {
        return Ranges.within(at, size, address, memorySize);
    }
}
