package org.lierne.kernel.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads headers and segments of one file; the dynamic tables are read by {@link DynamicReader}. */
final class ElfReader {
    /** Images larger than the guest's user area cannot be placed. */
    private static final long MAX_IMAGE_BYTES = 1L << 40;

    private static final long MAX_TLS_BYTES = 1L << 30;
    private static final int ELF_MAGIC = 0x464c457f;

    private final String file;
    private final MemorySegment whole;

    ElfReader(String file, MemorySegment bytes) {
        this.file = file;
        this.whole = bytes;
    }

    ElfImage read() {
        if (whole.byteSize() < ElfHeader.BYTES) {
            throw new FormatRefused(
                    file,
                    "ELF header",
                    0,
                    ElfHeader.BYTES,
                    "file too small for ELF header, it has 0x" + Long.toHexString(whole.byteSize()) + " bytes");
        }
        boolean isWrapped = Container.isContainer(whole);
        Container container = isWrapped ? Container.of(file, whole) : null;
        MemorySegment elf = container != null ? container.elf() : whole;
        ElfHeader header = header(elf);
        List<ProgramHeader> segments = programHeaders(elf, header);
        FileBytes bytes = container != null ? container.pieces(segments) : new FileBytes.Bare(file, whole);
        checkSegments(bytes, segments);
        checkEntry(header, segments);
        return new ElfImage(
                bytes,
                header,
                segments,
                single(segments, SegmentType.DYNAMIC)
                        .map(segment -> new DynamicReader(bytes, header, segments, segment).read())
                        .orElse(DynamicTables.NONE),
                single(segments, SegmentType.TLS).map(TlsTemplate::new),
                single(segments, SegmentType.PROCESS_PARAMETERS)
                        .map(segment -> parameters(bytes, segment, "process parameters", ParameterBlock.PROCESS_MAGIC)),
                single(segments, SegmentType.MODULE_PARAMETERS)
                        .map(segment -> parameters(bytes, segment, "module parameters", ParameterBlock.MODULE_MAGIC)));
    }

    private ElfHeader header(MemorySegment elf) {
        if (elf.get(FileBytes.INT, 0) != ELF_MAGIC) {
            throw headerRefused(
                    0,
                    4,
                    "starts with 0x" + Integer.toHexString(elf.get(FileBytes.INT, 0))
                            + "; expected an ELF file (0x464c457f) or a container of one");
        }
        int wordSize = elf.get(ValueLayout.JAVA_BYTE, 4);
        int byteOrder = elf.get(ValueLayout.JAVA_BYTE, 5);
        if (wordSize != 2 || byteOrder != 1) {
            throw headerRefused(
                    4,
                    2,
                    "is class " + wordSize + ", byte order " + byteOrder
                            + "; expected class 2 (64 bit), order 1 (little)");
        }
        int machine = unsigned(elf, 0x12);
        if (machine != ElfHeader.MACHINE_X86_64) {
            throw headerRefused(
                    0x12, 2, "is for machine " + machine + "; expected " + ElfHeader.MACHINE_X86_64 + " (x86-64)");
        }
        int code = unsigned(elf, 0x10);
        ImageType type = ImageType.of(code)
                .orElseThrow(() -> headerRefused(
                        0x10,
                        2,
                        "has e_type 0x" + Integer.toHexString(code)
                                + "; expected 0xfe00, 0xfe0c, 0xfe10, 0xfe18, or 2 or 3 for homebrew"));
        int osAbi = Byte.toUnsignedInt(elf.get(ValueLayout.JAVA_BYTE, 7));
        int abiVersion = Byte.toUnsignedInt(elf.get(ValueLayout.JAVA_BYTE, 8));
        if (!type.isPlain() && (osAbi != ElfHeader.OS_ABI || abiVersion != 0 && abiVersion != ElfHeader.ABI_VERSION)) {
            throw headerRefused(
                    7,
                    2,
                    "has OS ABI " + osAbi + ", version " + abiVersion + "; expected 9 and 2 (older generation: 0)");
        }
        int entryBytes = unsigned(elf, 0x36);
        int count = unsigned(elf, 0x38);
        if (count != 0 && entryBytes != ProgramHeader.BYTES) {
            throw headerRefused(
                    0x36, 2, "has program headers of " + entryBytes + " bytes; expected " + ProgramHeader.BYTES);
        }
        return new ElfHeader(
                type, osAbi, abiVersion, elf.get(FileBytes.LONG, 0x18), elf.get(FileBytes.LONG, 0x20), count);
    }

    private List<ProgramHeader> programHeaders(MemorySegment elf, ElfHeader header) {
        MemorySegment table = FileBytes.slice(
                file,
                elf,
                "program header table",
                header.programHeaderOffset(),
                (long) header.programHeaderCount() * ProgramHeader.BYTES);
        List<ProgramHeader> headers = new ArrayList<>(header.programHeaderCount());
        for (int i = 0; i < header.programHeaderCount(); i++) {
            long at = (long) i * ProgramHeader.BYTES;
            headers.add(new ProgramHeader(
                    i,
                    table.get(FileBytes.INT, at),
                    table.get(FileBytes.INT, at + 4),
                    table.get(FileBytes.LONG, at + 8),
                    table.get(FileBytes.LONG, at + 16),
                    table.get(FileBytes.LONG, at + 32),
                    table.get(FileBytes.LONG, at + 40),
                    table.get(FileBytes.LONG, at + 48)));
        }
        return List.copyOf(headers);
    }

