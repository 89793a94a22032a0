package org.lierne.lib.ampr;

import java.util.Arrays;

/**
 * A recorded command and its form in memory. The console's own packing is not known; a title sees sizes only, and those follow the
 * documented table. Ours: the first word holds the operation in its low byte and small fields above it. Documented: system calls,
 * section 17.
 */
sealed interface Command {
    /** Bytes in the buffer. */
    int bytes();

    /** The words of the command. */
    int[] words();

    int NOP = 1;
    int READ_FILE = 2;
    int GATHER = 3;
    int SCATTER = 4;
    int GATHER_SCATTER = 5;
    int RESET_CHAIN = 6;
    int WAIT_ADDRESS = 7;
    int WAIT_COUNTER = 8;
    int WRITE_ADDRESS = 9;
    int WRITE_COUNTER = 10;
    int WRITE_TIME = 11;
    int ADDRESS_FROM_COUNTER = 12;
    int EVENT = 13;
    int FIRST_MAPPING = 14;

    private static int high(long address) {
        return (int) (address >>> 32 & 0xFF);
    }

    private static long address(int high, int low) {
        return (long) high << 32 | Integer.toUnsignedLong(low);
    }

    /** Filler of a number of words, the first included; data words follow it as they are. */
    record Nop(int count, int[] data) implements Command {
        @Override
        public int bytes() {
            return 4 * count;
        }

        @Override
        public int[] words() {
            int[] words = Arrays.copyOf(new int[0], count);
            words[0] = NOP | count << 8;
            System.arraycopy(data, 0, words, 1, Math.min(data.length, count - 1));
            return words;
        }
    }

    /** Reads a file to memory, and begins a chain. */
    record ReadFile(int file, long target, long length, long offset) implements Command {
        @Override
        public int bytes() {
            return offset >>> 32 == 0 ? 20 : 24;
        }

        @Override
        public int[] words() {
            int[] words = new int[bytes() / 4];
            words[0] = READ_FILE | bytes() / 4 << 8 | high(target) << 16;
            words[1] = file;
            words[2] = (int) target;
            words[3] = (int) (length - 1);
            words[4] = (int) offset;
            if (words.length > 5) {
                words[5] = (int) (offset >>> 32);
            }
            return words;
        }
    }

    /** Goes on at another file offset. */
    record Gather(long length, long offset) implements Command {
        private static final long SMALL_OFFSET = 0x40000;

        @Override
        public int bytes() {
            return offset < SMALL_OFFSET ? 8 : 12;
        }

        @Override
        public int[] words() {
            int[] words = new int[bytes() / 4];
            boolean isSmall = words.length == 2;
            words[0] = GATHER | words.length << 8 | (isSmall ? (int) offset << 11 : high(offset) << 16);
            words[1] = (int) (length - 1);
            if (!isSmall) {
                words[2] = (int) offset;
            }
            return words;
        }
    }

    /** Goes on at another destination. */
    record Scatter(long target, long length) implements Command {
        @Override
        public int bytes() {
            return 12;
        }

        @Override
        public int[] words() {
            return new int[] {SCATTER | 3 << 8 | high(target) << 16, (int) target, (int) (length - 1)};
        }
    }

    /** Goes on at another file offset and destination. */
    record GatherScatter(long target, long length, long offset) implements Command {
        @Override
        public int bytes() {
            return offset >>> 32 == 0 ? 16 : 20;
        }

        @Override
        public int[] words() {
            int[] words = new int[bytes() / 4];
            words[0] = GATHER_SCATTER | words.length << 8 | high(target) << 16;
            words[1] = (int) target;
            words[2] = (int) (length - 1);
            words[3] = (int) offset;
            if (words.length > 4) {
                words[4] = (int) (offset >>> 32);
            }
            return words;
        }
    }

    /** Ends a chain. */
    record ResetChain() implements Command {
        @Override
        public int bytes() {
            return 4;
        }

        @Override
        public int[] words() {
            return new int[] {RESET_CHAIN | 1 << 8};
        }
    }

    /** Waits until a 64-bit word compares. */
    record WaitAddress(long address, long reference, int compare, boolean flush) implements Command {
        @Override
        public int bytes() {
            return reference == 0 ? 8 : reference >>> 32 == 0 ? 12 : 16;
        }

        @Override
        public int[] words() {
            int[] words = new int[bytes() / 4];
            words[0] = WAIT_ADDRESS | words.length << 8 | high(address) << 16 | compare << 24 | (flush ? 1 << 27 : 0);
            words[1] = (int) address;
            if (words.length > 2) {
                words[2] = (int) reference;
            }
            if (words.length > 3) {
                words[3] = (int) (reference >>> 32);
            }
            return words;
        }
    }

    /** Bytes of a command about a counter whose operand fits into 0, 32 or 64 bits beside the first word. */
    private static int counterBytes(boolean isSmall, long operand) {
        return isSmall ? 4 : operand >>> 32 == 0 ? 8 : 12;
    }

