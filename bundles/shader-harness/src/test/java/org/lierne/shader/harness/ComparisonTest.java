package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
    private static final Json FLOATS = Json.parse("{\"fixed\": [[0, \"f32\", 2]], \"array\": []}");
    private static final Json WORDS = Json.parse("{\"fixed\": [], \"array\": [{\"offset\": 0, \"stride\": 4, \"element\": [[0, \"u32\"]]}]}");

    private static byte[] words(int... words) {
        ByteBuffer buffer = ByteBuffer.allocate(words.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asIntBuffer().put(words);
        return buffer.array();
    }

    @Test
    void countsTwoNansAsEqualInFloatLeavesOnly() {
        assertNull(Comparison.buffer(FLOATS, words(0x7fc00000, 1), words(0xffc00001, 1), 0));
        assertNotNull(Comparison.buffer(WORDS, words(0x7fc00000, 1), words(0xffc00001, 1), 0));
    }

    @Test
    void allowsUlpsForFloatLeavesOnly() {
        assertNull(Comparison.buffer(FLOATS, words(0x3f800000, 0x80000000), words(0x3f800004, 0), 4));
        assertNotNull(Comparison.buffer(FLOATS, words(0x3f800000, 0), words(0x3f800005, 0), 4));
        assertNotNull(Comparison.buffer(WORDS, words(0x3f800000, 0), words(0x3f800001, 0), 4));
    }

    @Test
    void namesTheFirstDifferenceAndCountsTheRest() {
        assertEquals("byte 0x4 (u32): expected 0x00000002, got 0x00000009; 1 more",
                Comparison.buffer(WORDS, words(1, 2, 3), words(1, 9, 9), 0));
    }

    @Test
    void letsAFractionOfTheTexelsBeOff() {
        Json rule = Json.parse("{\"rule\": \"tolerance\", \"max_difference\": 1, \"max_pixels\": 0.25}");
        byte[] expected = {10, 20, 30, 40};

        assertNull(Comparison.texels(rule, "R8_UNORM", expected, new byte[] {11, 20, 30, 90}));
        assertNotNull(Comparison.texels(rule, "R8_UNORM", expected, new byte[] {11, 20, 33, 90}));
    }

    @Test
    void readsPackedChannelsFromTheLowestBits() {
        TexelChannels texels = new TexelChannels("A2B10G10R10_UNORM_PACK32", words(3 << 30 | 2 << 20 | 1 << 10 | 1023));

        assertEquals("(1023, 1, 2, 3)", texels.show(0));
    }
}
