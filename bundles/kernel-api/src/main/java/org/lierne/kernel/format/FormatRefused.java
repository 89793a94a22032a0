package org.lierne.kernel.format;

import java.util.Objects;

/** A file is not an executable that can be loaded. The message is one line in the refusal shape. */
public final class FormatRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String file;
    private final String table;
    private final long offset;
    private final long length;

    /**
     * @param file   the file's name
     * @param table  the table or field at fault
     * @param offset where it is: a file offset, or an address where the table is addressed so
     * @param length its length in bytes
     * @param reason what was found and what was expected
     */
    public FormatRefused(String file, String table, long offset, long length, String reason) {
        super("loader.elf: " + file + ": " + table + " at 0x" + Long.toHexString(offset) + ", 0x"
                + Long.toHexString(length) + " bytes: " + reason);
        this.file = file;
        this.table = table;
        this.offset = offset;
        this.length = length;
    }

    /** The whole refusal in one line. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    public String file() {
        return file;
    }

    public String table() {
        return table;
    }

    public long offset() {
        return offset;
    }

    public long length() {
        return length;
    }
}
