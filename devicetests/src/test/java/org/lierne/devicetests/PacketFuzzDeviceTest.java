package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.agc.driver.GraphicsDriver;
import org.lierne.agc.packet.Header;
import org.lierne.agc.packet.Packet;
import org.lierne.agc.packet.Pm4;

/**
 * The collected frame with some words changed and with packets of any kind put in front of its draw, on a device: each is executed, refused
 * alone, waits, or ends its queue by a refusal, and the device goes on. Counts of vertices stay small, so that a draw ends soon.
 */
@Tag("gpu")
final class PacketFuzzDeviceTest extends CollectedFrame {
    /** Each round has a place of its own: words, the packet that writes the mark, and the mark. A queue that waits may go on much later. */
    private static final long ROUNDS = 0x230000000L;
    private static final int PLACES = 2048;
    private static final int PLACE_BYTES = 0x400;
    private static final int MARK_PACKET = 0x3C0;
    private static final int MARK_DWORDS = 8;
    private static final int MARK = 0x3F0;
    private static final long WAIT_NS = 60_000_000_000L;
    private static final int LABEL_END = DRAW_END + 8;
    private static final Set<Packet> COUNTED = Set.of(Pm4.DRAW_INDIRECT, Pm4.DRAW_INDEX_INDIRECT, Pm4.DRAW_INDIRECT_MULTI,
            Pm4.DRAW_INDEX_INDIRECT_MULTI, Pm4.DRAW_INDEX_2, Pm4.DRAW_INDEX_AUTO, Pm4.DRAW_INDEX_OFFSET_2, Pm4.NUM_INSTANCES,
            Pm4.DISPATCH_DIRECT, Pm4.DISPATCH_INDIRECT);

    private final long seed = Long.getLong("lierne.seed", 20261130);
    private final Random random = new Random(seed);
    private final Set<String> strange = new TreeSet<>();
    private int queue;
    private int lost;
    private long packets;

    @Test
    void goesOnWhateverComes() throws IOException, InterruptedException {
        long wanted = Boolean.getBoolean("lierne.long") ? 1_000_000 : 10_000;
        load(true);
        memory.map(ROUNDS, (long) PLACES * PLACE_BYTES);
        int[] frame = new int[LABEL_END];
        for (int i = 0; i < frame.length; i++) {
            frame[i] = memory.getInt(COMMANDS + 4L * i);
        }
        GraphicsDriver driver = driver();
        OneFrame title = new OneFrame();
        driver.titleStarting(title);
        try {
            int round = 1;
            for (; packets < wanted; round++) {
                if (!isDone(driver, round, random.nextBoolean() ? changed(frame) : preceded(frame))) {
                    queue++;
                }
            }
            queue++;
            long mark = ROUNDS + (long) PLACE_BYTES * (round % PLACES) + MARK;
            isDone(driver, round, frame);
            // A queue that waited may end meanwhile, which says nothing of this one.
            for (long until = System.nanoTime() + WAIT_NS; memory.getInt(mark) != round && System.nanoTime() < until; ) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            assertEquals(round, memory.getInt(mark), "the frame itself, behind all others, seed " + seed + ": " + refused);
        } finally {
            driver.titleStopped(title);
        }
        assertEquals(Set.of(), strange, "seed " + seed);
        assertTrue(lost > 0, "no queue ended");
    }

    /** A frame with up to three other words; not those of the draw itself, nor its instances: millions of them are work for minutes. */
    private int[] changed(int[] frame) {
        int[] words = frame.clone();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            int at = random.nextInt(DRAW - Pm4.NUM_INSTANCES.dwords());
            words[at] = random.nextBoolean() ? words[at] ^ 1 << random.nextInt(32) : random.nextInt();
        }
        return words;
    }

    /** A frame with packets of any kind before its draw. */
    private int[] preceded(int[] frame) {
        int[] words = new int[frame.length + 64];
        System.arraycopy(frame, 0, words, 0, DRAW);
        int at = DRAW;
        while (at < DRAW + 40) {
            Packet packet = Pm4.TABLE.get(random.nextInt(Pm4.TABLE.size()));
            if (!COUNTED.contains(packet)) {
                words[at] = Header.type3(packet.opcode(), packet.dwords());
                for (int i = 1; i < packet.dwords(); i++) {
                    words[at + i] = switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(64);
                        case 1 -> (int) (FILLED >>> 32);
                        case 2 -> (int) FILLED + (random.nextInt(0x8000) & ~7);
                        default -> random.nextInt();
                    };
                }
                at += packet.dwords();
            }
        }
        System.arraycopy(frame, DRAW, words, at, frame.length - DRAW);
        return Arrays.copyOf(words, at + frame.length - DRAW);
    }

    /** Whether the words and a mark behind them were done; else their queue is over, or waits. */
    private boolean isDone(GraphicsDriver driver, int round, int[] words) throws InterruptedException {
        refused = null;
        long place = ROUNDS + (long) PLACE_BYTES * (round % PLACES);
        for (int i = 0; i < words.length; i++) {
            memory.putInt(place + 4L * i, words[i]);
        }
        memory.putWords(place + MARK_PACKET, "C0064900 06603514 22000000 %08x %08x %08x 00000000 00000000".formatted((int) (place + MARK),
                (int) (place + MARK >>> 32), round));
        long before = driver.facts(queue).packets();
        driver.submit(queue, place, words.length);
        driver.submit(queue, place + MARK_PACKET, MARK_DWORDS);
        long until = System.nanoTime() + WAIT_NS;
        while (memory.getInt(place + MARK) != round && refused == null && driver.facts(queue).waiting().isEmpty()) {
            assertTrue(System.nanoTime() < until, () -> "round %d of seed %d hangs: %s".formatted(round, seed, driver.facts(queue)));
            TimeUnit.MICROSECONDS.sleep(200);
        }
        packets += driver.facts(queue).packets() - before;
        String refusal = refused;
        if (refusal != null) {
            lost++;
            if (!refusal.startsWith("refused at ")) {
                strange.add(refusal);
            }
        }
        return memory.getInt(place + MARK) == round;
    }
}
