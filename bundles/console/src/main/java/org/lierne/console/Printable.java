package org.lierne.console;

/** Text of others (names of titles, bytes of input) as a terminal may show it. */
final class Printable {
    private Printable() {}

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
