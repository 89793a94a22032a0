package org.lierne.hle.binding;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.lierne.hle.VarArgs;
import org.lierne.kernel.cpu.RegisterFrame;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/**
 * Reads variadic arguments in the System V order: integers from their six registers, floating point from its eight, both then from the
 * caller's stack words. Documented: System V ABI, AMD64, "Variable argument lists".
 */
final class SystemVArgs implements VarArgs {
    private static final int INTEGER_BYTES = 48;
    private static final int VECTOR_BYTES = 16;
    private static final int LONG_DOUBLE_BYTES = 16;

    private final GuestMemory memory;
    private final MemorySegment registers;
    private long integerOffset;
    private long vectorOffset;
    private long overflow;

    private SystemVArgs(GuestMemory memory, MemorySegment registers, long integerOffset, long vectorOffset, long overflow) {
        this.memory = memory;
        this.registers = registers;
        this.integerOffset = integerOffset;
        this.vectorOffset = vectorOffset;
        this.overflow = overflow;
    }

    /** The arguments of a call after its named ones. */
    static SystemVArgs ofFrame(GuestMemory memory, int integers, int vectors, RegisterFrame frame) {
        long stackWords = Math.max(0, integers - 6) + (long) Math.max(0, vectors - 8);
        return new SystemVArgs(memory, frame.registers(), 8L * Math.min(integers, 6),
                RegisterFrame.VECTORS + (long) VECTOR_BYTES * Math.min(vectors, 8), frame.stackWords() + 8 * stackWords);
    }

    /** The arguments behind a guest's {@code va_list}: two ints, overflow pointer, register save area. */
    static SystemVArgs ofList(GuestMemory memory, long list) {
        long area = memory.getLong(list + 16);
        MemorySegment registers = memory.isMapped(area, RegisterFrame.BYTES, Access.READ)
                ? memory.view(area, RegisterFrame.BYTES, Access.READ) : MemorySegment.NULL;
        long integerOffset = registers.byteSize() == 0 ? INTEGER_BYTES : Integer.toUnsignedLong(memory.getInt(list));
        long vectorOffset = registers.byteSize() == 0 ? RegisterFrame.BYTES : Integer.toUnsignedLong(memory.getInt(list + 4));
        return new SystemVArgs(memory, registers, integerOffset, vectorOffset, memory.getLong(list + 8));
    }

    private long word() {
        long value = memory.getLong(overflow);
        overflow += 8;
        return value;
    }

    @Override
    public long nextLong() {
        if (integerOffset < INTEGER_BYTES) {
            long value = registers.get(JAVA_LONG_UNALIGNED, integerOffset);
            integerOffset += 8;
            return value;
        }
        return word();
    }

    @Override
    public double nextDouble() {
        if (vectorOffset < RegisterFrame.BYTES) {
            long value = registers.get(JAVA_LONG_UNALIGNED, vectorOffset);
            vectorOffset += VECTOR_BYTES;
            return Double.longBitsToDouble(value);
        }
        return Double.longBitsToDouble(word());
    }

    @Override
    public double nextLongDouble() {
        overflow = overflow + LONG_DOUBLE_BYTES - 1 & -LONG_DOUBLE_BYTES;
        long fraction = memory.getLong(overflow);
        int signAndExponent = memory.getShort(overflow + 8) & 0xffff;
        overflow += LONG_DOUBLE_BYTES;
        return ExtendedDouble.toDouble(fraction, signAndExponent);
    }
}
