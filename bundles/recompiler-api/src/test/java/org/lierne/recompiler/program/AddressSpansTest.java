package org.lierne.recompiler.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AddressSpansTest {
    @Test
    void saysStartEndAndDistanceBehindAnEmptyEntry() {
        int[] words = AddressSpans.words(List.of(new AddressSpans.Span(0x2_00000000L, 0x4000, 0x7f00_00001000L)));

        assertArrayEquals(new int[6], Arrays.copyOf(words, 6));
        assertArrayEquals(new int[] {0, 2, 0x4000, 2, 0x1000, 0x7efe}, Arrays.copyOfRange(words, 6, 12));
        assertArrayEquals(new int[] {-1, -1, -1, -1, -1, -1}, Arrays.copyOfRange(words, 12, 18));
        assertEquals(AddressSpans.COUNT * AddressSpans.ENTRY_WORDS, words.length);
    }
}
