package org.lierne.kernel.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON (RFC 8259) as maps, lists, strings, numbers and booleans: enough for parameter files and reports. */
final class JsonText {
    private static final int MAX_DEPTH = 64;
    /** Stands for null, so that collections hold none. */
    static final Object NULL = new Object() {
        @Override
        public String toString() {
            return "null";
        }
    };

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException with the offset, if the text is no JSON */
    static Object read(String text) {
        JsonText reader = new JsonText(text);
        Object value = reader.value(0);
        reader.space();
        if (reader.at != text.length()) {
            throw reader.wrong("text behind the value");
        }
        return value;
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("JSON offset %d: %s".formatted(at, what));
    }

    private void space() {
        while (at < text.length() && " \t\r\n\ufeff".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        space();
        if (at == text.length()) {
            throw wrong("unexpected end");
        }
        return text.charAt(at);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw wrong("'%c' expected".formatted(c));
        }
        at++;
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong("nested deeper than " + MAX_DEPTH);
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", NULL);
            default -> number();
        };
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong("unknown word");
        }
        at += word.length();
        return value;
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            String digits = text.substring(start, at);
            return digits.matches("-?\\d{1,18}") ? (Object) Long.valueOf(digits) : Double.valueOf(digits);
        } catch (NumberFormatException e) {
            throw wrong("no value");
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        expect('{');
        if (peek() != '}') {
            do {
                String key = peek() == '"' ? string() : "";
                expect(':');
                map.put(key, value(depth + 1));
            } while (more());
        }
        expect('}');
        return map;
    }

    private List<Object> array(int depth) {
        List<Object> list = new ArrayList<>();
        expect('[');
        if (peek() != ']') {
            do {
                list.add(value(depth + 1));
            } while (more());
        }
        expect(']');
        return list;
    }

    private boolean more() {
        if (peek() == ',') {
            at++;
            return true;
        }
        return false;
    }

    private String string() {
        StringBuilder value = new StringBuilder();
        expect('"');
        while (true) {
            if (at == text.length()) {
                throw wrong("string without end");
            }
            char c = text.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            value.append(c == '\\' ? escape() : c);
        }
    }

    private char escape() {
        if (at == text.length()) {
            throw wrong("string without end");
        }
        char c = text.charAt(at++);
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                if (at + 4 > text.length()) {
                    throw wrong("escape without digits");
                }
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> c;
        };
    }

    /** Pretty, two blanks a level. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out, "");
        return out.append('\n').toString();
    }

    private static void write(Object value, StringBuilder out, String indent) {
        switch (value) {
            case Map<?, ?> map -> {
                out.append(map.isEmpty() ? "{" : "{\n");
                int left = map.size();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    quote(String.valueOf(entry.getKey()), out.append(indent).append("  "));
                    write(entry.getValue(), out.append(": "), indent + "  ");
                    out.append(--left > 0 ? ",\n" : "\n");
                }
                out.append(map.isEmpty() ? "}" : indent + "}");
            }
            case List<?> list -> {
                out.append(list.isEmpty() ? "[" : "[\n");
                int left = list.size();
                for (Object item : list) {
                    write(item, out.append(indent).append("  "), indent + "  ");
                    out.append(--left > 0 ? ",\n" : "\n");
                }
                out.append(list.isEmpty() ? "]" : indent + "]");
            }
            case Number number -> out.append(number);
            case Boolean bool -> out.append(bool);
            default -> {
                if (value == NULL) {
                    out.append("null");
                } else {
                    quote(value.toString(), out);
                }
            }
        }
    }

    private static void quote(String value, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20) {
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
