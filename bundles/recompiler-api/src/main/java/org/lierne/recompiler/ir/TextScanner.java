package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one line of IR text word by word. Words are names and numbers, or one punctuation mark; commas are skipped. */
final class TextScanner {
    private static final Pattern WORD = Pattern.compile("\\s*(?:<-|[A-Za-z0-9_.\\-]+|[^\\s])");

    private final List<String> words = new ArrayList<>();
    private final Map<Integer, Type> types;
    private int at;

    TextScanner(String line, Map<Integer, Type> types) {
        this.types = types;
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            String word = matcher.group().strip();
            if (!word.equals(",")) {
                words.add(word);
            }
        }
    }

    boolean atEnd() {
        return at >= words.size();
    }

    /** The next word without taking it, "" at the end. */
    String peek() {
        return atEnd() ? "" : words.get(at);
    }

    /** The word after the next one, "" beyond the end. */
    String peekSecond() {
        return at + 1 < words.size() ? words.get(at + 1) : "";
    }

    String next() {
        if (atEnd()) {
            throw new IllegalArgumentException("the line ends too early");
        }
        return words.get(at++);
    }

    boolean accept(String word) {
        if (peek().equals(word)) {
            at++;
            return true;
        }
        return false;
    }

    void expect(String word) {
        String found = next();
        if (!found.equals(word)) {
            throw new IllegalArgumentException("expected " + word + ", found " + found);
        }
    }

    int integer() {
        return number(next()).intValue();
    }

    static Long number(String word) {
        return word.startsWith("0x") ? Long.parseUnsignedLong(word.substring(2), 16) : Long.parseLong(word);
    }

    int block() {
        String word = next();
        if (!word.startsWith("b")) {
            throw new IllegalArgumentException("expected a block, found " + word);
        }
        return Integer.parseInt(word.substring(1));
    }

    Pc pc() {
        String word = next();
        return word.equals("entry") ? Pc.NONE : new Pc(number(word).intValue());
    }

    /** {@code ; pc=0x0010}, or nothing. */
    Pc place() {
        if (!accept(";")) {
            return Pc.NONE;
        }
        expect("pc");
        expect("=");
        return pc();
    }

    /** Whether the next word begins a value. */
    boolean isValue() {
        String word = peek();
        return word.matches("v\\d+|true|false") || peekSecond().equals(":");
    }

    Value value() {
        String word = next();
        if (word.equals("true") || word.equals("false")) {
            return Const.b1(word.equals("true"));
        }
        if (word.matches("v\\d+")) {
            int id = Integer.parseInt(word.substring(1));
            Type type = types.get(id);
            if (type == null) {
                throw new IllegalArgumentException(word + " is defined nowhere");
            }
            return new Ssa(id, type);
        }
        expect(":");
        Type type = Type.parse(next());
        return word.equals("undef") ? new Undef(type) : new Const(type.component(), number(word));
    }
}
