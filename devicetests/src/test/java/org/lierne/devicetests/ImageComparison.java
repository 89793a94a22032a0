package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.lierne.gpu.GpuDevices;

/** Random image accesses on interpreter and device, some dispatches a submission. */
final class ImageComparison {
    private static final int BATCH = 12;
    private static final long IMAGES = GuestDispatches.DATA + 0x800000;
    private static final long ALIGNMENT = 0x10000;

    private final GpuDevices devices;
    private final SplittableRandom random;
    private final List<String> differences = new ArrayList<>();
    private final Map<String, Integer> refusals = new TreeMap<>();
    private int compared;

    ImageComparison(GpuDevices devices, long seed) {
        this.devices = devices;
        this.random = new SplittableRandom(seed);
    }

    /** Lanes whose results were compared. */
    int compared() {
        return compared;
    }

    List<String> differences() {
        return differences;
    }

    /** Reasons for which cases were left out, with their numbers. */
    Map<String, Integer> refusals() {
        return refusals;
    }

    /** Compares about this many lanes' results. */
    void run(int lanes) {
        for (int done = 0; done < lanes; done += BATCH * ImageCase.LANES) {
            List<Long> seeds = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                seeds.add(random.nextLong());
            }
            if (!batch(seeds)) {
                seeds.forEach(seed -> batch(List.of(seed)));
            }
        }
    }

    /** A memory with its cases; the same for the same seeds. */
    private static final class Side {
        private final GuestDispatches guest = new GuestDispatches();
        private final List<ImageCase> cases = new ArrayList<>();
        private final List<ImagePrograms.Results> results = new ArrayList<>();
        private final List<Long> addresses = new ArrayList<>();

        Side(List<Long> seeds) {
            ImagePrograms programs = new ImagePrograms(guest, GuestDispatches.DATA);
            long next = IMAGES;
            for (long seed : seeds) {
                SplittableRandom random = new SplittableRandom(seed);
                ImageCase each = new ImageCase(random, next);
                each.fill(random, guest.memory(), next);
                cases.add(each);
                addresses.add(next);
                results.add(programs.add(random.nextBoolean() ? 32 : 64, each.image, each.sampler, each.instruction, each.rows));
                next += each.bytes() + ALIGNMENT - 1 & -ALIGNMENT;
            }
        }

        byte[] texels(int index) {
            return guest.memory().getBytes(addresses.get(index), (int) cases.get(index).bytes());
        }
    }

    /** @return false where several cases have to be tried one by one, as one of them is refused */
    private boolean batch(List<Long> seeds) {
        Side expected = new Side(seeds);
        Side got = new Side(seeds);
        String refusal = got.guest.onDevice(devices, Set.of());
        if (refusal != null) {
            if (seeds.size() == 1) {
                refusals.merge(refusal.replaceAll("^.*: (?=[^:]*$)", "").replaceAll("0x[0-9a-f]+|, words .*", ""), 1, Integer::sum);
            }
            return seeds.size() == 1;
        }
        expected.guest.onInterpreter();
        for (int i = 0; i < seeds.size(); i++) {
            compare(expected, got, i);
        }
        return true;
    }

    private void compare(Side expected, Side got, int index) {
        ImageCase each = expected.cases.get(index);
        for (int lane = 0; lane < ImageCase.LANES; lane++) {
            int[] right = expected.results.get(index).row(lane);
            int[] real = got.results.get(index).row(lane);
            for (int word = 0; word < right.length; word++) {
                boolean agrees = word < each.resultWords ? each.agrees(word, right[word], real[word]) : right[word] == real[word];
                if (!agrees) {
                    differences.add("%s, lane %d %s: expected %s, got %s".formatted(each, lane, java.util.HexFormat.of().withDelimiter(" ")
                            .formatHex(bytes(each.rows.get(lane))), expected.results.get(index).text(lane), got.results.get(index).text(lane)));
                    compared += lane + 1;
                    return;
                }
            }
        }
        compared += ImageCase.LANES;
        if (!java.util.Arrays.equals(expected.texels(index), got.texels(index))) {
            differences.add(each + ": the image's bytes differ");
        }
    }

    private static byte[] bytes(int[] words) {
        java.nio.ByteBuffer bytes = java.nio.ByteBuffer.allocate(4 * 8);
        bytes.asIntBuffer().put(words, 0, 8);
        return bytes.array();
    }
}