    private static int[] counterWords(int first, int bytes, long operand) {
        int[] words = new int[bytes / 4];
        words[0] = first;
        if (words.length > 1) {
            words[1] = (int) operand;
        }
        if (words.length > 2) {
            words[2] = (int) (operand >>> 32);
        }
        return words;
    }

    private static long counterOperand(int[] words, int at, int count) {
        return address(count > 2 ? words[at + 2] : 0, words[at + 1]);
    }

    /**
     * Waits until a counter compares.
     *
     * @param access which part of the counter, see {@link Counters}
     * @param mask   what is left of it before it is compared, or all ones
     */
    record WaitCounter(int counter, int access, long reference, int compare, long mask, boolean flush) implements Command {
        private static final int MASKED = 5;

        private boolean isSmall() {
            return (reference & ~0xFFL) == 0;
        }

        @Override
        public int bytes() {
            return mask != -1 ? 4 * MASKED : counterBytes(isSmall(), reference);
        }

        @Override
        public int[] words() {
            int count = bytes() / 4;
            int[] words = counterWords(WAIT_COUNTER | counter << 8 | access << 15 | compare << 18 | (flush ? 1 << 21 : 0)
                    | (count == MASKED ? 3 : count - 1) << 22 | (count == 1 ? (int) reference << 24 : 0), bytes(), reference);
            if (count == MASKED) {
                words[3] = (int) mask;
                words[4] = (int) (mask >>> 32);
            }
            return words;
        }

        private static WaitCounter decode(int[] words, int at) {
            int first = words[at];
            int form = first >>> 22 & 3;
            boolean isMasked = form == 3;
            long reference = form == 0 ? first >>> 24 : counterOperand(words, at, form + 1);
            return new WaitCounter(first >>> 8 & 0x7F, first >>> 15 & 7, reference, first >>> 18 & 7,
                    isMasked ? address(words[at + 4], words[at + 3]) : -1, (first & 1 << 21) != 0);
        }
    }

    /** Stores a 64-bit word. */
    record WriteAddress(long address, long value, boolean atStart) implements Command {
        @Override
        public int bytes() {
            return Long.compareUnsigned(value, 4) < 0 ? 8 : Long.compareUnsigned(value, 0x4_0000_0000L) < 0 ? 12 : 16;
        }

        @Override
        public int[] words() {
            int[] words = new int[bytes() / 4];
            words[0] = WRITE_ADDRESS | words.length << 8 | high(address) << 16 | (atStart ? 1 << 24 : 0)
                    | (words.length == 2 ? (int) value << 25 : words.length == 3 ? (int) (value >>> 32) << 25 : 0);
            words[1] = (int) address;
            if (words.length > 2) {
                words[2] = (int) value;
            }
            if (words.length > 3) {
                words[3] = (int) (value >>> 32);
            }
            return words;
        }
    }

    /** Changes a counter, or a part of it, see {@link Counters}. */
    record WriteCounter(int counter, int access, long value, int operation, boolean atStart) implements Command {
        private boolean isSmall() {
            return access == Counters.WORD && operation == Counters.STORE && (value & ~0xFFFL) == 0;
        }

        @Override
        public int bytes() {
            return counterBytes(isSmall(), value);
        }

        @Override
        public int[] words() {
            return counterWords(WRITE_COUNTER | counter << 8 | (atStart ? 1 << 15 : 0) | (bytes() / 4 - 1) << 16
                    | (isSmall() ? (int) value << 20 : access << 20 | operation << 23), bytes(), value);
        }

        private static WriteCounter decode(int[] words, int at) {
            int first = words[at];
            int form = first >>> 16 & 3;
            boolean atStart = (first & 1 << 15) != 0;
            return form == 0 ? new WriteCounter(first >>> 8 & 0x7F, Counters.WORD, first >>> 20, Counters.STORE, atStart)
                    : new WriteCounter(first >>> 8 & 0x7F, first >>> 20 & 7, counterOperand(words, at, form + 1), first >>> 23 & 7, atStart);
        }
    }

    /** Stores the time counter. */
    record WriteTime(long address, boolean atStart) implements Command {
        @Override
        public int bytes() {
            return 8;
        }

        @Override
        public int[] words() {
            return new int[] {WRITE_TIME | 2 << 8 | high(address) << 16 | (atStart ? 1 << 24 : 0), (int) address};
        }
    }

    /** Stores one counter, or two as a 64-bit word. */
    record AddressFromCounter(long address, int counter, boolean isPair, boolean atStart) implements Command {
        @Override
        public int bytes() {
            return counter < 4 ? 8 : 12;
        }

        @Override
        public int[] words() {
            int[] words = new int[bytes() / 4];
            words[0] = ADDRESS_FROM_COUNTER | words.length << 8 | high(address) << 16 | (atStart ? 1 << 24 : 0) | (isPair ? 1 << 25 : 0)
                    | (words.length == 2 ? counter << 26 : 0);
            words[1] = (int) address;
            if (words.length > 2) {
                words[2] = counter;
            }
            return words;
        }
    }

    /** Posts an event. */
    record PostEvent(long queue, int id, long data, boolean atStart) implements Command {
        @Override
        public int bytes() {
            return 20;
        }

