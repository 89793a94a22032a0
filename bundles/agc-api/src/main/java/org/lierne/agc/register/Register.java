package org.lierne.agc.register;

import java.util.Arrays;
import java.util.List;

/**
 * A named register, or the first of several alike.
 *
 * @param offset in dwords from the space's base
 * @param count  how many there are
 * @param stride dwords from one to the next
 */
public record Register(String name, RegisterSpace space, int offset, int count, int stride, List<RegisterField> fields) {
    public Register {
        fields = List.copyOf(fields);
    }


    /** @param layout {@code FIELD[high:low]} or {@code FIELD[bit]}, separated by spaces */
    static Register many(RegisterSpace space, int offset, int count, int stride, String name, String layout) {
        return new Register(name, space, offset, count, stride, Arrays.stream(layout.split(" ")).filter(s -> !s.isEmpty()).map(text -> {
            int bracket = text.indexOf('[');
            String[] bits = text.substring(bracket + 1, text.length() - 1).split(":");
            int high = Integer.parseInt(bits[0]);
            return new RegisterField(text.substring(0, bracket), high, bits.length > 1 ? Integer.parseInt(bits[1]) : high);
        }).toList());
    }

    /** Offset of the {@code index}-th. */
    public int at(int index) {
        return offset + index * stride;
    }

    public RegisterField field(String fieldName) {
        return fields.stream().filter(f -> f.name().equals(fieldName)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " has no field " + fieldName));
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
}
