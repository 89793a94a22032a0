package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/**
 * Atomic operations of the memory system as packets name them. Documented: operation numbers of the L2 cache; bit 5 is
 * the 64-bit form, bit 6 the form that returns nothing.
 */
record MemoryAtomic(Kind kind, boolean isWide) {
    private static final VarHandle WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final VarHandle WIDE = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    /** Operations by the low five bits of the number. */
    enum Kind {
        SWAP(0x07),
        COMPARE_SWAP(0x08),
        ADD(0x0F),
        SUB(0x10),
        SIGNED_MIN(0x11),
        UNSIGNED_MIN(0x12),
        SIGNED_MAX(0x13),
        UNSIGNED_MAX(0x14),
        AND(0x15),
        OR(0x16),
        XOR(0x17),
        INCREMENT(0x18),
        DECREMENT(0x19);

        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    /** @return null for an operation that is not known */
    static @Nullable MemoryAtomic of(int operation) {
        for (Kind kind : Kind.values()) {
            if (kind.number == (operation & 0x1F)) {
                return new MemoryAtomic(kind, (operation & 0x20) != 0);
            }
        }
        return null;
    }

    /** Bytes of the word, which is aligned to them. */
    int bytes() {
        return isWide ? 8 : 4;
    }

    boolean isEqual(GuestMemory memory, long address, long compare) {
        return isWide ? memory.getLong(address) == compare : memory.getInt(address) == (int) compare;
    }

    /** Stores the source if the word is equal to what it is compared with, in one step. */
    boolean exchange(GuestMemory memory, long address, long source, long compare) {
        MemorySegment word = memory.view(address, bytes(), Access.WRITE);
        return isWide ? WIDE.compareAndSet(word, 0L, compare, source)
                : WORD.compareAndSet(word, 0L, (int) compare, (int) source);
    }

    /** @param address a multiple of {@link #bytes} */
    void apply(GuestMemory memory, long address, long source, long compare) {
        if (isWide) {
            update(memory, address, old -> result(old, source, compare));
        } else {
            MemorySegment word = memory.view(address, 4, Access.WRITE);
            int old;
            do {
                old = (int) WORD.getVolatile(word, 0L);
            } while (!WORD.compareAndSet(word, 0L, old, (int) result(old, (int) source, (int) compare)));
        }
    }

    /**
     * Changes an aligned 64-bit word in one step, seen so by other queues and by the guest's own code.
     *
     * @return what it held before
     */
    static long update(GuestMemory memory, long address, LongUnaryOperator change) {
        MemorySegment word = memory.view(address, 8, Access.WRITE);
        long old;
        do {
            old = (long) WIDE.getVolatile(word, 0L);
        } while (!WIDE.compareAndSet(word, 0L, old, change.applyAsLong(old)));
        return old;
    }

    private long unsigned(long value) {
        return isWide ? value : value & 0xFFFFFFFFL;
    }

    private long result(long old, long source, long compare) {
        int order = Long.compareUnsigned(unsigned(old), unsigned(source));
        return switch (kind) {
            case SWAP -> source;
            case COMPARE_SWAP -> old == compare ? source : old;
            case ADD -> old + source;
            case SUB -> old - source;
            case SIGNED_MIN -> Math.min(old, source);
            case UNSIGNED_MIN -> order < 0 ? old : source;
            case SIGNED_MAX -> Math.max(old, source);
            case UNSIGNED_MAX -> order > 0 ? old : source;
            case AND -> old & source;
            case OR -> old | source;
            case XOR -> old ^ source;
            case INCREMENT -> order >= 0 ? 0 : old + 1;
            case DECREMENT -> old == 0 || order > 0 ? source : old - 1;
        };
    }
}