    private void checkSegments(FileBytes bytes, List<ProgramHeader> segments) {
        for (ProgramHeader segment : segments) {
            boolean isTls = segment.is(SegmentType.TLS);
            if (segment.isLoaded() || isTls) {
                checkMemory(segment, isTls ? MAX_TLS_BYTES : MAX_IMAGE_BYTES);
            }
            if (isRead(segment) && segment.fileSize() != 0) {
                bytes.slice(name(segment), segment.offset(), segment.fileSize());
            }
        }
        List<ProgramHeader> loaded = segments.stream()
                .filter(segment -> segment.isLoaded() && segment.memorySize() != 0)
                .sorted(Comparator.comparingLong(ProgramHeader::address))
                .toList();
        if (loaded.isEmpty()) {
            throw new FormatRefused(
                    file,
                    "program header table",
                    0,
                    (long) segments.size() * ProgramHeader.BYTES,
                    "has no LOAD segment among " + segments.size() + " entries");
        }
        for (int i = 1; i < loaded.size(); i++) {
            ProgramHeader before = loaded.get(i - 1);
            ProgramHeader segment = loaded.get(i);
            if (before.address() + before.memorySize() > segment.address()) {
                throw refused(
                        segment,
                        segment.address(),
                        segment.memorySize(),
                        "overlaps program header " + before.index() + " in memory");
            }
        }
    }

    private void checkMemory(ProgramHeader segment, long limit) {
        if (Long.compareUnsigned(segment.fileSize(), segment.memorySize()) > 0) {
            throw refused(
                    segment,
                    segment.offset(),
                    segment.fileSize(),
                    "has more bytes in the file than the 0x" + Long.toHexString(segment.memorySize()) + " in memory");
        }
        if (!Ranges.fits(segment.address(), segment.memorySize(), MAX_IMAGE_BYTES) || segment.memorySize() > limit) {
            throw refused(
                    segment,
                    segment.address(),
                    segment.memorySize(),
                    "ends past the largest image, or is a thread-local block above 0x" + Long.toHexString(MAX_TLS_BYTES)
                            + " bytes");
        }
        if ((segment.align() & segment.align() - 1) != 0) {
            throw refused(
                    segment,
                    segment.address(),
                    segment.memorySize(),
                    "has alignment 0x" + Long.toHexString(segment.align()) + ", which is no power of two");
        }
    }

    private void checkEntry(ElfHeader header, List<ProgramHeader> segments) {
        boolean needsEntry = header.type() == ImageType.EXECUTABLE
                || header.type() == ImageType.FIXED_EXECUTABLE
                || header.type() == ImageType.PLAIN_EXECUTABLE;
        boolean isInside =
                segments.stream().anyMatch(segment -> segment.isLoaded() && segment.holds(header.entry(), 1));
        if (needsEntry && !isInside) {
            throw headerRefused(
                    0x18,
                    8,
                    "has its entry at 0x" + Long.toHexString(header.entry()) + ", outside every loaded segment");
        }
    }

    /** Comment, version and unknown segments are never read, so their ranges do not matter. */
    private static boolean isRead(ProgramHeader segment) {
        return segment.isLoaded()
                || segment.is(SegmentType.DYNAMIC)
                || segment.is(SegmentType.TLS)
                || segment.is(SegmentType.LIBRARY_DATA)
                || segment.is(SegmentType.PROCESS_PARAMETERS)
                || segment.is(SegmentType.MODULE_PARAMETERS);
    }

    private Optional<ProgramHeader> single(List<ProgramHeader> segments, SegmentType type) {
        List<ProgramHeader> all =
                segments.stream().filter(segment -> segment.is(type)).toList();
        if (all.size() > 1) {
            ProgramHeader second = all.get(1);
            throw refused(
                    second,
                    second.offset(),
                    second.fileSize(),
                    "is the second " + type + " segment after program header "
                            + all.getFirst().index() + "; one is expected");
        }
        return all.stream().findFirst();
    }

    private ParameterBlock parameters(FileBytes bytes, ProgramHeader segment, String table, int magic) {
        MemorySegment block = bytes.slice(table, segment.offset(), segment.fileSize());
        if (block.byteSize() < 0x18) {
            throw new FormatRefused(
                    file, table, segment.offset(), block.byteSize(), "is too short, 0x18 bytes are expected at least");
        }
        if (block.get(FileBytes.INT, 8) != magic) {
            throw new FormatRefused(
                    file,
                    table,
                    segment.offset(),
                    block.byteSize(),
                    "has magic 0x" + Integer.toHexString(block.get(FileBytes.INT, 8)) + " at +8; expected 0x"
                            + Integer.toHexString(magic));
        }
        long size = block.get(FileBytes.LONG, 0);
        if (Long.compareUnsigned(size, segment.memorySize()) > 0) {
            throw new FormatRefused(
                    file,
                    table,
                    segment.offset(),
                    block.byteSize(),
                    "states 0x" + Long.toHexString(size) + " bytes, its segment has 0x"
                            + Long.toHexString(segment.memorySize()));
        }
        return new ParameterBlock(
                segment.address(),
                size,
                magic,
                block.get(FileBytes.INT, 0xc),
                block.get(FileBytes.INT, 0x10),
                block.get(FileBytes.INT, 0x14));
    }

    private static String name(ProgramHeader segment) {
        return "program header " + segment.index()
                + segment.type().map(type -> " (" + type + ")").orElse("");
    }

    private FormatRefused refused(ProgramHeader segment, long offset, long length, String reason) {
        return new FormatRefused(file, name(segment), offset, length, reason);
    }

    private FormatRefused headerRefused(long offset, long length, String reason) {
        return new FormatRefused(file, "ELF header", offset, length, reason);
    }

    private static int unsigned(MemorySegment bytes, long at) {
        return Short.toUnsignedInt(bytes.get(FileBytes.SHORT, at));
    }
}
