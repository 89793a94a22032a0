package org.lierne.agc.register;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A named register, or the first of several alike. */
public final class Register {
    private final String name;
    private final RegisterSpace space;
    private final int offset;
    private final int count;
    private final int stride;
    private final List<RegisterField> fields;
    private final Map<String, RegisterField> byName = new HashMap<>();

    private Register(String name, RegisterSpace space, int offset, int count, int stride, List<RegisterField> fields) {
        this.name = name;
        this.space = space;
        this.offset = offset;
        this.count = count;
        this.stride = stride;
        this.fields = List.copyOf(fields);
        for (RegisterField field : fields) {
            byName.put(field.name(), field);
        }
    }

    /** @param layout {@code FIELD[high:low]} or {@code FIELD[bit]}, separated by spaces */
    static Register many(RegisterSpace space, int offset, int count, int stride, String name, String layout) {
        return new Register(name, space, offset, count, stride, Arrays.stream(layout.split(" "))
                .filter(s -> !s.isEmpty()).map(text -> {
            int bracket = text.indexOf('[');
            String[] bits = text.substring(bracket + 1, text.length() - 1).split(":");
            int high = Integer.parseInt(bits[0]);
            return new RegisterField(text.substring(0, bracket), high, bits.length > 1 ? Integer.parseInt(bits[1])
                    : high);
        }).toList());
    }

    public String name() {
        return name;
    }

    public RegisterSpace space() {
        return space;
    }

    /** In dwords from the space's base. */
    public int offset() {
        return offset;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    public List<RegisterField> fields() {
        return fields;
    }

    /** Offset of the {@code index}-th. */
    public int at(int index) {
        return offset + index * stride;
    }

    /** The field of that name; a name that the table lacks is our own mistake. */
    public RegisterField field(String fieldName) {
        RegisterField field = byName.get(fieldName);
        if (field == null) {
            throw new IllegalArgumentException(name + " has no field " + fieldName);
        }
        return field;
    }

    /** {@code NAME=0x12 FIELD=1 …}, with an index where there are several. */
    public String text(int index, int value) {
        StringBuilder text = new StringBuilder(name);
        if (count > 1) {
            text.append('[').append(index).append(']');
        }
        text.append("=0x").append(Integer.toHexString(value));
        for (RegisterField field : fields) {
            text.append(' ').append(field.name()).append('=').append(field.get(value));
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return name;
    }
}
