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

    /** Waits until a 32-bit counter compares. */
    record WaitCounter(int counter, int reference, int compare, boolean flush) implements Command {
        @Override
        public int bytes() {
            return (reference & ~0xFF) == 0 ? 4 : 8;
        }

        @Override
        public int[] words() {
            int[] words = new int[bytes() / 4];
            boolean isSmall = words.length == 1;
            words[0] = WAIT_COUNTER | (isSmall ? 0 : 1 << 8) | counter << 9 | compare << 16 | (flush ? 1 << 19 : 0)
                    | (isSmall ? reference << 20 : 0);
            if (!isSmall) {
                words[1] = reference;
            }
            return words;
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

    /** Stores a 32-bit counter. */
    record WriteCounter(int counter, int value) implements Command {
        @Override
        public int bytes() {
            return (value & ~0xFFF) == 0 ? 4 : 8;
        }

        @Override
        public int[] words() {
            int[] words = new int[bytes() / 4];
            boolean isSmall = words.length == 1;
            words[0] = WRITE_COUNTER | (isSmall ? 0 : 1 << 8) | counter << 9 | (isSmall ? value << 16 : 0);
            if (!isSmall) {
                words[1] = value;
            }
            return words;
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
            case WAIT_COUNTER -> new WaitCounter(first >>> 9 & 0x7F, (first & 1 << 8) == 0 ? first >>> 20 & 0xFF : words[at + 1],
                    first >>> 16 & 7, (first & 1 << 19) != 0);
            case WRITE_ADDRESS -> new WriteAddress(address(high, words[at + 1]), count == 2 ? first >>> 25 & 3
                    : count == 3 ? address(first >>> 25 & 3, words[at + 2]) : address(words[at + 3], words[at + 2]), atStart);
            case WRITE_COUNTER -> new WriteCounter(first >>> 9 & 0x7F, (first & 1 << 8) == 0 ? first >>> 16 & 0xFFF : words[at + 1]);
            case WRITE_TIME -> new WriteTime(address(high, words[at + 1]), atStart);
            case ADDRESS_FROM_COUNTER -> new AddressFromCounter(address(high, words[at + 1]),
                    count == 2 ? first >>> 26 & 3 : words[at + 2], (first & 1 << 25) != 0, atStart);
            case EVENT -> new PostEvent(Integer.toUnsignedLong(words[at + 1]), words[at + 2], address(words[at + 4], words[at + 3]), atStart);
            default -> throw new IllegalArgumentException("0x%08x is no command".formatted(first));
        };
    }
}
