package org.lierne.recompiler.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Evaluates word sources for one dispatch or draw over its user data and guest memory. Results are kept, so a walker is made
 * anew for each recording. A word whose memory is not mapped is 0, clears {@link #complete()} (field note R13) and stands among
 * the {@link #badReads()}; who records decides which of them it can go on with. Arms that are not selected are not read.
 */
public final class DescriptorWalker {
    private final int[] userData;
    private final MemoryReader memory;
    private final Map<WordSource, Integer> known = new HashMap<>();
    private final int[] word = new int[1];
    private final List<BadRead> badReads = new ArrayList<>();
    private boolean complete = true;

    /** Where the pointer of a read came from. */
    public enum Origin {
        /** The stage's user data, perhaps through arithmetic. */
        USER_DATA,
        /** Memory: the pointer was itself read. */
        MEMORY,
        /** The base of a buffer descriptor. */
        DESCRIPTOR
    }

    /**
     * A word that could not be read.
     *
     * @param pointer the pointer or base as the program holds it
     * @param address where the word was looked for
     */
    public record BadRead(Origin origin, long pointer, long address) {
        /** Whether the pointer is null, which a title may hold as long as it does not read through it. */
        public boolean isNull() {
            return pointer == 0;
        }

        /** {@code the pointer 0x8000 from user data, not mapped at 0x8010}. */
        @Override
        public String toString() {
            return "the %s 0x%x%s, not mapped at 0x%x".formatted(origin == Origin.DESCRIPTOR ? "buffer at" : "pointer", pointer,
                    origin == Origin.DESCRIPTOR ? "" : origin == Origin.USER_DATA ? " from user data" : " from memory", address);
        }
    }

    public DescriptorWalker(int[] userData, MemoryReader memory) {
        this.userData = userData.clone();
        this.memory = memory;
    }

    /** The words of a descriptor. */
    public DescriptorWords walk(DescriptorPath path) {
        List<WordSource> sources = path.words();
        int[] words = new int[sources.size()];
        boolean before = complete;
        complete = true;
        for (int i = 0; i < words.length; i++) {
            words[i] = evaluate(sources.get(i));
        }
        DescriptorWords found = new DescriptorWords(words, complete);
        complete &= before;
        return found;
    }

    /** One word. User data past the given words is 0. */
    public int evaluate(WordSource source) {
        return switch (source) {
            case WordSource.Literal literal -> literal.word();
            case WordSource.UserData user -> user.dword() < userData.length ? userData[user.dword()] : 0;
            case WordSource.Loaded _, WordSource.BufferLoaded _, WordSource.Operation _ -> {
                Integer value = known.get(source);
                if (value == null) {
                    value = compute(source);
                    known.put(source, value);
                }
                yield value;
            }
        };
    }

    /** Whether all memory read so far was mapped. */
    public boolean complete() {
        return complete;
    }

    /** The reads that found no memory, in the order they were tried, each word once. */
    public List<BadRead> badReads() {
        return List.copyOf(badReads);
    }

    private int compute(WordSource source) {
        return switch (source) {
            case WordSource.Literal literal -> literal.word();
            case WordSource.UserData user -> evaluate(user);
            case WordSource.Loaded loaded -> {
                long base = pair(evaluate(loaded.low()), evaluate(loaded.high()));
                Origin origin = loaded.low().readsMemory() || loaded.high().readsMemory() ? Origin.MEMORY : Origin.USER_DATA;
                yield read(origin, base, (base & ~3L) + (Integer.toUnsignedLong(evaluate(loaded.byteOffset())) & ~3L));
            }
            case WordSource.BufferLoaded buffer -> readBuffer(buffer);
            case WordSource.Operation operation -> apply(operation.operator(), operation.arguments());
        };
    }

    private int readBuffer(WordSource.BufferLoaded buffer) {
        int w1 = evaluate(buffer.descriptor().get(1));
        int records = evaluate(buffer.descriptor().get(2));
        long base = pair(evaluate(buffer.descriptor().get(0)), w1 & 0xffff);
        int stride = w1 >>> 16 & 0x3fff;
        long bytes = Integer.toUnsignedLong(records) * Math.max(stride, 1);
        long offset = Integer.toUnsignedLong(evaluate(buffer.byteOffset())) & ~3L;
        return offset + 4 > bytes ? 0 : read(Origin.DESCRIPTOR, base, (base & ~3L) + offset);
    }

    private int read(Origin origin, long pointer, long address) {
        if (pointer != 0 && memory.read(address, word, 0, 1)) {
            return word[0];
        }
        badReads.add(new BadRead(origin, pointer, address));
        complete = false;
        return 0;
    }

    private int apply(WordSource.Operator operator, List<WordSource> arguments) {
        int a = evaluate(arguments.get(0));
        if (operator == WordSource.Operator.SELECT) {
            return evaluate(arguments.get(a != 0 ? 1 : 2));
        }
        int b = arguments.size() > 1 ? evaluate(arguments.get(1)) : 0;
        return switch (operator) {
            case ADD -> a + b;
            case CARRY -> bit(Integer.compareUnsigned(a + b, a) < 0);
            case SUB -> a - b;
            case BORROW -> bit(Integer.compareUnsigned(a, b) < 0);
            case MUL -> a * b;
            case MUL_HIGH_UNSIGNED -> (int) (Integer.toUnsignedLong(a) * Integer.toUnsignedLong(b) >>> 32);
            case MUL_HIGH_SIGNED -> (int) ((long) a * b >> 32);
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case NOT -> ~a;
            case SHIFT_LEFT -> a << b;
            case SHIFT_RIGHT -> a >>> b;
            case SHIFT_RIGHT_SIGNED -> a >> b;
            case MIN_UNSIGNED -> Integer.compareUnsigned(a, b) < 0 ? a : b;
            case MAX_UNSIGNED -> Integer.compareUnsigned(a, b) > 0 ? a : b;
            case MIN_SIGNED -> Math.min(a, b);
            case MAX_SIGNED -> Math.max(a, b);
            case EQUAL -> bit(a == b);
            case LESS_UNSIGNED -> bit(Integer.compareUnsigned(a, b) < 0);
            case LESS_SIGNED -> bit(a < b);
            case SELECT -> throw new IllegalStateException("a selection has one arm evaluated");
        };
    }

    private static int bit(boolean value) {
        return value ? 1 : 0;
    }

    private static long pair(int low, int high) {
        return Integer.toUnsignedLong(low) | (long) high << 32;
    }
}
