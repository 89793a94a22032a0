package org.lierne.recompiler.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.testing.Rule;

/** A table at 0x10000. Expected values are derived from the rules' text. */
final class RecordedResourcesTest {
    private static final long TABLE = 0x10000;

    /** The first word of each record is its number, counted from 1. */
    private static MemoryReader numbered(int words, int mappedRecords) {
        return (address, target, from, count) -> {
            for (int i = 0; i < count; i++) {
                long word = (address - TABLE) / 4 + i;
                if (word < 0 || word >= (long) words * mappedRecords) {
                    return false;
                }
                target[from + i] = word % words == 0 ? (int) (word / words) + 1 : 0;
            }
            return true;
        };
    }

    private static ShaderLayout table(ShaderResource.Kind kind, int words, int keyMask) {
        List<WordSource> path = IntStream.range(0, words).<WordSource>mapToObj(i -> new WordSource.Loaded(WordSource.userData(0),
                WordSource.userData(1), WordSource.operation(WordSource.Operator.ADD, WordSource.operation(WordSource.Operator.MUL,
                new WordSource.Key(keyMask), WordSource.literal(4 * words)), WordSource.literal(4 * i)))).toList();
        return new ShaderLayout(List.of(new ShaderResource(0, kind, true, false, false, new DescriptorPath(path), 0x20)));
    }

    private static RecordedResources recorded(ShaderLayout layout, MemoryReader memory, TableLimits limits) {
        return layout.record(new DescriptorWalker(new int[] {(int) TABLE, 0}, memory), limits, new TableReads());
    }

    private static int[] entries(RecordedResources resources) {
        return Objects.requireNonNull(resources.tables().get(0)).entries();
    }

