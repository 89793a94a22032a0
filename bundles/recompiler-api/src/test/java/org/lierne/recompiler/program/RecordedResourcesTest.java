package org.lierne.recompiler.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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
        return layout.record(new DescriptorWalker(new int[] {(int) TABLE, 0}, memory), limits);
    }

    private static int[] entries(RecordedResources resources) {
        return resources.entries().getOrDefault(0, new int[0]);
    }

    @Test
    void givesEachDifferentRecordAResourceOfItsOwn() {
        RecordedResources resources = recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, 3), numbered(8, 3), TableLimits.DEFAULTS);

        assertEquals(4, resources.layout().resources().size());
        assertEquals(DescriptorWords.of(1, 2, 3), resources.descriptors().get(0));
        assertEquals(2, resources.descriptors().get(2).word(0));
        assertEquals(List.of(1, 2, 3, 0), IntStream.of(entries(resources)).boxed().toList(), "the fourth lies nowhere");
    }

    /** Budgets as the rule gives them; the number of images that the platform binds one by one is smaller. */
    @Rule("A-027")
    @Test
    void looksAtNoMoreThanTheBudgets() {
        TableLimits limits = new TableLimits(65536, 65536, 256);
        int[] keys = entries(recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, -1), numbered(8, 70000), limits));
        int[] samplers = entries(recorded(table(ShaderResource.Kind.SAMPLER_TABLE, 4, 0xfff), numbered(4, 4096), limits));
        int[] images = entries(recorded(table(ShaderResource.Kind.IMAGE_TABLE, 8, 0xfff), numbered(8, 4096), TableLimits.DEFAULTS));

        assertEquals(65536, keys.length, "key 65536 finds no record");
        assertEquals(65536, keys[65535], "65536 different images");
        assertEquals(256, samplers[255]);
        assertEquals(0, samplers[256]);
        assertEquals(TableLimits.DIRECT_IMAGES, images[TableLimits.DIRECT_IMAGES - 1]);
        assertEquals(0, images[TableLimits.DIRECT_IMAGES]);
        assertEquals(100001, new DescriptorWalker(new int[] {(int) TABLE, 0}, numbered(8, 200000)).evaluate(new WordSource.Loaded(
                WordSource.userData(0), WordSource.userData(1), WordSource.literal(32 * 100000))), "one that the host can find");
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
                TableLimits.DEFAULTS);

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
