package org.lierne.recompiler.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates word sources for one dispatch or draw over its user data and guest memory. Results are kept, so that a walker serves another
 * recording only while it {@link #isCurrent}. A word whose memory is not mapped is 0, clears {@link #complete()} (field note R13) and stands among
 * the {@link #badReads()}; who records decides which of them it can go on with. Arms that are not selected are not read.
 */
public final class DescriptorWalker {
    private static final int FIRST_READS = 16;
    private static final int MOST_IN_A_ROW = 16;

    private final int[] userData;
    private final MemoryReader memory;
    private final Map<WordSource, Integer> known = new HashMap<>();
    private final int[] word = new int[1];
    private final int[] again = new int[MOST_IN_A_ROW];
    private long[] addresses = new long[FIRST_READS];
    private int[] values = new int[FIRST_READS];
    private int reads;
    private boolean isUnlogged;
    private final Map<WordSource, BadRead> unread = new HashMap<>();
    private final List<BadRead> badReads = new ArrayList<>();
    private @Nullable BadRead lastBad;
    private boolean complete = true;
    private int key;

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

    /**
     * The record of a table for a key. Words that cannot be read make it incomplete and are not among the {@link #badReads()}: they
     * fault when the key is chosen.
     */
    DescriptorWords record(DescriptorPath path, int value) {
        int before = badReads.size();
        boolean wasComplete = complete;
        key = value;
        isUnlogged = true;
        if (path.words().getFirst() instanceof WordSource.BufferLoaded buffer && isPast(buffer)) {
            return DescriptorWords.PAST_BUFFER;
        }
        DescriptorWords words = walk(path);
        badReads.subList(before, badReads.size()).clear();
        complete = wasComplete;
        return words;
    }

    /**
     * Whether another walk of the same user data would find the same: every word that was read is still the same, none was missing, and no
     * table was read. Takes nothing from the heap.
     */
    public boolean isCurrent() {
        if (isUnlogged || !badReads.isEmpty()) {
            return false;
        }
        for (int from = 0; from < reads; ) {
            int count = 1;
            while (count < MOST_IN_A_ROW && from + count < reads && addresses[from + count] == addresses[from] + 4L * count) {
                count++;
            }
            if (!memory.read(addresses[from], again, 0, count) || !Arrays.equals(again, 0, count, values, from, from + count)) {
                return false;
            }
            from += count;
        }
        return true;
    }

    private void log(long address, int value) {
        if (reads == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * reads);
            values = Arrays.copyOf(values, 2 * reads);
        }
        addresses[reads] = address;
        values[reads++] = value;
    }

    /** Words of memory as they are. @return whether all of them could be read */
    boolean read(long address, int[] words, int from, int count) {
        isUnlogged = true;
        return memory.read(address, words, from, count);
    }

    /**
     * Where a table lies. Offsets of records hang on the key in a straight line.
     *
     * @param base      the pointer, or the base of the buffer
     * @param first     offset of the first record
     * @param step      bytes from one record to the next
     * @param bytes     extent of the buffer, -1 behind a pointer
     * @param isRun     whether the words of a record follow each other
     * @param isAligned whether the pointer is a multiple of 4; a buffer drops the low bits
     */
    record TablePlace(long base, int first, int step, long bytes, boolean isRun, boolean isAligned) {
        private static final long BYTES_OF_OFFSETS = 1L << 32;

        /** How many records of some words lie one behind the other from the first on, wholly inside of the buffer. */
        int runOf(int words) {
            long start = Integer.toUnsignedLong(first);
            long end = bytes < 0 ? BYTES_OF_OFFSETS : Math.min(bytes, BYTES_OF_OFFSETS);
            boolean isDense = isRun && isAligned && step == 4 * words && (first & 3) == 0 && base != 0
                    && Long.compareUnsigned(base + end, base) > 0;
            return isDense ? (int) Math.min(Integer.MAX_VALUE, Math.max(0, end - start) / step) : 0;
        }

        /** Of a record of the run. */
        long address(int number) {
            return base + Integer.toUnsignedLong(first) + (long) number * step;
        }
    }

    /** Where a table lies; its place must have been read before. */
    TablePlace tablePlace(DescriptorPath path, WordSource.Key of) {
        WordSource word = path.words().getFirst();
        long base = switch (word) {
            case WordSource.Loaded loaded -> pair(evaluate(loaded.low()), evaluate(loaded.high()));
            case WordSource.BufferLoaded buffer -> pair(evaluate(buffer.descriptor().get(0)), evaluate(buffer.descriptor().get(1)) & 0xffff) & ~3L;
            default -> 0;
        };
        int first = offsetOf(word, 0);
        return new TablePlace(base, first, offsetOf(word, 1 << of.shift()) - first, word instanceof WordSource.BufferLoaded buffer ? bytes(buffer) : -1,
                isRun(path), isAligned(word));
    }

    private int offsetOf(WordSource word, int value) {
        key = value;
        return switch (word) {
            case WordSource.Loaded loaded -> evaluate(loaded.byteOffset());
            case WordSource.BufferLoaded buffer -> evaluate(buffer.byteOffset());
            default -> 0;
        };
    }

    /** Whether the words of a table's records follow each other in memory, as those of one load do. */
    public boolean isRun(DescriptorPath path) {
        long first = addressOf(path.words().getFirst(), 0);
        for (int i = 0; i < path.words().size(); i++) {
            if (addressOf(path.words().get(i), 0) != first + 4L * i) {
                return false;
            }
        }
        return true;
    }

    /** Why a table cannot be found at all: the bad read on the way to its pointer or buffer; null when it can. */
    @Nullable BadRead placeOf(WordSource word) {
        List<WordSource> place = switch (word) {
            case WordSource.Loaded loaded -> List.of(loaded.low(), loaded.high());
            case WordSource.BufferLoaded buffer -> buffer.descriptor();
            default -> List.of();
        };
        place.forEach(this::evaluate);
        return place.stream().map(unread::get).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Whether the pointer of a table is a multiple of 4; a buffer drops the low bits. */
    boolean isAligned(WordSource word) {
        return !(word instanceof WordSource.Loaded loaded) || (evaluate(loaded.low()) & 3) == 0;
    }

    /** Where a table's word lies for a key. */
    long addressOf(WordSource word, int value) {
        key = value;
        return switch (word) {
            case WordSource.Loaded loaded -> pair(evaluate(loaded.low()), evaluate(loaded.high()))
                    + Integer.toUnsignedLong(evaluate(loaded.byteOffset()));
            case WordSource.BufferLoaded buffer -> (pair(evaluate(buffer.descriptor().get(0)),
                    evaluate(buffer.descriptor().get(1)) & 0xffff) & ~3L) + (Integer.toUnsignedLong(evaluate(buffer.byteOffset())) & ~3L);
            default -> 0;
        };
    }

    private boolean isPast(WordSource.BufferLoaded buffer) {
        return Integer.toUnsignedLong(evaluate(buffer.byteOffset())) + 4 > bytes(buffer);
    }

    private long bytes(WordSource.BufferLoaded buffer) {
        int stride = evaluate(buffer.descriptor().get(1)) >>> 16 & 0x3fff;
        return Integer.toUnsignedLong(evaluate(buffer.descriptor().get(2))) * Math.max(stride, 1);
    }

    /** One word. User data past the given words is 0. */
    public int evaluate(WordSource source) {
        return switch (source) {
            case WordSource.Literal literal -> literal.word();
            case WordSource.UserData user -> user.dword() < userData.length ? userData[user.dword()] : 0;
            case WordSource.Key _ -> key;
            case WordSource.Loaded _, WordSource.BufferLoaded _, WordSource.Operation _ when source.key() != null -> compute(source);
            case WordSource.Loaded _, WordSource.BufferLoaded _, WordSource.Operation _ -> {
                Integer value = known.get(source);
                if (value == null) {
                    value = first(source);
                } else if (unread.containsKey(source)) {
                    complete = false;
                }
                yield value;
            }
        };
    }

    private int first(WordSource source) {
        boolean before = complete;
        complete = true;
        int value = compute(source);
        known.put(source, value);
        BadRead last = lastBad;
        if (!complete && last != null) {
            unread.put(source, last);
        }
        complete &= before;
        return value;
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
            case WordSource.Literal _, WordSource.UserData _, WordSource.Key _ -> evaluate(source);
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
        long base = pair(evaluate(buffer.descriptor().get(0)), w1 & 0xffff);
        long bytes = bytes(buffer);
        long offset = Integer.toUnsignedLong(evaluate(buffer.byteOffset())) & ~3L;
        return offset + 4 > bytes ? 0 : read(Origin.DESCRIPTOR, base, (base & ~3L) + offset);
    }

    private int read(Origin origin, long pointer, long address) {
        if (pointer != 0 && memory.read(address, word, 0, 1)) {
            log(address, word[0]);
            return word[0];
        }
        lastBad = new BadRead(origin, pointer, address);
        badReads.add(lastBad);
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
