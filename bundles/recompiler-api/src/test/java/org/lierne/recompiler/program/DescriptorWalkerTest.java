package org.lierne.recompiler.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.testing.Rule;

/** Expected values are derived from the written rules by hand. */
final class DescriptorWalkerTest {
    private static MemoryReader memory(Map<Long, Integer> words) {
        return (address, target, from, count) -> {
            for (int i = 0; i < count; i++) {
                Integer word = words.get(address + 4L * i);
                if (word == null) {
                    return false;
                }
                target[from + i] = word;
            }
            return true;
        };
    }

    @Test
    void followsAPointerThroughArithmetic() {
        WordSource low = WordSource.operation(WordSource.Operator.ADD, WordSource.userData(0), WordSource.literal(0x10));
        DescriptorPath path = DescriptorPath.loaded(low, WordSource.literal(0xffff8000), 4, 2);
        DescriptorWalker walker = new DescriptorWalker(new int[] {0x1000},
                memory(Map.of(0xffff8000_00001014L, 7, 0xffff8000_00001018L, 9)));

        DescriptorWords words = walker.walk(path);

        assertEquals(DescriptorWords.of(7, 9), words);
        assertTrue(walker.complete());
    }

    @Test
    void givesZeroAndSaysSoWhereNothingIsMapped() {
        DescriptorWalker walker = new DescriptorWalker(new int[2], MemoryReader.NONE);

        DescriptorWords words = walker.walk(DescriptorPath.loaded(WordSource.userData(0), WordSource.userData(1), 0, 4));

        assertTrue(words.isNull());
        assertFalse(words.complete());
        assertFalse(walker.complete());
    }

    @Test
    void bufferLoadsDropTheLowBitsOfBaseAndOffsetEachByItself() {
        List<WordSource> descriptor = DescriptorPath.userData(0, 4).words();
        DescriptorWalker walker = new DescriptorWalker(new int[] {0x2003, 0, 16, 0}, memory(Map.of(0x2004L, 42)));

        assertEquals(42, walker.evaluate(new WordSource.BufferLoaded(descriptor, WordSource.literal(7))));
    }

    @Test
    void bufferLoadsPastTheRecordsGiveZero() {
        List<WordSource> descriptor = DescriptorPath.userData(0, 4).words();
        DescriptorWalker walker = new DescriptorWalker(new int[] {0x2000, 0, 16, 0}, memory(Map.of(0x2010L, 42)));

        assertEquals(0, walker.evaluate(new WordSource.BufferLoaded(descriptor, WordSource.literal(16))));
        assertTrue(walker.complete());
    }

    /** Derived: two's complement. */
    @Rule("A-042")
    @ParameterizedTest
    @CsvSource({"80000000, 7fffffff, 1", "7fffffff, 80000000, 0", "ffffffff, 0, 1", "0, ffffffff, 0", "5, 5, 0",
        "80000000, 80000001, 1"})
    void comparesSignedWordsAsSigned(String a, String b, int expected) {
        WordSource less = WordSource.operation(WordSource.Operator.LESS_SIGNED, WordSource.literal(Integer.parseUnsignedInt(a, 16)),
                WordSource.literal(Integer.parseUnsignedInt(b, 16)));

        assertEquals(expected, new DescriptorWalker(new int[0], MemoryReader.NONE).evaluate(less));
    }

    @Test
    void readsTheSelectedArmAlone() {
        WordSource unmapped = new WordSource.Loaded(WordSource.literal(0x1000), WordSource.literal(0), WordSource.literal(0));
        DescriptorWalker walker = new DescriptorWalker(new int[] {0}, MemoryReader.NONE);

        assertEquals(0, walker.evaluate(WordSource.when(WordSource.userData(0), unmapped)));
        assertEquals(List.of(), walker.badReads());
    }

    @Test
    void tellsWhereTheBadPointerOfAReadCameFrom() {
        WordSource pointer = new WordSource.Loaded(WordSource.userData(0), WordSource.userData(1), WordSource.literal(0));
        DescriptorWalker walker = new DescriptorWalker(new int[] {0x1000, 0, 0x20, 0}, memory(Map.of(0x1000L, 0x500)));

        assertEquals(0, walker.evaluate(new WordSource.Loaded(pointer, WordSource.literal(0), WordSource.literal(8))));
        assertEquals(0, walker.evaluate(new WordSource.Loaded(WordSource.userData(2), WordSource.userData(3), WordSource.literal(4))));

        assertEquals(List.of("the pointer 0x500 from memory, not mapped at 0x508", "the pointer 0x20 from user data, not mapped at 0x24"),
                walker.badReads().stream().map(DescriptorWalker.BadRead::toString).toList());
    }

    @Test
    void addsWithCarryOverTwoWords() {
        WordSource carry = WordSource.operation(WordSource.Operator.CARRY, WordSource.literal(0xfffffff0), WordSource.literal(0x20));
        WordSource high = WordSource.operation(WordSource.Operator.ADD, WordSource.literal(1), carry);

        assertEquals(2, new DescriptorWalker(new int[0], MemoryReader.NONE).evaluate(high));
    }
}
