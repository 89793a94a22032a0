package org.lierne.kernel.loader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.lierne.kernel.format.Nid;
import org.lierne.kernel.format.Tags;

/**
 * Writes small images byte by byte, without the converter: text at {@code base}, data (0x4000 behind it) that holds a table of import
 * addresses and the initialiser arrays, tables behind that. Text calls import {@code n} by {@code call *rip+…} made with {@link #call}.
 */
final class ModuleFile {
    static final int DATA = 0x4000;
    static final int TABLES = 0x8000;
    /** Data words from here on are the import table, one word an import in order. */
    static final int IMPORTS = DATA + 0x800;

    private record Header(int type, int flags, long offset, long address, long fileBytes, long memoryBytes, long align) {}

    private final int type;
    private final String name;
    private final long base;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final byte[] data = new byte[0x4000];
    private final ByteArrayOutputStream strings = new ByteArrayOutputStream();
    private final List<long[]> tags = new ArrayList<>();
    private final ByteArrayOutputStream symbols = new ByteArrayOutputStream();
    private final List<long[]> relocations = new ArrayList<>();
    private final List<long[]> addendsInPlace = new ArrayList<>();
    private final List<Header> extra = new ArrayList<>();
    private int symbolCount = 1;
    private int importCount;
    private int libraries;
    private int modules = 1;
    private int ownLibrary = -1;
    private int dataUsed;
    long entry;
    long textOffsetInFile = 0x4000;

    private ModuleFile(int type, String name, long base) {
        this.type = type;
        this.name = name;
        this.base = base;
        strings.write(0);
        symbols.writeBytes(new byte[24]);
    }

    static ModuleFile module(String name) {
        return new ModuleFile(0xfe18, name, 0);
    }

    static ModuleFile program() {
        return new ModuleFile(0xfe10, "eboot", 0);
    }

    static ModuleFile programAt(long base) {
        return new ModuleFile(0xfe10, "eboot", base);
    }

    private int string(String value) {
        int at = strings.size();
        strings.writeBytes(value.getBytes(StandardCharsets.UTF_8));
        strings.write(0);
        return at;
    }

    private long packed(String value, int version, int id) {
        return (long) id << 48 | (long) version << 32 | string(value);
    }

    private static char id(int value) {
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ".charAt(value);
    }

    private void symbol(String encoded, int info, int section, long value) {
        symbols.writeBytes(little(24).putInt(string(encoded)).put((byte) info).put((byte) 0).putShort((short) section).putLong(value)
                .putLong(8).array());
        symbolCount++;
    }

    /** Adds an import that {@link #call} calls. @return its number */
    int imports(String function, String module) {
        return imports(function, module, 0x12);
    }

    /** @param info binding and type: 0x12 function, 0x11 object, 0x22 weak function */
    int imports(String symbol, String module, int info) {
        tags.add(new long[] {Tags.NEEDED_MODULE, packed(module, 0x0101, modules)});
        tags.add(new long[] {Tags.IMPORTED_LIBRARY, packed(module, 1, libraries)});
        symbol(Nid.of(symbol).text() + "#" + id(libraries++) + "#" + id(modules++), info, 0, 0);
        relocations.add(new long[] {base + IMPORTS + 8L * importCount, (long) (symbolCount - 1) << 32 | 6, 0});
        return importCount++;
    }

    /** Exports an address of this image, given as offset from the start. */
    void exports(String symbol, long offset) {
        if (ownLibrary < 0) {
            ownLibrary = 20;
            tags.add(new long[] {Tags.EXPORTED_LIBRARY, packed(name, 1, ownLibrary)});
        }
        symbol(Nid.of(symbol).text() + "#" + id(ownLibrary) + "#A", 0x12, 1, base + offset);
    }

    /** Appends machine code. @return its offset from the start of the image */
    int code(String hex) {
        while (text.size() % 16 != 0) {
            text.write(0xcc);
        }
        int at = text.size();
        text.writeBytes(HexFormat.of().parseHex(hex.replaceAll("\\s", "")));
        return at;
    }

    /** A function {@code f() { import(value); }}. */
    int callWith(int importNumber, int value) {
        while (text.size() % 16 != 0) {
            text.write(0xcc);
        }
        int at = text.size();
        // sub $8,%rsp ; mov $value,%edi ; call *slot(%rip) ; add $8,%rsp ; ret
        text.writeBytes(little(9).putInt(0x08ec8348).put((byte) 0xbf).putInt(value).array());
        text.writeBytes(call(importNumber));
        text.writeBytes(HexFormat.of().parseHex("4883c408c3"));
        return at;
    }

    /** {@code call *slot(%rip)} for code that is appended next. */
    byte[] call(int importNumber) {
        int slot = IMPORTS + 8 * importNumber;
        return little(6).put((byte) 0xff).put((byte) 0x15).putInt(slot - (text.size() + 6)).array();
    }

