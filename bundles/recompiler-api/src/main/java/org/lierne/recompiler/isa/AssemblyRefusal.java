package org.lierne.recompiler.isa;

/** A line of assembly text that stands for no instruction of the guest's processor. */
public final class AssemblyRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int MOST_CHARACTERS = 200;

    private final transient String line;
    private final transient int column;
    private final String reason;

    AssemblyRefusal(String line, int column, String reason) {
        super("column " + (column + 1) + " of \"" + shown(line) + "\": " + shown(reason), null, false, false);
        this.line = line;
        this.column = column;
        this.reason = reason;
    }

    /** As a terminal may show it: the text may be no text at all. */
    private static String shown(String text) {
        String printable = text.replaceAll("\\p{C}", "?");
        return printable.length() <= MOST_CHARACTERS ? printable : printable.substring(0, MOST_CHARACTERS) + "…";
    }

    /** The text. */
    public String line() {
        return line;
    }

    /** Where in it, from 0. */
    public int column() {
        return column;
    }

    /** What is wrong, a clause without full stop. */
    public String reason() {
        return reason;
    }
}
