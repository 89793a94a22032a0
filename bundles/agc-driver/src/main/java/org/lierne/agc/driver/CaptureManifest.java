package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.VideoOutputs.BufferLayout;

/**
 * What a capture says of itself.
 *
 * @param title   id of the title
 * @param frame   number of the frame, from 1
 * @param draws   draws and dispatches
 * @param device  the device that the frame was first drawn on
 * @param on      switched on for the run
 * @param off     switched off for the run
 * @param display address of the buffer that the frame shows
 * @param layout  of that buffer; null where the frame blanks the display
 * @param notes   what the capture does not hold, one line each
 */
record CaptureManifest(String title, long frame, int draws, String device, Set<String> on, Set<String> off,
        long display, @Nullable BufferLayout layout, List<String> notes) {
    String text() {
        StringBuilder text = new StringBuilder();
        line(text, "format", CaptureFormat.NAME);
        line(text, "version", CaptureFormat.VERSION);
        line(text, "title", title);
        line(text, "frame", frame);
        line(text, "draws", draws);
        line(text, "device", device);
        line(text, "on", String.join(",", new TreeSet<>(on)));
        line(text, "off", String.join(",", new TreeSet<>(off)));
        BufferLayout shown = layout;
        if (shown != null) {
            line(text, "display.address", "0x" + Long.toHexString(display));
            line(text, "display.format", "0x" + Long.toHexString(shown.format()));
            line(text, "display.linear", shown.isLinear());
            line(text, "display.width", shown.width());
            line(text, "display.height", shown.height());
            line(text, "display.pitch", shown.pitch());
        }
        for (int i = 0; i < notes.size(); i++) {
            line(text, "note." + i, notes.get(i));
        }
        return text.toString();
    }

    /** A value ends with its line, and a backslash begins an escape of the properties form. */
    private static void line(StringBuilder text, String key, Object value) {
        text.append(key).append(" = ").append(value.toString().replace("\\", "\\\\").replaceAll("\\R", " "))
                .append('\n');
    }

    /** @throws IllegalArgumentException naming the key that is wrong */
    static CaptureManifest of(Properties p) {
        BufferLayout layout = null;
        long display = 0;
        if (p.containsKey("display.address")) {
            display = number(p, "display.address", 1, Long.MAX_VALUE);
            layout = new BufferLayout(Long.parseUnsignedLong(value(p, "display.format").substring(2), 16),
                    Boolean.parseBoolean(value(p, "display.linear")), (int) number(p, "display.width", 1, 1 << 14),
                    (int) number(p, "display.height", 1, 1 << 14), (int) number(p, "display.pitch", 0, 1 << 16));
        }
        List<String> notes = new ArrayList<>();
        for (int i = 0; p.containsKey("note." + i); i++) {
            notes.add(value(p, "note." + i));
        }
        return new CaptureManifest(value(p, "title"), number(p, "frame", 1, Long.MAX_VALUE),
                (int) number(p, "draws", 0, Integer.MAX_VALUE), value(p, "device"), ids(p, "on"), ids(p, "off"),
                display, layout, notes);
    }

    private static Set<String> ids(Properties p, String key) {
        String list = value(p, key);
        return list.isEmpty() ? Set.of() : Set.of(list.split(","));
    }

    private static String value(Properties p, String key) {
        String value = p.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("there is no " + key);
        }
        return value;
    }

    private static long number(Properties p, String key, long low, long high) {
        String value = value(p, key);
        try {
            long number = Long.decode(value);
            if (number >= low && number <= high) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("%s is '%s', which is no number".formatted(key, value), e);
        }
        throw new IllegalArgumentException("%s is %s, which is not in %d..%d".formatted(key, value, low, high));
    }
}
