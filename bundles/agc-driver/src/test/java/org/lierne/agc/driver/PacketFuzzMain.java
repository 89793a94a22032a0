package org.lierne.agc.driver;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** {@code PacketFuzzMain SEED PACKETS}: that many random packets, by all processors; ends with the counts. */
final class PacketFuzzMain {
    private static final long PART = 1_000_000;

    private PacketFuzzMain() {}

    public static void main(String[] arguments) {
        long first = Long.parseLong(arguments[0]);
        long parts = (Long.parseLong(arguments[1]) + PART - 1) / PART;
        AtomicLong wrong = new AtomicLong();
        LongStream.range(first, first + parts).parallel().forEach(seed -> {
            try {
                new PacketFuzzTest().fuzz(seed, PART);
            } catch (AssertionError e) {
                wrong.incrementAndGet();
                System.out.println("seed " + seed + ": " + e);
            }
        });
        System.out.printf("%d packets, %d parts with one that is done wrongly%n", parts * PART, wrong.get());
    }
}
