package org.lierne.shader.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON value, and the reader of JSON text. Missing members read as {@link #NOTHING}, so that optional ones need no test. */
final class Json {
    static final Json NOTHING = new Json(null);

    private final @Nullable Object value;

    private Json(@Nullable Object value) {
        this.value = value;
    }

    /**
     * Reads a document.
     *
     * @throws IllegalArgumentException with the place of the first mistake
     */
    static Json parse(String text) {
        Reader reader = new Reader(text);
        Json value = reader.value();
        reader.end();
        return value;
    }

    boolean isPresent() {
        return value != null;
    }

    Json get(String member) {
        return value instanceof Map<?, ?> map && map.get(member) instanceof Json found ? found : NOTHING;
    }

    Json get(int index) {
        return value instanceof List<?> list && index < list.size() && list.get(index) instanceof Json found ? found : NOTHING;
    }

    /** Elements of an array; none for anything else. */
    List<Json> items() {
        List<Json> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Json json) {
                    items.add(json);
                }
            }
        }
        return items;
    }

    /** Members of an object. */
    Map<String, Json> members() {
        Map<String, Json> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> {
                if (key instanceof String name && item instanceof Json json) {
                    members.put(name, json);
                }
            });
        }
        return members;
    }

    /** The text, or {@code otherwise} when it is none. */
    String text(String otherwise) {
        return value instanceof String text ? text : otherwise;
    }

    String text() {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("expected a text, found " + value);
    }

    double number() {
        if (value instanceof Double number) {
            return number;
        }
        throw new IllegalArgumentException("expected a number, found " + value);
    }

    /** A number, or a number written as hexadecimal text. */
    int integer(int otherwise) {
        return switch (value) {
            case Double number -> (int) number.longValue();
            case String text when text.startsWith("0x") -> Integer.parseUnsignedInt(text.substring(2), 16);
            case null, default -> otherwise;
        };
    }

    boolean flag() {
        return Boolean.TRUE.equals(value);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Json value() {
            skip();
            char c = peek();
            return switch (c) {
                case '{' -> object();
                case '[' -> array();
                case '"' -> new Json(string());
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> number();
            };
        }

        void end() {
            skip();
            if (at < text.length()) {
                throw mistake("more text");
            }
        }

        private Json object() {
            Map<String, Json> members = new LinkedHashMap<>();
            at++;
            skip();
            while (peek() != '}') {
                String name = string();
                skip();
                expect(':');
                members.put(name, value());
                skip();
                if (peek() == ',') {
                    at++;
                    skip();
                }
            }
            at++;
            return new Json(members);
        }

        private Json array() {
            List<Json> items = new ArrayList<>();
            at++;
            skip();
            while (peek() != ']') {
                items.add(value());
                skip();
                if (peek() == ',') {
                    at++;
                    skip();
                }
            }
            at++;
            return new Json(items);
        }

        private String string() {
            expect('"');
            StringBuilder out = new StringBuilder();
            while (peek() != '"') {
                char c = text.charAt(at++);
                if (c != '\\') {
                    out.append(c);
                    continue;
                }
                char escaped = text.charAt(at++);
                switch (escaped) {
                    case 'n' -> out.append('\n');
                    case 't' -> out.append('\t');
                    case 'r' -> out.append('\r');
                    case 'b' -> out.append('\b');
                    case 'f' -> out.append('\f');
                    case 'u' -> {
                        out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                        at += 4;
                    }
                    default -> out.append(escaped);
                }
            }
            at++;
            return out.toString();
        }

        private Json number() {
            int from = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            if (from == at) {
                throw mistake("no value");
            }
            return new Json(Double.valueOf(text.substring(from, at)));
        }

        private Json word(String word, @Nullable Object value) {
            if (!text.startsWith(word, at)) {
                throw mistake("no value");
            }
            at += word.length();
            return new Json(value);
        }

        private void expect(char c) {
            if (peek() != c) {
                throw mistake("no '" + c + "'");
            }
            at++;
        }

        private char peek() {
            if (at >= text.length()) {
                throw mistake("the end");
            }
            return text.charAt(at);
        }

        private void skip() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private IllegalArgumentException mistake(String found) {
            return new IllegalArgumentException("JSON text at character " + at + ": found " + found);
        }
    }
}
