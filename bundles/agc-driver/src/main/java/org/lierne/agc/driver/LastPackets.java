package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;
import org.lierne.agc.packet.PacketText;

/** The packets that a queue read last, for reports. */
final class LastPackets {
    private static final int MOST = 48;

    private final long[] addresses = new long[MOST];
    private final int[][] packets = new int[MOST][];
    private long count;

    synchronized void add(long address, int[] words) {
        int slot = (int) (count++ % MOST);
        addresses[slot] = address;
        packets[slot] = words;
    }

    /** A line each, the last one last. */
    synchronized List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (long i = Math.max(0, count - MOST); i < count; i++) {
            int slot = (int) (i % MOST);
            lines.add("0x%x %s".formatted(addresses[slot], PacketText.of(packets[slot])));
        }
        return lines;
    }
}
