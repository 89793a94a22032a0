package org.lierne.agc.packet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One row of the packet table. */
public final class Packet {
    private final String name;
    private final int opcode;
    private final int dwords;
    private final boolean isOpen;
    private final List<Field> fields;
    private final Map<String, Field> byName = new HashMap<>();

    private Packet(String name, int opcode, int dwords, boolean isOpen, List<Field> fields) {
        this.name = name;
        this.opcode = opcode;
        this.dwords = dwords;
        this.isOpen = isOpen;
        this.fields = List.copyOf(fields);
        for (Field field : fields) {
            byName.put(field.name(), field);
        }
    }

    /**
     * @param layout fields as {@code name word[high:low]}, {@code name word} for a whole word, {@code name word..} for
     *               two words, comma separated
     */
    static Packet of(String name, int opcode, int dwords, String layout) {
        return new Packet(name, opcode, dwords, false, parse(layout));
    }

    Packet open() {
        return new Packet(name, opcode, dwords, true, fields);
    }

    private static List<Field> parse(String layout) {
        return Arrays.stream(layout.split(",")).map(String::strip).filter(s -> !s.isEmpty()).map(text -> {
            String[] parts = text.split(" ");
            String place = parts[1];
            int bracket = place.indexOf('[');
            if (bracket < 0) {
                boolean isWide = place.endsWith("..");
                return new Field(parts[0], Integer.parseInt(isWide ? place.substring(0, place.length() - 2) : place),
                        isWide ? 63 : 31, 0);
            }
            String[] bits = place.substring(bracket + 1, place.length() - 1).split(":");
            int high = Integer.parseInt(bits[0]);
            return new Field(parts[0], Integer.parseInt(place.substring(0, bracket)), high,
                    bits.length > 1 ? Integer.parseInt(bits[1]) : high);
        }).toList();
    }

    public String name() {
        return name;
    }

    public int opcode() {
        return opcode;
    }

    /** Size with header; for packets of several sizes the smallest. */
    public int dwords() {
        return dwords;
    }

    /** True if more words may follow. */
    public boolean isOpen() {
        return isOpen;
    }

    public List<Field> fields() {
        return fields;
    }

    /** The field of that name; a name that the table lacks is our own mistake. */
    public Field field(String fieldName) {
        Field field = byName.get(fieldName);
        if (field == null) {
            throw new IllegalArgumentException("packet " + name + " has no field " + fieldName);
        }
        return field;
    }

    public int bytes() {
        return dwords * 4;
    }

    /** A packet of the row's size with all fields zero. */
    public Words words() {
        return words(dwords);
    }

    public Words words(int size) {
        int[] words = new int[size];
        words[0] = Header.type3(opcode, size);
        return new Words(this, words);
    }

    @Override
    public String toString() {
        return name;
    }
}
