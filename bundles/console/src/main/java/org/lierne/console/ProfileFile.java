package org.lierne.console;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of a file of switches. A line is {@code plugin.id = on} or {@code off}, with a comment after {@code #}. Every byte is a
 * character (ISO 8859-1), so that lines in any encoding survive a switch that is set; switches are ASCII, comments are shown as UTF-8.
 *
 * @param switches in the order of the file
 * @param faults   lines that are neither switch nor comment
 */
record ProfileFile(List<Switch> switches, List<Fault> faults) {
    /** What some editors put before the first line, a character a byte. */
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";
    private static final Pattern LINE = Pattern.compile("\\s*([a-z0-9.-]+)\\s*=\\s*(on|off)\\s*(#.*)?");

    /**
     * One switch.
     *
     * @param line from 1
     * @param why  the comment behind it, or the comment lines right above
     */
    record Switch(int line, String id, boolean on, String why) {}

    /** A line that is not understood. @param line from 1 */
    record Fault(int line, String text) {}

    /** Its lines, a character a byte. */
    static List<String> lines(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.substring(text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length() : 0).lines().toList();
    }

    /** The line, from 1, with the first byte that is no part of UTF-8 text; empty where all are. */
    static OptionalInt notUtf8(byte[] bytes) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(left, CharBuffer.allocate(bytes.length), true);
        int zero = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(0);
        int wrong = result.isError() ? left.position() : zero;
        if (wrong < 0) {
            return OptionalInt.empty();
        }
        int line = 1;
        for (int i = 0; i < wrong; i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return OptionalInt.of(line);
    }

    static ProfileFile of(List<String> lines) {
        List<Switch> switches = new ArrayList<>();
        List<Fault> faults = new ArrayList<>();
        List<String> above = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher m = LINE.matcher(line);
            if (m.matches()) {
                String why = m.group(3) == null ? String.join(" ", above) : comment(m.group(3));
                switches.add(new Switch(i + 1, m.group(1), m.group(2).equals("on"), why));
                above.clear();
            } else if (line.strip().startsWith("#")) {
                above.add(comment(line.strip()));
            } else {
                above.clear();
                if (!line.isBlank()) {
                    faults.add(new Fault(i + 1, decoded(line)));
                }
            }
        }
        return new ProfileFile(List.copyOf(switches), List.copyOf(faults));
    }

    private static String comment(String text) {
        return decoded(text.substring(1)).strip();
    }

    private static String decoded(String line) {
        return new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /**
     * The lines with one switch set; the others and all comments stay.
     *
     * @param why the new comment; empty to keep the one there is
     */
    static List<String> with(List<String> lines, String id, boolean on, String why) {
        List<String> changed = new ArrayList<>();
        boolean isSet = false;
        for (String line : lines) {
            Matcher m = LINE.matcher(line);
            if (m.matches() && m.group(1).equals(id)) {
                String kept = m.group(3) == null ? "" : m.group(3);
                changed.add(line(id, on, why.isEmpty() ? kept : encoded(why)));
                isSet = true;
            } else {
                changed.add(line);
            }
        }
        if (!isSet) {
            changed.add(line(id, on, encoded(why.isEmpty() ? "set at the console" : why)));
        }
        return changed;
    }

    /** The lines without a switch. */
    static List<String> without(List<String> lines, String id) {
        return lines.stream().filter(line -> {
            Matcher m = LINE.matcher(line);
            return !(m.matches() && m.group(1).equals(id));
        }).toList();
    }

    /** A line of a switch with its reason, as {@link #of} reads it. */
    static String line(Switch set) {
        return line(set.id(), set.on(), set.why().isEmpty() ? "" : encoded(set.why()));
    }

    private static String line(String id, boolean on, String comment) {
        return id + " = " + (on ? "on" : "off") + (comment.isEmpty() ? "" : "   " + comment);
    }

    private static String encoded(String why) {
        return "# " + new String(why.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
