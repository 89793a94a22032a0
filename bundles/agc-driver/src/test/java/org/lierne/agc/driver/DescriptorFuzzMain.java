package org.lierne.agc.driver;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.stream.LongStream;

/** {@code DescriptorFuzzMain SEED PATTERNS}: that many patterns as T#, as S# and as V#, by all processors; ends with the counts. */
final class DescriptorFuzzMain {
    private static final long PART = 100_000;
    private static final Map<String, BiFunction<DescriptorFuzz, Long, Long>> KINDS = new TreeMap<>(Map.of("images", DescriptorFuzz::images,
            "samplers", DescriptorFuzz::samplers, "buffers", DescriptorFuzz::buffers));

    private DescriptorFuzzMain() {}

    public static void main(String[] arguments) {
        SplittableRandom seeds = new SplittableRandom(Long.parseLong(arguments[0]));
        long patterns = Long.parseLong(arguments[1]);
        KINDS.forEach((kind, fuzz) -> {
            AtomicLong accepted = new AtomicLong();
            AtomicLong wrong = new AtomicLong();
            long[] parts = LongStream.range(0, (patterns + PART - 1) / PART).map(i -> seeds.nextLong()).toArray();
            LongStream.of(parts).parallel().forEach(seed -> {
                try {
                    accepted.addAndGet(fuzz.apply(new DescriptorFuzz(seed), PART));
                } catch (AssertionError | RuntimeException e) {
                    wrong.incrementAndGet();
                    System.out.println(kind + ", seed " + seed + ": " + e);
                }
            });
            System.out.printf("%s: %d patterns, %d accepted, %d parts with a pattern that is asked for wrongly%n", kind, parts.length * PART,
                    accepted.get(), wrong.get());
        });
    }
}
