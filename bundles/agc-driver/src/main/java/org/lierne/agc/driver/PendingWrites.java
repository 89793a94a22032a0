package org.lierne.agc.driver;

import static org.lierne.agc.packet.Pm4.*;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.packet.Header;
import org.lierne.agc.packet.Packet;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/**
 * The words that packets ahead of a processor would write, found without executing them: labels, data writes, copies,
 * atomics and semaphores. What stands in buffers that are called is looked at too.
 */
final class PendingWrites {
    private static final int MAX_DWORDS = 1 << 20;
    private static final int MAX_DEPTH = 4;

    private final GuestMemory memory;
    private final Map<Long, Long> writes = new HashMap<>();
    private int left = MAX_DWORDS;

    PendingWrites(GuestMemory memory) {
        this.memory = memory;
    }

    /** Addresses of words, each with the address of the first packet that writes it. */
    Map<Long, Long> found() {
        return Map.copyOf(writes);
    }

    /** Looks at the packets from an address to the end of their buffer, or to the first that makes no sense. */
    void scan(long from, long end) {
        scan(from, end, 0);
    }

    private void scan(long from, long end, int depth) {
        long at = from;
        while (at < end && left > 0 && memory.isMapped(at, 4, Access.READ)) {
            int dwords = Header.dwords(memory.getInt(at));
            if (dwords == 0 || at + 4L * dwords > end || !memory.isMapped(at, 4L * dwords, Access.READ)) {
                return;
            }
            left -= dwords;
            int[] words = new int[dwords];
            for (int i = 0; i < dwords; i++) {
                words[i] = memory.getInt(at + 4L * i);
            }
            packet(words, at, depth);
            at += 4L * dwords;
        }
    }

    private void packet(int[] words, long at, int depth) {
        Packet packet = Header.type(words[0]) == 3 ? byOpcode(Header.opcode(words[0])) : null;
        if (packet == null || words.length < packet.dwords()) {
            return;
        }
        String field = target(packet);
        if (field != null && writesMemory(packet, words)) {
            long address = packet.field(field).get(words) & 0xFFFF_FFFF_FFFCL;
            long count = Math.min(count(packet, words), left);
            left -= (int) count;
            for (long i = 0; i < count; i++) {
                writes.putIfAbsent(address + 4 * i, at);
            }
        } else if (packet == INDIRECT_BUFFER && words.length >= BRANCH.dwords()) {
            called(BRANCH, "then", words, depth);
            called(BRANCH, "else", words, depth);
        } else if (packet == INDIRECT_BUFFER || packet == INDIRECT_BUFFER_CNST) {
            called(packet, "", words, depth);
        }
    }

    /** Selectors of DMA and copies may name the global data share, a register or nothing. */
    private static boolean writesMemory(Packet packet, int[] words) {
        if (packet == DMA_DATA) {
            int destination = packet.field("dst").getInt(words);
            return destination == 0 || destination == 3;
        }
        return packet != COPY_DATA || switch (packet.field("dst").getInt(words)) {
            case 1, 2, 5 -> true;
            default -> false;
        };
    }

    /** Words that a packet writes. */
    private static long count(Packet packet, int[] words) {
        if (packet == WRITE_DATA) {
            return words.length - packet.dwords() + 1;
        }
        if (packet == DMA_DATA) {
            return DMA_DATA.field("bytes").get(words) / 4;
        }
        return packet == COPY_DATA && COPY_DATA.field("size").get(words) != 0 ? 2 : 1;
    }

    /** What stands in a buffer that is entered, or that may be: which side of a branch is not known yet. */
    private void called(Packet packet, String side, int[] words, int depth) {
        if (depth < MAX_DEPTH) {
            long address = packet.field(side.isEmpty() ? "address" : side).get(words) & ~3L;
            scan(address, address + 4 * packet.field(side.isEmpty() ? "dwords" : side + "_dwords").get(words), depth + 1);
        }
    }

    /** The field that names the word written. */
    private static @Nullable String target(Packet packet) {
        if (packet == RELEASE_MEM || packet == EVENT_WRITE_EOP || packet == EVENT_WRITE_EOS || packet == WRITE_DATA
                || packet == ATOMIC_MEM || packet == MEM_SEMAPHORE) {
            return "address";
        }
        return packet == COPY_DATA || packet == DMA_DATA ? "destination" : packet == COND_WRITE ? "write" : null;
    }
}
