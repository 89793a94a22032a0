package org.lierne.agc;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Calls the graphics library's builders by rows of a packet table, each through its export over a small guest memory. A
 * row is a line of tab-separated columns: function, named arguments, expected dwords in hex, and a note that is not
 * read.
 */
@ProviderType
public interface AgcRows {
    /** False for the heading, comments and empty lines. */
    boolean isRow(String line);

    Outcome check(String line);

    /** What a row came to. */
    sealed interface Outcome {
        /** The words agree. */
        record Equal() implements Outcome {}

        /** They do not; the text names function, arguments, expected and written words. */
        record Differs(String text) implements Outcome {}

        /** The row could not be called: no such export, or arguments that do not fit it. */
        record Refused(String reason) implements Outcome {}
    }
}
