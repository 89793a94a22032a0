package org.lierne.recompiler.program;

/**
 * A call of code whose address the program loads from a table in memory (rule A-019). The table is a run of 64-bit addresses behind a pointer
 * in user data; which of them is called shows only when the program runs. A fetch program's address stands in user data itself (rule C-037).
 *
 * @param pc     byte offset of the call
 * @param low    dword of the user data that holds the lower half of the pointer
 * @param high   dword of the user data that holds the upper half
 * @param offset bytes from the pointer to the first address
 * @param pair   first of the two scalar registers that keep the return address
 * @param fetches whether the pointer is that of the code
 */
public record TableCall(int pc, int low, int high, int offset, int pair, boolean fetches) {
    /** A call through a table. */
    public TableCall(int pc, int low, int high, int offset, int pair) {
        this(pc, low, high, offset, pair, false);
    }

    /** The guest address of the first entry, or of the code. */
    public long table(int[] userData) {
        return (word(userData, low) & 0xffffffffL | (long) word(userData, high) << 32) + offset;
    }

    private static int word(int[] userData, int dword) {
        return dword < userData.length ? userData[dword] : 0;
    }
}
