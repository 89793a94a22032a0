package org.lierne.kernel.format;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A small image built field by field, independently of the converter. Layout: text at address 0 (file 0x4000), data at
 * 0x4000 (file 0x8000), tables at 0x8000 (file 0xc000), each segment 0x1000 bytes in the file.
 */
final class TestImage {
    static final int TEXT_FILE = 0x4000;
    static final int DATA = 0x4000;
    static final int DATA_FILE = 0x8000;
    static final int TABLES = 0x8000;
    static final int TABLES_FILE = 0xc000;
    static final int SEGMENT_BYTES = 0x1000;

    /** One program header to be written. */
    record Header(long code, int flags, long offset, long address, long fileSize, long memorySize, long align) {}

    int type = 0xfe18;
    int abiVersion = 2;
    long entry;
    boolean isOlder;
    boolean statesSymbolSize = true;
    boolean hasHash = true;
    int tablesBytes = SEGMENT_BYTES;
    final List<Header> headers = new ArrayList<>();
    final List<long[]> tags = new ArrayList<>();
    final List<byte[]> symbols = new ArrayList<>();
    final List<long[]> rela = new ArrayList<>();
    final List<long[]> rel = new ArrayList<>();
    final List<long[]> jumps = new ArrayList<>();
    final byte[] data = new byte[SEGMENT_BYTES];
    private final ByteArrayOutputStream strings = new ByteArrayOutputStream();

    TestImage() {
        strings.write(0);
        load(1, TEXT_FILE, 0);
        load(6, DATA_FILE, DATA);
        load(4, TABLES_FILE, TABLES);
        symbols.add(new byte[Symbol.BYTES]);
    }

    /** A module that imports one function, exports one, and needs one module. */
    static TestImage module() {
        TestImage image = new TestImage();
        image.tag(Tags.NEEDED, image.string("libkernel.prx"));
        image.tag(image.isOlder ? Tags.OLD_NEEDED_MODULE : Tags.NEEDED_MODULE, image.packed("libkernel", 0x0101, 1));
        image.tag(Tags.IMPORTED_LIBRARY, image.packed("libkernel", 1, 0));
        image.tag(Tags.IMPORT_ATTRIBUTES, 9);
        image.tag(Tags.MODULE_INFO, image.packed("b", 0x0201, 0));
        image.tag(Tags.FILE_NAME, image.string("b.prx"));
        image.tag(Tags.EXPORTED_LIBRARY, image.packed("libB", 3, 1));
        image.tag(Tags.EXPORT_ATTRIBUTES, 1L << 48 | 1);
        image.symbol(Nid.of("sceKernelUsleep").text() + "#A#B", 0x12, 0, 0);
        image.symbol(Nid.of("b_answer").text() + "#B#A", 0x12, 1, 0x10);
        return image;
    }

    Header header(SegmentType type, int flags, long fileOffset, long address, long size) {
        Header header = new Header(type.code(), flags, fileOffset, address, size, size, 8);
        headers.add(header);
        return header;
    }

    int string(String text) {
        int at = strings.size();
        strings.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        strings.write(0);
        return at;
    }

    long packed(String name, int version, int id) {
        return (long) id << 48 | (long) version << 32 | string(name);
    }

    void tag(long tag, long value) {
        tags.add(new long[] {tag, value});
    }

    void symbol(String name, int info, int section, long value) {
        ByteBuffer symbol = little(Symbol.BYTES);
        symbol.putInt(string(name))
                .put((byte) info)
                .put((byte) 0)
                .putShort((short) section)
                .putLong(value)
                .putLong(8);
        symbols.add(symbol.array());
    }

    void rela(long target, int type, int symbol, long addend) {
        rela.add(new long[] {target, (long) symbol << 32 | type, addend});
    }

    void rel(long target, int type, int symbol) {
        rel.add(new long[] {target, (long) symbol << 32 | type});
    }

