package org.lierne.kernel.nativecpu;

/**
 * The state of guest code that was left and can go on.
 *
 * @param registers     general registers in the host's order of a signal frame
 * @param vectors       vector state as the frame held it, in the first {@code extendedBytes}; where these are 0, what a call's return needs
 * @param extendedBytes length of that state
 */
record GuestState(long[] registers, byte[] vectors, long extendedBytes) {
    static final int REGISTERS = 18;
    static final int R8 = 0, R9 = 1, R10 = 2, R11 = 3, R12 = 4, R13 = 5, R14 = 6, R15 = 7, RDI = 8, RSI = 9, RBP = 10, RBX = 11, RDX = 12,
            RAX = 13, RCX = 14, RSP = 15, RIP = 16, FLAGS = 17;
    private static final int[] ARGUMENTS = {RDI, RSI, RDX, RCX, R8, R9};
    /** The guest keeps variables in so many bytes below its stack pointer. */
    private static final int RED_ZONE_BYTES = 128;

    /** An aligned address so many bytes below what the code uses of its stack. */
    long below(long bytes) {
        return registers[RSP] - RED_ZONE_BYTES - bytes & -16L;
    }

    /** Goes back to before the call of an import whose return this is the state of. */
    void makeAgain(long entry, Object[] arguments) {
        registers[RSP] -= Long.BYTES;
        registers[RIP] = entry;
        for (int i = 0; i < ARGUMENTS.length && i < arguments.length; i++) {
            registers[ARGUMENTS[i]] = (Long) arguments[i];
        }
    }
}
