package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.lierne.agc.packet.Header;
import org.lierne.agc.packet.Packet;
import org.lierne.agc.packet.Pm4;
import org.lierne.testing.ArrayGuestMemory;

/** Random packets of every kind: each is executed, refused alone, waits, or ends its queue by a refusal; nothing else. */
final class PacketFuzzTest {
    private static final long BUFFER = 0x10000;
    private static final long DATA = 0x20000;
    private static final int BYTES = 0x4000;
    private static final int MAX_PACKETS = 4;

    /** Does nothing and keeps nothing. */
    private static final class SilentEngine implements Engine {
        private final GlobalShare share = new GlobalShare(java.lang.foreign.MemorySegment.ofArray(new byte[GlobalShare.BYTES]));
        private long calls;

        @Override
        public void draw(DrawCall call, RegisterFile registers) {
            calls++;
        }

        @Override
        public void dispatch(int x, int y, int z, int initiator, RegisterFile registers) {
            calls++;
        }

        @Override
        public void barrier() {}

        @Override
        public void flush() {}

        @Override
        public void reportSamples(long address) {}

        @Override
        public GlobalShare globalShare() {
            return share;
        }

        @Override
        public void whenDone(Runnable action) {
            action.run();
        }

        @Override
        public void settle() {}

        @Override
        public void pushMarker(String text) {}

        @Override
        public void popMarker() {}
    }

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(BUFFER, BYTES).map(DATA, BYTES);
    private final SilentEngine engine = new SilentEngine();
    private final Set<String> shapes = new HashSet<>();
    private long refusals;
    private final CommandProcessor processor = new CommandProcessor(0, memory, new RegisterFile(), engine, new Flips() {
        @Override
        public Reservation reserve(int handle, int index, int mode, long argument) {
            if (handle != 1) {
                throw new WorkRefused("refused at flip: display %d is not open".formatted(handle));
            }
            return () -> { };
        }

        @Override
        public boolean isSafe(int handle, int index) {
            return (index & 1) == 0;
        }
    }, (queue, context) -> { }, this::refused, null);

    private void refused(String line) {
        refusals++;
        if (!line.startsWith("refused at packet 0x")) {
            shapes.add(line);
        }
    }

    /** A word as packets have them: an address, a small number, or anything. */
    private static int word(Random random) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> (int) DATA + random.nextInt(BYTES);
            case 3, 4 -> random.nextInt(64);
            case 5 -> 0;
            default -> random.nextInt();
        };
    }

    private int put(Random random, int at) {
        Packet row = Pm4.TABLE.get(random.nextInt(Pm4.TABLE.size()));
        int size = random.nextInt(4) == 0 ? 2 + random.nextInt(16) : row.dwords();
        int header = Header.type3(random.nextInt(20) == 0 ? random.nextInt(256) : row.opcode(), size);
        header |= random.nextInt(4) == 0 ? random.nextInt(256) : 0;
        header ^= random.nextInt(16) == 0 ? 1 << random.nextInt(32) : 0;
        memory.putInt(BUFFER + 4L * at, header);
        for (int i = 1; i < size; i++) {
            memory.putInt(BUFFER + 4L * (at + i), word(random));
        }
        return at + size;
    }

    @Test
    void executesOrRefusesWhateverComes() {
        long first = Long.getLong("lierne.seed", 20261130);
        long parts = Boolean.getBoolean("lierne.long") ? 100 : 1;
        LongStream.range(first, first + parts).parallel().forEach(seed -> new PacketFuzzTest().fuzz(seed, 1_000_000));
    }

    /** Executes that many packets at least. */
    private void fuzz(long seed, long wanted) {
        Random random = new Random(seed);
        long lost = 0;
        long waits = 0;
        long runs = 0;
        for (long packets = 0; packets < wanted; runs++) {
            int words = 0;
            int count = 1 + random.nextInt(MAX_PACKETS);
            for (int i = 0; i < count; i++) {
                words = put(random, words);
            }
            packets += count;
            processor.enter(BUFFER, words);
            try {
                waits += processor.run() instanceof Step.Waiting ? 1 : 0;
            } catch (WorkRefused e) {
                assertTrue(e.getMessage() != null && e.getMessage().startsWith("refused at "), e.getMessage());
                lost++;
            } catch (RuntimeException e) {
                throw new AssertionError("run %d of seed %d".formatted(runs, seed), e);
            }
        }

        assertEquals(Set.of(), shapes);
        assertTrue(refusals > 0 && lost > 0 && waits > 0 && engine.calls > 0 && processor.packets() > wanted / 2,
                "%d refused alone, %d streams lost, %d waits, %d draws, %d packets".formatted(refusals, lost, waits,
                        engine.calls, processor.packets()));
    }

    @Test
    void refusesAChainThatLeadsBackToItself() {
        int[] chain = {0xC0023F00, (int) BUFFER, 0, 0x0F100004};
        for (int i = 0; i < chain.length; i++) {
            memory.putInt(BUFFER + 4L * i, chain[i]);
        }
        processor.enter(BUFFER, chain.length);

        WorkRefused refused = assertThrows(WorkRefused.class, processor::run);

        assertTrue(String.valueOf(refused.getMessage()).contains("are entered without a wait"), refused.getMessage());
    }
}
