package org.lierne.host.fonts;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * A font of one letter, whose glyph is a rectangle: its em is 1000 units, it stands 100 units right of the pen and reaches from -200 to 600;
 * the pen goes 750 on. Documented: OpenType, the tables named here.
 */
final class SquareFont {
    private static final int EM = 1000;
    private static final short LEFT = 100;
    private static final short RIGHT = 500;
    private static final short BOTTOM = -200;
    private static final short TOP = 600;
    private static final short ADVANCE = 750;
    private static final short ASCENT = 800;
    private static final short DESCENT = -250;
    private static final short GAP = 150;

    private interface Content {
        void write(DataOutputStream out) throws IOException;
    }

    private SquareFont() {}

    private static byte[] table(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            content.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void shorts(DataOutputStream out, int... values) throws IOException {
        for (int value : values) {
            out.writeShort(value);
        }
    }

    /** A glyph for {@code letter}, beside the empty one for what is missing. */
    static byte[] of(char letter) {
        byte[] glyph = table(out -> {
            shorts(out, 1, LEFT, BOTTOM, RIGHT, TOP, 3, 0);
            out.write(new byte[] {1, 1, 1, 1});
            shorts(out, LEFT, 0, RIGHT - LEFT, 0, BOTTOM, TOP - BOTTOM, 0, BOTTOM - TOP);
        });
        Map<String, byte[]> tables = new TreeMap<>();
        tables.put("head", table(out -> {
            shorts(out, 1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, EM);
            out.write(new byte[16]);
            shorts(out, LEFT, BOTTOM, RIGHT, TOP, 0, 8, 2, 0, 0);
        }));
        tables.put("hhea", table(out -> shorts(out, 1, 0, ASCENT, DESCENT, GAP, ADVANCE, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2)));
        tables.put("maxp", table(out -> shorts(out, 1, 0, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)));
        tables.put("hmtx", table(out -> shorts(out, ADVANCE, 0, ADVANCE, LEFT)));
        tables.put("loca", table(out -> shorts(out, 0, 0, glyph.length / 2)));
        tables.put("glyf", glyph);
        tables.put("cmap", table(out -> {
            shorts(out, 0, 1, 3, 1, 0, 12);
            shorts(out, 4, 32, 0, 4, 4, 1, 0, letter, 0xFFFF, 0, letter, 0xFFFF, 1 - letter, 1, 0, 0);
        }));
        return file(tables);
    }

    private static byte[] file(Map<String, byte[]> tables) {
        int at = 12 + 16 * tables.size();
        int size = at + tables.values().stream().mapToInt(t -> (t.length + 3) & ~3).sum();
        ByteBuffer file = ByteBuffer.allocate(size).putInt(0x10000).putShort((short) tables.size()).putShort((short) 0).putInt(0);
        for (Map.Entry<String, byte[]> table : tables.entrySet()) {
            for (char c : table.getKey().toCharArray()) {
                file.put((byte) c);
            }
            file.putInt(0).putInt(at).putInt(table.getValue().length);
            file.put(at, table.getValue());
            at += (table.getValue().length + 3) & ~3;
        }
        return file.array();
    }
}
