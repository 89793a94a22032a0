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
        if (field != null) {
            long address = packet.field(field).get(words) & 0xFFFF_FFFF_FFFCL;
            int count = packet == WRITE_DATA ? words.length - packet.dwords() + 1 : 1;
            for (int i = 0; i < count; i++) {
                writes.putIfAbsent(address + 4L * i, at);
            }
        } else if (packet == INDIRECT_BUFFER && words.length < BRANCH.dwords() && depth < MAX_DEPTH) {
            long called = packet.field("address").get(words) & ~3L;
            scan(called, called + 4L * packet.field("dwords").get(words), depth + 1);
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