        @Override
        public int[] words() {
            return new int[] {EVENT | 5 << 8 | (atStart ? 1 << 24 : 0), (int) queue, id, (int) data, (int) (data >>> 32)};
        }
    }

    /** What is done to mappings, in the order of the operations' numbers, and in how many words it is recorded. */
    enum MappingKind {
        BEGIN(3),
        BEGIN_DIRECT(4),
        END(1),
        MAP(6),
        MAP_DIRECT(8),
        UNMAP(6),
        PROTECT(8),
        PROTECT_AND_TYPE(8),
        REMAP(8);

        private final int count;

        MappingKind(int count) {
            this.count = count;
        }
    }

    /**
     * Changes mappings. All addresses and lengths are whole pages.
     *
     * @param other physical offset, or the address a mapping moves from
     * @param mask  the bits of the protection that change
     */
    record Mapping(MappingKind kind, long address, long length, long other, int type, int protection, int mask) implements Command {
        private static final int PAGE_SHIFT = 14;

        @Override
        public int bytes() {
            return 4 * kind.count;
        }

        @Override
        public int[] words() {
            int[] all = {FIRST_MAPPING + kind.ordinal() | protection << 8 | type << 20, (int) (address >>> PAGE_SHIFT),
                (int) (length >>> PAGE_SHIFT), (int) (other >>> PAGE_SHIFT), mask};
            return Arrays.copyOf(all, kind.count);
        }

        private static Mapping decode(int[] words, int at) {
            int kind = (words[at] & 0xFF) - FIRST_MAPPING;
            if (kind < 0 || kind >= MappingKind.values().length) {
                throw new IllegalArgumentException("0x%08x is no command".formatted(words[at]));
            }
            int[] all = Arrays.copyOf(Arrays.copyOfRange(words, at, at + MappingKind.values()[kind].count), MappingKind.MAP_DIRECT.count);
            return new Mapping(MappingKind.values()[kind], Integer.toUnsignedLong(all[1]) << PAGE_SHIFT,
                    Integer.toUnsignedLong(all[2]) << PAGE_SHIFT, Integer.toUnsignedLong(all[3]) << PAGE_SHIFT, all[0] >>> 20,
                    all[0] >>> 8 & 0xFFF, all[4]);
        }
    }

    /** The command that begins at a place. @throws IllegalArgumentException if none does */
    static Command decode(int[] words, int at) {
        int first = words[at];
        int high = first >>> 16 & 0xFF;
        boolean atStart = (first & 1 << 24) != 0;
        int count = first >>> 8 & 0xFF;
        return switch (first & 0xFF) {
            case NOP -> new Nop(count, Arrays.copyOfRange(words, at + 1, at + count));
            case READ_FILE -> new ReadFile(words[at + 1], address(high, words[at + 2]), Integer.toUnsignedLong(words[at + 3]) + 1,
                    count == 5 ? Integer.toUnsignedLong(words[at + 4]) : address(words[at + 5], words[at + 4]));
            case GATHER -> (count & 7) == 2 ? new Gather(Integer.toUnsignedLong(words[at + 1]) + 1, first >>> 11 & 0x3FFFF)
                    : new Gather(Integer.toUnsignedLong(words[at + 1]) + 1, address(high, words[at + 2]));
            case SCATTER -> new Scatter(address(high, words[at + 1]), Integer.toUnsignedLong(words[at + 2]) + 1);
            case GATHER_SCATTER -> new GatherScatter(address(high, words[at + 1]), Integer.toUnsignedLong(words[at + 2]) + 1,
                    count == 4 ? Integer.toUnsignedLong(words[at + 3]) : address(words[at + 4], words[at + 3]));
            case RESET_CHAIN -> new ResetChain();
            case WAIT_ADDRESS -> new WaitAddress(address(high, words[at + 1]), count == 2 ? 0
                    : count == 3 ? Integer.toUnsignedLong(words[at + 2]) : address(words[at + 3], words[at + 2]), first >>> 24 & 7,
                    (first & 1 << 27) != 0);
            case WAIT_COUNTER -> WaitCounter.decode(words, at);
            case WRITE_ADDRESS -> new WriteAddress(address(high, words[at + 1]), count == 2 ? first >>> 25 & 3
                    : count == 3 ? address(first >>> 25 & 3, words[at + 2]) : address(words[at + 3], words[at + 2]), atStart);
            case WRITE_COUNTER -> WriteCounter.decode(words, at);
            case WRITE_TIME -> new WriteTime(address(high, words[at + 1]), atStart);
            case ADDRESS_FROM_COUNTER -> new AddressFromCounter(address(high, words[at + 1]),
                    count == 2 ? first >>> 26 & 3 : words[at + 2], (first & 1 << 25) != 0, atStart);
            case EVENT -> new PostEvent(Integer.toUnsignedLong(words[at + 1]), words[at + 2], address(words[at + 4], words[at + 3]), atStart);
            default -> Mapping.decode(words, at);
        };
    }
}
