package org.lierne.titles.converter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lierne.kernel.format.ProgramHeader;
import org.lierne.kernel.format.Symbol;

/** An ELF file of our own linker or assembler: trusted input, read by its section table. */
final class LinkedElf {
    private static final int NO_BITS = 8;

    /** One section; {@code offset} is meaningless for sections without bytes. */
    record Section(String name, int type, long address, long offset, long size) {}

    /** One dynamic symbol with its plain name. */
    record DynamicSymbol(String name, int info, int other, int section, long value, long size) {
        boolean isImport() {
            return section == 0;
        }
    }

    private final ByteBuffer file;
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final List<ProgramHeader> segments = new ArrayList<>();

    LinkedElf(byte[] bytes) {
        file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < 64 || file.getInt(0) != 0x464c457f) {
            throw new IllegalArgumentException("input is no ELF file");
        }
        readSections();
        for (int i = 0; i < file.getShort(0x38); i++) {
            int at = (int) file.getLong(0x20) + i * ProgramHeader.BYTES;
            segments.add(new ProgramHeader(
                    i,
                    file.getInt(at),
                    file.getInt(at + 4),
                    file.getLong(at + 8),
                    file.getLong(at + 16),
                    file.getLong(at + 32),
                    file.getLong(at + 40),
                    file.getLong(at + 48)));
        }
    }

    long entry() {
        return file.getLong(0x18);
    }

    List<ProgramHeader> segments() {
        return List.copyOf(segments);
    }

    /** A section that is there and not empty. */
    Optional<Section> section(String name) {
        return Optional.ofNullable(sections.get(name)).filter(section -> section.size() != 0);
    }

    /** The bytes of a section, empty if it is missing. */
    byte[] bytes(String name) {
        return section(name)
                .filter(section -> section.type() != NO_BITS)
                .map(section -> bytes(section.offset(), section.size()))
                .orElse(new byte[0]);
    }

    byte[] bytes(long offset, long size) {
        byte[] bytes = new byte[Math.toIntExact(size)];
        file.get(Math.toIntExact(offset), bytes);
        return bytes;
    }

    List<DynamicSymbol> dynamicSymbols() {
        ByteBuffer table = ByteBuffer.wrap(bytes(".dynsym")).order(ByteOrder.LITTLE_ENDIAN);
        byte[] names = bytes(".dynstr");
        List<DynamicSymbol> symbols = new ArrayList<>();
        for (int at = 0; at < table.capacity(); at += Symbol.BYTES) {
            symbols.add(new DynamicSymbol(
                    string(names, table.getInt(at)),
                    table.get(at + 4),
                    table.get(at + 5),
                    table.getShort(at + 6),
                    table.getLong(at + 8),
                    table.getLong(at + 16)));
        }
        return symbols;
    }

    /** The first value of each tag of the linker's dynamic table. */
    Map<Long, Long> dynamicTags() {
        ByteBuffer table = ByteBuffer.wrap(bytes(".dynamic")).order(ByteOrder.LITTLE_ENDIAN);
        Map<Long, Long> tags = new LinkedHashMap<>();
        for (int at = 0; at < table.capacity() && table.getLong(at) != 0; at += 16) {
            tags.putIfAbsent(table.getLong(at), table.getLong(at + 8));
        }
        return tags;
    }

    private void readSections() {
        int table = (int) file.getLong(0x28);
        int nameSection = table + 64 * file.getShort(0x3e);
        byte[] names = bytes(file.getLong(nameSection + 24), file.getLong(nameSection + 32));
        for (int i = 0; i < file.getShort(0x3c); i++) {
            int at = table + 64 * i;
            Section section = new Section(
                    string(names, file.getInt(at)),
                    file.getInt(at + 4),
                    file.getLong(at + 16),
                    file.getLong(at + 24),
                    file.getLong(at + 32));
            sections.put(section.name(), section);
        }
    }

    private static String string(byte[] table, int at) {
        int end = at;
        while (end < table.length && table[end] != 0) {
            end++;
        }
        return new String(table, at, end - at, StandardCharsets.UTF_8);
    }
}