    @Test
    void givesEachDifferentRecordAResourceOfItsOwn() {
        RecordedResources resources = recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, 3), numbered(8, 3), TableLimits.DEFAULTS);

        assertEquals(4, resources.layout().resources().size());
        assertEquals(DescriptorWords.of(1, 2, 3), resources.descriptors().get(0));
        assertEquals(2, resources.descriptors().get(2).word(0));
        assertEquals(List.of(1, 2, 3, 0), IntStream.of(entries(resources)).boxed().toList(), "the fourth lies nowhere");
    }

    /** All images are of one kind, so that they are members of one choice. */
    @Rule("A-027")
    @Test
    void looksAtNoMoreThanTheBudgets() {
        int[] keys = entries(recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, -1), numbered(8, 70000), TableLimits.DEFAULTS));
        int[] samplers = entries(recorded(table(ShaderResource.Kind.SAMPLER_TABLE, 4, 0xfff), numbered(4, 4096), TableLimits.DEFAULTS));
        int[] images = entries(recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, 0xfff), numbered(8, 4096),
                new TableLimits(65536, 1000, 256, 64)));

        assertEquals(65536, keys.length, "key 65536 finds no record");
        assertEquals(1 | 65535 << TableSnapshot.MEMBER_SHIFT, keys[65535], "65536 different images");
        assertEquals(256, samplers[255]);
        assertEquals(0, samplers[256]);
        assertEquals(1 | 999 << TableSnapshot.MEMBER_SHIFT, images[999]);
        assertEquals(0, images[1000]);
        assertEquals(100001, new DescriptorWalker(new int[] {(int) TABLE, 0}, numbered(8, 200000)).evaluate(new WordSource.Loaded(
                WordSource.userData(0), WordSource.userData(1), WordSource.literal(32 * 100000))), "one that the host can find");
    }

    /** 64 are bound one by one, the 65th makes an array of them; a device without arrays binds no more. */
    @Rule("A-029")
    @Test
    void bindsOneByOneWhatIsFewAndArraysBeyond() {
        RecordedResources few = recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, 0x3f), numbered(8, 4096), TableLimits.DEFAULTS);
        RecordedResources many = recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, 0x7f), numbered(8, 65), TableLimits.DEFAULTS);
        RecordedResources without = recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, 0x7f), numbered(8, 65),
                TableLimits.DEFAULTS.within(0));

        assertEquals(64, few.choices().size());
        assertEquals(ShaderResource.Kind.IMAGE, few.layout().resources().getLast().kind());
        assertEquals(1, many.choices().size());
        assertEquals(ShaderResource.Kind.IMAGE_SET, many.layout().resources().getLast().kind());
        assertEquals(65, Objects.requireNonNull(many.choice(1)).members().size());
        assertEquals(64, without.choices().size());
        assertEquals(0, entries(without)[64]);
    }

    /** Eight images beside a table of samplers: one access for each pair, up to 64 pairs. */
    @Rule("A-029")
    @ParameterizedTest
    @CsvSource({"8, 8", "16, 1"})
    void bindsPairsOneByOneWhereTheyAreFew(int samplers, int imageChoices) {
        List<ShaderResource> resources = new ArrayList<>(table(ShaderResource.Kind.IMAGE_TABLE, 8, 7).resources());
        ShaderResource other = table(ShaderResource.Kind.SAMPLER_TABLE, 4, samplers - 1).resources().getFirst();
        resources.add(new ShaderResource(1, other.kind(), true, false, false, other.path(), 0));
        MemoryReader memory = (address, target, from, count) -> {
            for (int i = 0; i < count; i++) {
                int word = (int) (address - TABLE) / 4 + i;
                target[from + i] = word % 4 == 0 ? word + 1 : 0;
            }
            return true;
        };

        RecordedResources recorded = recorded(new ShaderLayout(resources), memory, TableLimits.DEFAULTS);

        assertEquals(imageChoices, Objects.requireNonNull(recorded.tables().get(0)).choices().size());
        assertEquals(samplers, Objects.requireNonNull(recorded.tables().get(1)).choices().size());
    }

    /** Images that modules tell apart are choices of their own: here two formats. */
    @Test
    void groupsImagesByWhatModulesLookAt() {
        MemoryReader memory = (address, target, from, count) -> {
            for (int i = 0; i < count; i++) {
                int record = (int) (address - TABLE + 4L * i) / 32;
                int word = (int) (address - TABLE + 4L * i) / 4 % 8;
                target[from + i] = word == 0 ? record : word == 1 ? (record % 2 == 0 ? 20 : 22) << 20 : word == 3 ? 9 << 28 : 0;
            }
            return true;
        };

        RecordedResources recorded = recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, 0x7f), memory, TableLimits.DEFAULTS);

        assertEquals(2, recorded.choices().size());
        assertEquals(64, recorded.choices().getFirst().members().size());
        assertEquals(1 | 1 << TableSnapshot.MEMBER_SHIFT, entries(recorded)[2]);
        assertEquals(2 | 1 << TableSnapshot.MEMBER_SHIFT, entries(recorded)[3]);
    }

    /** A table is looked at again when memory may have changed, and sorted anew when it did. */
    @Rule("A-025")
    @Test
    void keepsWhatItReadUntilMemoryChanges() {
        int[] shift = {0};
        MemoryReader memory = (address, target, from, count) -> numbered(8, 4096).read(address + 32L * shift[0], target, from, count);
        ShaderLayout layout = table(ShaderResource.Kind.IMAGE_TABLE, 8, 0xf);
        TableReads reads = new TableReads();
        java.util.function.Supplier<TableSnapshot> read = () -> Objects.requireNonNull(layout.record(new DescriptorWalker(
                new int[] {(int) TABLE, 0}, memory), TableLimits.DEFAULTS, reads).tables().get(0));
        TableSnapshot first = read.get();
        shift[0] = 1;

        assertSame(first, read.get());
        assertEquals(1, reads.looks());
        reads.memoryChanged();
        TableSnapshot second = read.get();
        assertNotSame(first, second);
        reads.memoryChanged();
        assertSame(second, read.get(), "read again, and the same");
        assertEquals(3, reads.looks());
    }

    @Test
    void takesBudgetsFromAConfiguration() {
        TableLimits limits = TableLimits.of(Map.of("images", "100", "direct", 8, "service.pid", "srt.image-tables"));

        assertEquals(new TableLimits(65536, 100, 256, 8), limits);
        assertThrows(IllegalArgumentException.class, () -> TableLimits.of(Map.of("keys", "many")));
        assertThrows(IllegalArgumentException.class, () -> TableLimits.of(Map.of("keys", "65537")));
    }

    @Test
    void readsABufferNoFurtherThanItsEnd() {
        List<WordSource> buffer = DescriptorPath.userData(0, 4).words();
        List<WordSource> path = IntStream.range(0, 8).<WordSource>mapToObj(i -> new WordSource.BufferLoaded(buffer,
                WordSource.operation(WordSource.Operator.ADD, WordSource.operation(WordSource.Operator.SHIFT_LEFT, new WordSource.Key(-1),
                WordSource.literal(5)), WordSource.literal(4 * i)))).toList();
        ShaderLayout layout = new ShaderLayout(List.of(new ShaderResource(0, ShaderResource.Kind.IMAGE_TABLE, true, false, false,
                new DescriptorPath(path), 0)));

        RecordedResources resources = layout.record(new DescriptorWalker(new int[] {(int) TABLE, 32 << 16, 5, 0}, numbered(8, 100)),
                TableLimits.DEFAULTS, new TableReads());

        assertEquals(5, entries(resources).length);
    }

    @Test
    void refusesATableWhosePointerCannotBeRead() {
        WordSource pointer = new WordSource.Loaded(WordSource.userData(0), WordSource.userData(1), WordSource.literal(0));
        WordSource keyed = new WordSource.Loaded(pointer, WordSource.literal(0), new WordSource.Key(0xff));
        ShaderLayout layout = new ShaderLayout(List.of(new ShaderResource(0, ShaderResource.Kind.IMAGE_TABLE, true, false, false,
                new DescriptorPath(List.of(keyed)), 0x20)));

        RecordRefused refusal = assertThrows(RecordRefused.class, () -> recorded(layout, MemoryReader.NONE, TableLimits.DEFAULTS));

        assertTrue(String.valueOf(refusal.getMessage()).startsWith("the table of pc=0x0020 is found through the pointer 0x10000"),
                refusal.getMessage());
    }
}
