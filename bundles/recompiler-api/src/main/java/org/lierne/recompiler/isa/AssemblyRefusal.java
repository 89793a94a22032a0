package org.lierne.recompiler.isa;

/** A line of assembly text that stands for no instruction of the guest's processor. */
public final class AssemblyRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient String line;
    private final transient int column;
    private final String reason;

    AssemblyRefusal(String line, int column, String reason) {
        super("column " + (column + 1) + " of \"" + line + "\": " + reason, null, false, false);
        this.line = line;
        this.column = column;
        this.reason = reason;
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
