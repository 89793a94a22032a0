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
    private static final int CHUNK_DWORDS = 1024;
    private static final int END_PROGRAM = 0xBF810000;
    private static final int CODE_END = 0xBF9F0000;
    /** SOP1 s_setpc_b64, whose source stands in the low bits. Documented: opcode 32. */
    private static final int JUMP = 0xBE802000;

    /**
     * Reads a program up to its end: the padding that compilers put behind it, or else the first {@code s_endpgm} that
     * no branch or call before it jumps across.
     */
    static GuestCode read(GuestMemory memory, long address) {
        int[] words = words(memory, address);
        return new GuestCode(address, words, memory.getBytes(address, 4 * words.length));
    }

    /**
     * Reads code that is called and comes back through a pair of scalar registers, up to that return; null where there is none.
     *
     * @param pair first register of the pair
     */
    static @Nullable GuestCode readCalled(GuestMemory memory, long address, int pair) {
        List<Integer> words = new ArrayList<>();
        int furthest = 0;
        for (int i = 0; i < MAX_CALLED_DWORDS && address % 4 == 0 && memory.isMapped(address + 4L * i, 4, Access.READ); i++) {
            int word = memory.getInt(address + 4L * i);
            if (word == CODE_END) {
                return null;
            }
            words.add(word);
            if (isBranch(word) || isCall(word)) {
                furthest = Math.max(furthest, i + 1 + (short) word);
            }
            if (word == (JUMP | pair) && i >= furthest) {
                return new GuestCode(address, toArray(words), memory.getBytes(address, 4 * words.size()));
            }
        }
        return null;
    }

    private static int[] words(GuestMemory memory, long address) {
        List<Integer> words = new ArrayList<>();
        int furthest = 0;
        for (int i = 0; i < MAX_DWORDS; i++) {
            if (i % CHUNK_DWORDS == 0 && !memory.isMapped(address + 4L * i, 4, Access.READ)) {
                break;
            }
            int word = memory.getInt(address + 4L * i);
            if (word == CODE_END) {
                return toArray(words);
            }
            words.add(word);
            if (isBranch(word) || isCall(word)) {
                furthest = Math.max(furthest, i + 1 + (short) word);
            }
            if (word == END_PROGRAM && i >= furthest) {
                return toArray(words);
            }
        }
        throw new WorkRefused("refused at draw: program at 0x%x: no end within %d dwords".formatted(address,
                words.size()));
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

    private static int[] toArray(List<Integer> words) {
        return words.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Whether memory still holds it. */
    boolean isUnchanged(GuestMemory memory) {
        return memory.isMapped(address, bytes.length, Access.READ)
                && memory.view(address, bytes.length, Access.READ).mismatch(MemorySegment.ofArray(bytes)) < 0;
    }
}
