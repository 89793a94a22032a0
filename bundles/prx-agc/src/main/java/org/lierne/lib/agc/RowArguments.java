package org.lierne.lib.agc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The argument column of a row: {@code name=value …} with numbers, {@code NULL}, {@code "text"}, {@code {1,2}},
 * {@code {(1,2),(3,4)}}.
 */
final class RowArguments {
    /** Says that only the packet inside the wrapper is compared. */
    private static final String CORE_ONLY = "(core packet only)";

    private final Map<String, String> values = new LinkedHashMap<>();
    private final boolean isCoreOnly;

    private RowArguments(boolean isCoreOnly) {
        this.isCoreOnly = isCoreOnly;
    }

    static RowArguments parse(String text) {
        RowArguments arguments = new RowArguments(text.contains(CORE_ONLY));
        String rest = text.replace(CORE_ONLY, "").strip();
        int at = 0;
        while (at < rest.length()) {
            int equals = rest.indexOf('=', at);
            if (equals < 0) {
                throw new IllegalArgumentException("no name in \"" + rest.substring(at) + "\"");
            }
            int end = valueEnd(rest, equals + 1);
            arguments.values.put(rest.substring(at, equals).strip(), rest.substring(equals + 1, end));
            at = end;
            while (at < rest.length() && rest.charAt(at) == ' ') {
                at++;
            }
        }
        return arguments;
    }

    private static int valueEnd(String text, int start) {
        boolean isQuoted = false;
        int depth = 0;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                isQuoted = !isQuoted;
            } else if (!isQuoted && (c == '{' || c == '(')) {
                depth++;
            } else if (!isQuoted && (c == '}' || c == ')')) {
                depth--;
            } else if (!isQuoted && depth == 0 && c == ' ') {
                return i;
            }
        }
        return text.length();
    }

    /** Names and raw values in the order of the row. */
    Map<String, String> values() {
        return values;
    }

    boolean isCoreOnly() {
        return isCoreOnly;
    }

    /** A number: decimal or {@code 0x}, perhaps negative; {@code NULL} is 0. */
    static long number(String value) {
        if (value.equalsIgnoreCase("NULL")) {
            return 0;
        }
        boolean isNegative = value.startsWith("-");
        String digits = isNegative ? value.substring(1) : value;
        try {
            long number = digits.startsWith("0x") || digits.startsWith("0X")
                    ? Long.parseUnsignedLong(digits.substring(2), 16) : Long.parseUnsignedLong(digits);
            return isNegative ? -number : number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + value + "' is no number", e);
        }
    }

    /** A dword as eight hex digits or fewer, without prefix. */
    static int dword(String text) {
        try {
            return Integer.parseUnsignedInt(text, 16);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no dword in hex", e);
        }
    }

    static boolean isList(String value) {
        return value.startsWith("{");
    }

    static boolean isText(String value) {
        return value.startsWith("\"");
    }

    static String text(String value) {
        return value.substring(1, value.length() - 1);
    }

    /**
     * The numbers of a list; pairs give two each. Words separated by blanks are hex without prefix, as in the expected
     * column.
     */
    static int[] list(String value) {
        String inner = value.substring(1, value.length() - 1).strip();
        boolean isHexWords = !inner.contains(",") && (inner.contains(" ") || inner.matches("[0-9A-Fa-f]{8}"));
        List<Integer> words = new ArrayList<>();
        for (String word : inner.split("[\\s,()]+")) {
            if (!word.isEmpty()) {
                words.add(isHexWords ? dword(word) : (int) number(word));
            }
        }
        return words.stream().mapToInt(Integer::intValue).toArray();
    }
}
