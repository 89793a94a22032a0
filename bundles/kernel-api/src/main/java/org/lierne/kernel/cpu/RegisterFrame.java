package org.lierne.kernel.cpu;

import java.lang.foreign.MemorySegment;

/**
 * The argument registers of a variadic call, laid out as the System V register save area; valid while the call lasts.
 *
 * @param registers  {@code rdi rsi rdx rcx r8 r9} at 0, {@code xmm0…7} at 48 in steps of 16 (undefined if the caller passed none)
 * @param stackWords guest address of the caller's stack words
 */
public record RegisterFrame(MemorySegment registers, long stackWords) {
    /** Offset of the first vector register. */
    public static final int VECTORS = 48;
    /** Length of the register save area. */
    public static final int BYTES = 176;
}
