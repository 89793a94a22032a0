package org.lierne.recompiler.program;

import java.util.List;

/**
 * A call through a table with the code that it may go to, which stands behind the program as copies.
 *
 * @param pc     byte offset of the call
 * @param copies what is linked
 * @param stops  whether an invocation ends that calls anything else; it goes on behind the call otherwise
 */
public record LinkedCall(int pc, List<Copy> copies, boolean stops) {
    public LinkedCall {
        copies = List.copyOf(copies);
    }

    /**
     * Code from elsewhere.
     *
     * @param address guest address that the table holds
     * @param pc      byte offset of the copy in the program
     */
    public record Copy(long address, int pc) {}
}