    void data(int at, long... words) {
        ByteBuffer view = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).position(at);
        for (long word : words) {
            view.putLong(word);
        }
    }

    /** The bare ELF file. */
    byte[] bytes() {
        ByteBuffer file = little(TABLES_FILE + tablesBytes);
        file.put(DATA_FILE, data);
        Tables tables = new Tables();
        long strtab = tables.add(strings.toByteArray());
        long symtab = tables.add(join(symbols));
        long hash = tables.add(words32(1, symbols.size()));
        List<long[]> all = new ArrayList<>(tags);
        all.add(new long[] {isOlder ? Tags.OLD_STRTAB : Tags.STRTAB, strtab});
        all.add(new long[] {isOlder ? Tags.OLD_STRSZ : Tags.STRSZ, strings.size()});
        all.add(new long[] {isOlder ? Tags.OLD_SYMTAB : Tags.SYMTAB, symtab});
        all.add(new long[] {isOlder ? Tags.OLD_SYMENT : Tags.SYMENT, Symbol.BYTES});
        if (hasHash) {
            all.add(new long[] {isOlder ? Tags.OLD_HASH : Tags.HASH, hash});
        }
        if (statesSymbolSize) {
            all.add(new long[] {Tags.SYMTABSZ, (long) symbols.size() * Symbol.BYTES});
        }
        if (!rela.isEmpty()) {
            all.add(new long[] {isOlder ? Tags.OLD_RELA : Tags.RELA, tables.add(words(rela))});
            all.add(new long[] {isOlder ? Tags.OLD_RELASZ : Tags.RELASZ, rela.size() * 24L});
            all.add(new long[] {isOlder ? Tags.OLD_RELAENT : Tags.RELAENT, 24});
        }
        if (!rel.isEmpty()) {
            all.add(new long[] {Tags.REL, tables.add(words(rel))});
            all.add(new long[] {Tags.RELSZ, rel.size() * 16L});
            all.add(new long[] {Tags.RELENT, 16});
        }
        if (!jumps.isEmpty()) {
            all.add(new long[] {Tags.JMPREL, tables.add(words(jumps))});
            all.add(new long[] {Tags.PLTRELSZ, jumps.size() * 8L * jumps.getFirst().length});
        }
        all.add(new long[] {Tags.NULL, 0});
        long dynamic = tables.add(words(all));
        file.put(TABLES_FILE, tables.bytes());
        List<Header> written = new ArrayList<>(headers);
        if (isOlder) {
            written.add(new Header(
                    SegmentType.LIBRARY_DATA.code(), 4, TABLES_FILE, TABLES, SEGMENT_BYTES, SEGMENT_BYTES, 16));
        }
        long at = isOlder ? dynamic : dynamic - TABLES;
        written.add(new Header(2, 6, TABLES_FILE + at, TABLES + at, all.size() * 16L, all.size() * 16L, 8));
        writeHeaders(file, written);
        return file.array();
    }

    ElfImage read() {
        return read(bytes());
    }

    static ElfImage read(byte[] bytes) {
        return ElfImage.of("b.prx", MemorySegment.ofArray(bytes));
    }

    private void writeHeaders(ByteBuffer file, List<Header> written) {
        file.put(0, new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 9, (byte) abiVersion});
        file.putShort(0x10, (short) type)
                .putShort(0x12, (short) 62)
                .putInt(0x14, 1)
                .putLong(0x18, entry);
        file.putLong(0x20, 0x40).putShort(0x34, (short) 64).putShort(0x36, (short) 56);
        file.putShort(0x38, (short) written.size());
        file.position(0x40);
        for (Header header : written) {
            file.putInt((int) header.code())
                    .putInt(header.flags())
                    .putLong(header.offset())
                    .putLong(header.address());
            file.putLong(header.address()).putLong(header.fileSize()).putLong(header.memorySize());
            file.putLong(header.align());
        }
    }

    private void load(int flags, long offset, long address) {
        headers.add(new Header(1, flags, offset, address, SEGMENT_BYTES, SEGMENT_BYTES, 0x4000));
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] join(List<byte[]> parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        parts.forEach(joined::writeBytes);
        return joined.toByteArray();
    }

    private static byte[] words(List<long[]> rows) {
        ByteBuffer joined = little(rows.stream().mapToInt(row -> row.length * 8).sum());
        rows.forEach(row -> {
            for (long word : row) {
                joined.putLong(word);
            }
        });
        return joined.array();
    }

    private static byte[] words32(int... words) {
        ByteBuffer joined = little(words.length * 4);
        for (int word : words) {
            joined.putInt(word);
        }
        return joined.array();
    }

    /** Appends tables and answers where each starts: its address, or in the older form its offset. */
    private final class Tables {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        long add(byte[] table) {
            while (out.size() % 8 != 0) {
                out.write(0);
            }
            long at = out.size() + (isOlder ? 0 : TABLES);
            out.writeBytes(table);
            return at;
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }
}
