package org.lierne.console;

/** Text of others (names of titles, bytes of input) as a terminal may show it. */
final class Printable {
    /** More of a line that is not understood tells a reader nothing. */
    private static final int START = 200;

    private Printable() {}

    /** What a text begins with, printable, where a file of others may hold millions of characters in a line. */
    static String startOf(String text) {
        return text.length() <= START ? of(text) : of(text.substring(0, START)) + "…";
    }

    /** Control characters and those that turn the direction of text become a question mark. */
    static String of(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(c -> {
            int kind = Character.getType(c);
            boolean isHidden = kind == Character.CONTROL || kind == Character.FORMAT || kind == Character.SURROGATE
                    || kind == Character.LINE_SEPARATOR || kind == Character.PARAGRAPH_SEPARATOR || kind == Character.UNASSIGNED;
            shown.appendCodePoint(isHidden ? '?' : c);
        });
        return shown.toString();
    }
}
