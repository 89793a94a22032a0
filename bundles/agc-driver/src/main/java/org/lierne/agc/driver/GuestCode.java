package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/**
 * Code as it was found in guest memory.
 *
 * @param address guest address of the first instruction
 */
record GuestCode(long address, int[] words, byte[] bytes) {
    private static final int MAX_DWORDS = 1 << 16;
    private static final int MAX_CALLED_DWORDS = 1 << 12;
    private static final int END_PROGRAM = 0xBF810000;
    private static final int CODE_END = 0xBF9F0000;
    /** SOP1 s_setpc_b64, whose source stands in the low bits. Documented: opcode 32. */
    private static final int JUMP = 0xBE802000;

    /**
     * Reads a program up to its end: the padding that compilers put behind it, or else the first {@code s_endpgm} that
     * no branch or call before it jumps across.
     *
     * @throws WorkRefused where memory or the longest program ends before
     */
    static GuestCode read(GuestMemory memory, long address) {
        Scan scan = new Scan(memory, address, MAX_DWORDS, END_PROGRAM);
        if (scan.end == Scan.End.NONE) {
            throw new WorkRefused("refused at draw: program at 0x%x: no end within %d dwords".formatted(address, scan.words.size()));
        }
        return scan.code();
    }

    /**
     * Reads code that is called and comes back through a pair of scalar registers, up to that return; null where there is none.
     *
     * @param pair first register of the pair
     */
    static @Nullable GuestCode readCalled(GuestMemory memory, long address, int pair) {
        if (address % 4 != 0) {
            return null;
        }
        Scan scan = new Scan(memory, address, MAX_CALLED_DWORDS, JUMP | pair);
        return scan.end == Scan.End.INSTRUCTION ? scan.code() : null;
    }

    /** Words up to where code ends. */
    private static final class Scan {
        private enum End { NONE, PADDING, INSTRUCTION }

        private final GuestMemory memory;
        private final long address;
        private final List<Integer> words = new ArrayList<>();
        private final End end;

        /** @param last the instruction that ends it where nothing before jumps across */
        Scan(GuestMemory memory, long address, int most, int last) {
            this.memory = memory;
            this.address = address;
            this.end = read(most, last);
        }

        private End read(int most, int last) {
            int furthest = 0;
            for (int i = 0; i < most && memory.isMapped(address + 4L * i, 4, Access.READ); i++) {
                int word = memory.getInt(address + 4L * i);
                if (word == CODE_END) {
                    return End.PADDING;
                }
                words.add(word);
                if (isBranch(word) || isCall(word)) {
                    furthest = Math.max(furthest, i + 1 + (short) word);
                }
                if (word == last && i >= furthest) {
                    return End.INSTRUCTION;
                }
            }
            return End.NONE;
        }

        GuestCode code() {
            return new GuestCode(address, words.stream().mapToInt(Integer::intValue).toArray(), memory.getBytes(address, 4 * words.size()));
        }
    }

    /** SOPP branches: s_branch and the conditional ones. Documented: opcodes 2 and 4 to 9, 23 to 26. */
    private static boolean isBranch(int word) {
        int opcode = word >>> 16 & 0x7F;
        return word >>> 23 == 0x17F && (opcode == 2 || opcode >= 4 && opcode <= 9 || opcode >= 23 && opcode <= 26);
    }

    /** SOPK s_call_b64. Documented: opcode 22. */
    private static boolean isCall(int word) {
        return word >>> 23 == 0x176;
    }

    /** Whether memory still holds it. */
    boolean isUnchanged(GuestMemory memory) {
        return memory.isMapped(address, bytes.length, Access.READ)
                && memory.view(address, bytes.length, Access.READ).mismatch(MemorySegment.ofArray(bytes)) < 0;
    }
}
