package org.lierne.recompiler.program;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where one dword comes from that the host can compute when work is recorded: user data, memory reached from it, and scalar
 * integer arithmetic in between (field notes: an address may pass through scalar arithmetic on its way).
 */
public sealed interface WordSource {
    /** Whether memory is read on the way to the word. */
    default boolean readsMemory() {
        return switch (this) {
            case UserData _, Literal _, Key _ -> false;
            case Loaded _, BufferLoaded _ -> true;
            case Operation operation -> operation.arguments().stream().anyMatch(WordSource::readsMemory);
        };
    }

    /** Dword {@code dword} of the stage's user data. */
    record UserData(int dword) implements WordSource {
        @Override
        public String toString() {
            return "ud" + dword;
        }
    }

    /** A word known at translation. */
    record Literal(int word) implements WordSource {
        @Override
        public String toString() {
            return "0x" + Integer.toHexString(word);
        }
    }

    /**
     * The value that chooses a record of a table while the program runs. A walker has one for each record it reads.
     *
     * @param mask bits that may be set in it
     */
    record Key(int mask) implements WordSource {
        /** Most values that a table is read for (rule A-027). */
        public static final int MAX_VALUES = 1 << 16;

        /** Zero bits below its lowest one that may be set; the value shifted right by them numbers the records. */
        public int shift() {
            return mask == 0 ? 0 : Integer.numberOfTrailingZeros(mask);
        }

        /** Numbers of records that may be chosen, as far as they are looked at (rule A-028). */
        public int values() {
            long count = mask == 0 ? 1 : 2 * Integer.toUnsignedLong(Integer.highestOneBit(mask >>> shift()));
            return (int) Math.min(count, MAX_VALUES);
        }

        @Override
        public String toString() {
            return "key&0x" + Integer.toHexString(mask);
        }
    }

    /**
     * A dword of guest memory at {@code (high:low + byteOffset) & ~3}. The offset is unsigned 32 bits.
     */
    record Loaded(WordSource low, WordSource high, WordSource byteOffset) implements WordSource {
        @Override
        public String toString() {
            return "[" + high + ":" + low + " + " + byteOffset + "]";
        }
    }

    /**
     * A dword of the buffer whose four descriptor words are given, at {@code (base & ~3) + (byteOffset & ~3)} (rule C-026);
     * zero out of its range.
     */
    record BufferLoaded(List<WordSource> descriptor, WordSource byteOffset) implements WordSource {
        public BufferLoaded {
            descriptor = List.copyOf(descriptor);
        }

        @Override
        public String toString() {
            return "buffer" + descriptor + "[" + byteOffset + "]";
        }
    }

    /** Arithmetic on words. */
    record Operation(Operator operator, List<WordSource> arguments) implements WordSource {
        public Operation {
            arguments = List.copyOf(arguments);
            if (arguments.size() != operator.arguments) {
                throw new IllegalArgumentException(operator + " takes " + operator.arguments + " words, not " + arguments.size());
            }
        }

        @Override
        public String toString() {
            return operator.name().toLowerCase(java.util.Locale.ROOT) + arguments;
        }
    }

    /** What {@link Operation} can compute; shift counts use their low five bits; comparisons give 0 or 1. */
    enum Operator {
        ADD(2), CARRY(2), SUB(2), BORROW(2), MUL(2), MUL_HIGH_UNSIGNED(2), MUL_HIGH_SIGNED(2), AND(2), OR(2), XOR(2), NOT(1),
        SHIFT_LEFT(2), SHIFT_RIGHT(2), SHIFT_RIGHT_SIGNED(2), MIN_UNSIGNED(2), MAX_UNSIGNED(2), MIN_SIGNED(2), MAX_SIGNED(2),
        EQUAL(2), LESS_UNSIGNED(2), LESS_SIGNED(2), SELECT(3);

        private final int arguments;

        Operator(int arguments) {
            this.arguments = arguments;
        }

        public int arguments() {
            return arguments;
        }
    }

    static WordSource userData(int dword) {
        return new UserData(dword);
    }

    static WordSource literal(int word) {
        return new Literal(word);
    }

    /** The key on the way to the word, null where there is none. */
    default @Nullable Key key() {
        return switch (this) {
            case Key key -> key;
            case UserData _, Literal _ -> null;
            case Loaded loaded -> first(List.of(loaded.low(), loaded.high(), loaded.byteOffset()));
            case BufferLoaded buffer -> buffer.byteOffset().key();
            case Operation operation -> first(operation.arguments());
        };
    }

    private static @Nullable Key first(List<WordSource> sources) {
        return sources.stream().map(WordSource::key).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** {@code source} where {@code condition} is not 0, else 0 without a look at the source. */
    static WordSource when(WordSource condition, WordSource source) {
        return operation(Operator.SELECT, condition, source, literal(0));
    }

    static WordSource operation(Operator operator, WordSource... arguments) {
        return new Operation(operator, List.of(arguments));
    }
}
