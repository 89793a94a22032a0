package org.lierne.kernel.thread;

/**
 * A guest's handler of a signal.
 *
 * @param function guest function: {@code void (int signal, void* context)}, or in the POSIX form {@code void (int signal, information,
 *                 void* context)}
 * @param form     which of them
 * @param masked   signals that wait while it runs
 */
public record SignalHandler(long function, Form form, SignalMask masked) {
    /** What the function takes. */
    public enum Form {
        EXCEPTION,
        /** With a number in place of the information. */
        POSIX,
        /** With a record: 00 signal i32, 18 address of a fault. */
        POSIX_WITH_INFORMATION
    }
}
