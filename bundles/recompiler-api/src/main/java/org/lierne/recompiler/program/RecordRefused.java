package org.lierne.recompiler.program;

/** Work that cannot be recorded as its descriptors are; the message says what was found. */
public final class RecordRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RecordRefused(String message) {
        super(message);
    }
}
