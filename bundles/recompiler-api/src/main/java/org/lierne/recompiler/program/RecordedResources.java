package org.lierne.recompiler.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A program's resources as they are when work is recorded, with the images and samplers that stand in its tables. Tables are read once
 * (rule A-025): what the processor writes afterwards has no effect on the recorded work.
 *
 * @param layout      the program's own layout, then one resource for each different descriptor of its tables
 * @param descriptors the words of each; of a table the indices of its descriptors, of one of samplers then those of their copies for
 *                    integer images
 * @param entries     by table: for each key's number the place among the table's descriptors, counted from 1; 0 for no record
 */
public record RecordedResources(ShaderLayout layout, List<DescriptorWords> descriptors, Map<Integer, int[]> entries) {
    public RecordedResources {
        descriptors = List.copyOf(descriptors);
        entries = Map.copyOf(entries);
    }

    /** @throws RecordRefused where a table's own place cannot be read (rule A-067) */
    static RecordedResources of(ShaderLayout layout, DescriptorWalker walker, TableLimits limits) {
        List<ShaderResource> resources = new ArrayList<>(layout.resources());
        List<DescriptorWords> descriptors = new ArrayList<>(layout.walk(walker));
        Map<Integer, int[]> entries = new HashMap<>();
        int images = limits.images();
        int samplers = limits.samplers();
        for (ShaderResource table : layout.resources()) {
            if (table.isTable()) {
                boolean isImage = table.kind() == ShaderResource.Kind.IMAGE_TABLE;
                Table read = new Table(table, walker, limits.keys(), isImage ? images : samplers);
                images -= isImage ? read.records.size() : 0;
                samplers -= isImage ? 0 : read.records.size();
                List<DescriptorWords> records = new ArrayList<>(read.records.keySet());
                if (!isImage) {
                    read.records.keySet().forEach(record -> records.add(withoutFilters(record)));
                }
                int first = resources.size();
                for (DescriptorWords record : records) {
                    resources.add(new ShaderResource(resources.size(), isImage ? ShaderResource.Kind.IMAGE : ShaderResource.Kind.SAMPLER,
                            true, false, false, literals(record), table.pc()));
                    descriptors.add(record);
                }
                descriptors.set(table.index(), DescriptorWords.of(IntStream.range(first, resources.size()).toArray()));
                entries.put(table.index(), read.entries);
            }
        }
        return new RecordedResources(new ShaderLayout(resources), descriptors, entries);
    }

    /** A record of a table for people: where it was looked for, and its words if it was read. */
    public String describe(int table, int key, DescriptorWalker walker) {
        DescriptorPath path = layout.resources().get(table).path();
        WordSource.Key chosen = path.words().getFirst().key();
        int[] places = entries.getOrDefault(table, new int[0]);
        int number = chosen == null ? 0 : key >>> chosen.shift();
        int place = Integer.compareUnsigned(number, places.length) < 0 ? places[number] : 0;
        String words = place == 0 ? "" : ", words " + descriptors.get(descriptors.get(table).word(place - 1));
        return "record %s at 0x%x%s".formatted(Integer.toUnsignedString(number), walker.addressOf(path.words().getFirst(), key), words);
    }

    /** The sampler for integer images (rule A-035): the nearest texel of the nearest level. */
    private static DescriptorWords withoutFilters(DescriptorWords sampler) {
        int filters = sampler.word(2);
        int level = Math.min(filters >>> 26 & 3, 1);
        return DescriptorWords.of(sampler.word(0), sampler.word(1), filters & ~0x0ff00000 | level << 26, sampler.word(3));
    }

    private static DescriptorPath literals(DescriptorWords words) {
        List<WordSource> sources = new ArrayList<>(words.count());
        for (int i = 0; i < words.count(); i++) {
            sources.add(WordSource.literal(words.word(i)));
        }
        return new DescriptorPath(sources);
    }

    /** The records of one table: different ones in the order they are met. */
    private static final class Table {
        private final Map<DescriptorWords, Integer> records = new LinkedHashMap<>();
        private final int[] entries;

        Table(ShaderResource table, DescriptorWalker walker, int keys, int limit) {
            WordSource.Key key = table.path().words().getFirst().key();
            if (key == null) {
                throw new IllegalArgumentException("resource " + table.index() + " has no key");
            }
            requirePlace(table, walker);
            int count = Math.min(key.values(), keys);
            int[] found = new int[count];
            int used = 0;
            boolean isRun = walker.isRun(table.path());
            boolean isAligned = walker.isAligned(table.path().words().getFirst());
            for (int number = 0; number < count && isAligned; number++) {
                DescriptorWords words = walker.record(table.path(), number << key.shift(), isRun);
                if (words.isPastBuffer()) {
                    break;
                }
                if (words.complete()) {
                    found[number] = place(words, limit);
                }
                used = number + 1;
            }
            entries = java.util.Arrays.copyOf(found, used);
        }

        private int place(DescriptorWords words, int limit) {
            Integer place = records.get(words);
            if (place == null && records.size() < limit) {
                place = records.size() + 1;
                records.put(words, place);
            }
            return place == null ? 0 : place;
        }

        private static void requirePlace(ShaderResource table, DescriptorWalker walker) {
            DescriptorWalker.BadRead bad = walker.placeOf(table.path().words().getFirst());
            if (bad != null) {
                throw new RecordRefused("the table of pc=0x%04x is found through %s".formatted(table.pc(), bad));
            }
        }
    }
}
