package org.lierne.recompiler.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A program's resources as they are when work is recorded, with the images and samplers that stand in its tables. Tables are read once
 * (rule A-025): what the processor writes afterwards has no effect on the recorded work.
 *
 * @param layout      the program's own layout, then one resource for each choice of its tables
 * @param descriptors the words of each; of a table the indices of its choices' resources, those with members marked with {@link
 *                    TableSnapshot#HAS_MEMBERS}, of one of samplers then those of their copies for integer images
 * @param tables      what each table held
 * @param choices     what each resource behind the program's own is
 */
public record RecordedResources(ShaderLayout layout, List<DescriptorWords> descriptors, Map<Integer, TableSnapshot> tables,
        List<Choice> choices) {
    public RecordedResources {
        descriptors = List.copyOf(descriptors);
        tables = Map.copyOf(tables);
        choices = List.copyOf(choices);
    }

    /**
     * What a table lets choose.
     *
     * @param number counted from 0
     */
    public record Choice(TableSnapshot table, int number) {
        /** One descriptor, or those of an array. */
        public List<DescriptorWords> members() {
            return table.choices().get(number);
        }
    }

    /** @throws RecordRefused where a table's own place cannot be read (rule A-067) */
    static RecordedResources of(ShaderLayout layout, DescriptorWalker walker, TableLimits limits, TableReads reads) {
        return new Recording(layout, walker, limits, reads).all();
    }

    /** What stands behind a resource of a table, null for one of the program's own. */
    public @Nullable Choice choice(int resource) {
        int behind = resource - (layout.resources().size() - choices.size());
        return behind < 0 ? null : choices.get(behind);
    }

    /** A record of a table for people: where it was looked for, and its words if it was read. */
    public String describe(int table, int key, DescriptorWalker walker) {
        DescriptorPath path = layout.resources().get(table).path();
        String words = record(table, key).map(record -> ", words " + record).orElse("");
        return "record %s at 0x%x%s".formatted(Integer.toUnsignedString(number(path, key)), walker.addressOf(path.words().getFirst(), key),
                words);
    }

    /** The record of a table that a key chooses, empty where there is none. */
    public Optional<DescriptorWords> record(int table, int key) {
        TableSnapshot snapshot = tables.get(table);
        return snapshot == null ? Optional.empty() : snapshot.record(number(layout.resources().get(table).path(), key));
    }

    private static int number(DescriptorPath path, int key) {
        WordSource.Key chosen = path.words().getFirst().key();
        return chosen == null ? 0 : key >>> chosen.shift();
    }

    /** Adds what tables hold behind a program's own resources. */
    private static final class Recording {
        private final ShaderLayout own;
        private final DescriptorWalker walker;
        private final TableLimits limits;
        private final TableReads reads;
        private final List<ShaderResource> resources;
        private final List<DescriptorWords> descriptors;
        private final Map<Integer, TableSnapshot> tables = new HashMap<>();
        private final List<Choice> choices = new ArrayList<>();

        Recording(ShaderLayout layout, DescriptorWalker walker, TableLimits limits, TableReads reads) {
            this.own = layout;
            this.walker = walker;
            this.limits = limits;
            this.reads = reads;
            this.resources = new ArrayList<>(layout.resources());
            this.descriptors = new ArrayList<>(layout.walk(walker));
        }

        RecordedResources all() {
            int samplers = 0;
            for (ShaderResource table : tables(ShaderResource.Kind.SAMPLER_TABLE)) {
                int most = limits.samplers() - samplers;
                samplers += read(table, most, most).choices().size();
            }
            int single = limits.hasArrays() ? limits.direct() / Math.max(1, samplers) : limits.images();
            int images = 0;
            for (ShaderResource table : tables(ShaderResource.Kind.IMAGE_TABLE)) {
                TableSnapshot read = read(table, limits.images() - images, Math.max(0, single - images));
                images += read.choices().stream().mapToInt(List::size).sum();
            }
            own.resources().stream().filter(ShaderResource::isTable).forEach(this::addChoices);
            return new RecordedResources(new ShaderLayout(resources), descriptors, tables, choices);
        }

        private List<ShaderResource> tables(ShaderResource.Kind kind) {
            return own.resources().stream().filter(resource -> resource.kind() == kind).toList();
        }

        /** Whether modules look at whether images have levels, whatever their format: under samplers that count texels. */
        private boolean areLevelsSeen() {
            return own.resources().stream().anyMatch(resource -> resource.kind() == ShaderResource.Kind.SAMPLER
                    && SamplerBits.of(descriptors.get(resource.index())).isUnnormalized());
        }

        private TableSnapshot read(ShaderResource table, int most, int single) {
            DescriptorWalker.BadRead bad = walker.placeOf(table.path().words().getFirst());
            if (bad != null) {
                throw new RecordRefused("the table of pc=0x%04x is found through %s".formatted(table.pc(), bad));
            }
            TableSnapshot read = reads.of(table, walker, limits, most, single, areLevelsSeen());
            tables.put(table.index(), read);
            return read;
        }

        private void addChoices(ShaderResource table) {
            TableSnapshot read = Objects.requireNonNull(tables.get(table.index()));
            int first = resources.size();
            boolean isImage = table.kind() == ShaderResource.Kind.IMAGE_TABLE;
            ShaderResource.Kind kind = !isImage ? ShaderResource.Kind.SAMPLER
                    : read.hasMembers() ? ShaderResource.Kind.IMAGE_SET : ShaderResource.Kind.IMAGE;
            for (int i = 0; i < read.choices().size(); i++) {
                add(table, kind, read, i, read.choices().get(i).getFirst());
            }
            for (int i = 0; i < read.choices().size() && !isImage; i++) {
                add(table, kind, read, i, withoutFilters(read.choices().get(i).getFirst()));
            }
            int mark = read.hasMembers() ? TableSnapshot.HAS_MEMBERS : 0;
            descriptors.set(table.index(), DescriptorWords.of(IntStream.range(first, resources.size()).map(i -> i | mark).toArray()));
        }

        private void add(ShaderResource table, ShaderResource.Kind kind, TableSnapshot read, int choice, DescriptorWords words) {
            resources.add(new ShaderResource(resources.size(), kind, true, false, false, literals(words), table.pc()));
            descriptors.add(words);
            choices.add(new Choice(read, choice));
        }

        /** The sampler for integer images (rule A-035): the nearest texel of the nearest level. */
        private static DescriptorWords withoutFilters(DescriptorWords sampler) {
            int filters = sampler.word(2);
            int level = Math.min(filters >>> 26 & 3, 1);
            return DescriptorWords.of(sampler.word(0), sampler.word(1), filters & ~0x0ff00000 | level << 26, sampler.word(3));
        }

        private static DescriptorPath literals(DescriptorWords words) {
            return new DescriptorPath(IntStream.range(0, words.count()).mapToObj(i -> WordSource.literal(words.word(i))).toList());
        }
    }
}