    /** Appends raw bytes behind the code before. */
    void append(byte[] bytes) {
        text.writeBytes(bytes);
    }

    /** Puts relocated function addresses into data and a tag pair that names them. */
    void array(long tag, long sizeTag, int... functions) {
        int at = DATA + dataUsed;
        for (int function : functions) {
            relocations.add(new long[] {base + DATA + dataUsed, 8, base + function});
            dataUsed += 8;
        }
        tags.add(new long[] {tag, base + at});
        tags.add(new long[] {sizeTag, 8L * functions.length});
    }

    void tag(long tag, long value) {
        tags.add(new long[] {tag, value});
    }

    /** A relative relocation of the form whose addend lies in place ({@code DT_REL}). */
    void relativeInPlace(int offset, long addend) {
        ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).putLong(offset - DATA, addend);
        addendsInPlace.add(new long[] {base + offset, 8});
    }

    void relocation(int offset, int kind, int symbol, long addend) {
        relocations.add(new long[] {base + offset, (long) symbol << 32 | kind, addend});
    }

    /** Thread-local variables: their initial words, then zeros. */
    void tls(int memoryBytes, long... words) {
        ByteBuffer view = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).position(0x400);
        for (long word : words) {
            view.putLong(word);
        }
        extra.add(new Header(7, 4, 0x8400, base + DATA + 0x400, 8L * words.length, memoryBytes, 16));
    }

    Path write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes());
    }

    byte[] bytes() {
        ByteArrayOutputStream tables = new ByteArrayOutputStream();
        tags.add(new long[] {Tags.MODULE_INFO, packed(name, 0x0101, 0)});
        long tablesAt = base + TABLES;
        List<long[]> all = new ArrayList<>(tags);
        all.add(new long[] {Tags.STRTAB, put(tables, strings.toByteArray(), tablesAt)});
        all.add(new long[] {Tags.STRSZ, strings.size()});
        all.add(new long[] {Tags.SYMTAB, put(tables, symbols.toByteArray(), tablesAt)});
        all.add(new long[] {Tags.SYMENT, 24});
        all.add(new long[] {Tags.SYMTABSZ, symbols.size()});
        if (!relocations.isEmpty()) {
            all.add(new long[] {Tags.RELA, put(tables, words(relocations), tablesAt)});
            all.add(new long[] {Tags.RELASZ, 24L * relocations.size()});
            all.add(new long[] {Tags.RELAENT, 24});
        }
        if (!addendsInPlace.isEmpty()) {
            all.add(new long[] {Tags.REL, put(tables, words(addendsInPlace), tablesAt)});
            all.add(new long[] {Tags.RELSZ, 16L * addendsInPlace.size()});
            all.add(new long[] {Tags.RELENT, 16});
        }
        all.add(new long[] {0, 0});
        long dynamic = put(tables, words(all), tablesAt);
        List<Header> headers = new ArrayList<>();
        long textBytes = Math.max(text.size(), 1);
        headers.add(new Header(1, 1, textOffsetInFile, base, textBytes, textBytes, 0x4000));
        headers.add(new Header(1, 6, 0x8000, base + DATA, data.length, data.length, 0x4000));
        headers.add(new Header(1, 4, 0xc000, tablesAt, tables.size(), tables.size(), 0x4000));
        headers.addAll(extra);
        headers.add(new Header(2, 6, 0xc000 + dynamic - tablesAt, dynamic, 16L * all.size(), 16L * all.size(), 8));
        ByteBuffer file = little(0xc000 + tables.size());
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 9, 2}).position(16);
        file.putShort((short) type).putShort((short) 62).putInt(1).putLong(base + entry).putLong(64).putLong(0).putInt(0)
                .putShort((short) 64).putShort((short) 56).putShort((short) headers.size());
        file.position(64);
        for (Header h : headers) {
            file.putInt(h.type).putInt(h.flags).putLong(h.offset).putLong(h.address).putLong(h.address).putLong(h.fileBytes)
                    .putLong(h.memoryBytes).putLong(h.align);
        }
        file.put((int) textOffsetInFile, text.toByteArray());
        file.put(0x8000, data);
        file.put(0xc000, tables.toByteArray());
        return file.array();
    }

    private static long put(ByteArrayOutputStream tables, byte[] table, long start) {
        while (tables.size() % 8 != 0) {
            tables.write(0);
        }
        long at = start + tables.size();
        tables.writeBytes(table);
        return at;
    }

    private static byte[] words(List<long[]> rows) {
        ByteBuffer joined = little(rows.stream().mapToInt(r -> r.length * 8).sum());
        rows.forEach(r -> {
            for (long word : r) {
                joined.putLong(word);
            }
        });
        return joined.array();
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
