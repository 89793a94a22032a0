package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.agc.descriptor.GuestFormat;
import org.lierne.gpu.ClearColor;

/** Expected values are the documented keys: docs/console-facts.md. */
final class SurfaceMetadataTest {
    private static final int UNORM_8_8_8_8 = 56;
    private static final int UINT_32 = 20;

    private static SurfaceMetadata colors(int format, int... keys) {
        byte[] bytes = new byte[64];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) keys[i % keys.length];
        }
        return SurfaceMetadata.ofColors(MemorySegment.ofArray(bytes), Objects.requireNonNull(GuestFormat.of(format)), "image");
    }

    @Test
    void readsSurfacesThatAreNotCompressedAnywhere() {
        assertNull(colors(UINT_32, 0xff).clear());
    }

    @ParameterizedTest
    @CsvSource({"0x00, 0, 0", "0x40, 0, 1", "0x80, 1, 0", "0xc0, 1, 1"})
    void readsWhatWasClearedAsAWhole(int key, float colors, float alpha) {
        assertEquals(ClearColor.of(colors, colors, colors, alpha), colors(UNORM_8_8_8_8, key).clear());
    }

    @ParameterizedTest
    @CsvSource({"0x20, 0x20, clear register", "0x10, 0xff, differs from place to place", "0x33, 0x33, texels are compressed",
        "0xff, 0x00, differs from place to place", "0xc0, 0xc0, what a one is"})
    void refusesOthersByName(int key, int other, String reason) {
        WorkRefused refused = assertThrows(WorkRefused.class, () -> colors(key == 0xc0 ? UINT_32 : UNORM_8_8_8_8, key, other));

        assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused.getMessage());
    }

    /** Two blocks, and the beginning of a third. */
    @Test
    void spreadsTheColourThatABlockHoldsOnce() {
        assertTrue(colors(UNORM_8_8_8_8, 0x10).isColorOnce());
        byte[] memory = new byte[2 * 256 + 8];
        memory[0] = 1;
        memory[3] = 2;
        memory[4] = 9;
        memory[256] = 3;
        memory[512] = 4;
        byte[] texels = new byte[memory.length];
        MemorySegment.copy(SurfaceMetadata.spread(MemorySegment.ofArray(memory), 4), 0, MemorySegment.ofArray(texels), 0, texels.length);

        for (int at = 0; at < texels.length; at++) {
            int expected = at % 4 == 0 ? at < 256 ? 1 : at < 512 ? 3 : 4 : at % 4 == 3 && at < 256 ? 2 : 0;
            assertEquals(expected, texels[at], "byte " + at);
        }
    }

    @Test
    void readsMasksOfTilesThatAreTheSameEverywhere() {
        byte[] mask = new byte[4096];
        assertTrue(SurfaceMetadata.isCleared(MemorySegment.ofArray(mask), "target"));
        mask[100] = 0xf;
        WorkRefused refused = assertThrows(WorkRefused.class, () -> SurfaceMetadata.isCleared(MemorySegment.ofArray(mask), "target"));
        assertTrue(String.valueOf(refused.getMessage()).contains("(CMASK)"), refused.getMessage());
        Arrays.fill(mask, (byte) 0xff);
        assertFalse(SurfaceMetadata.isCleared(MemorySegment.ofArray(mask), "target"));
        assertEquals(4096, SurfaceMetadata.maskBytes(1024, 512));
        assertEquals(2 * 3 * 4096, SurfaceMetadata.maskBytes(1920, 1080));
    }

    @Test
    void readsClearsByKeysThatAreTheSameEverywhere() {
        for (int key : new int[] {0x00, 0x10, 0x20, 0x40, 0x80, 0xc0}) {
            MemorySegment keys = MemorySegment.ofArray(new byte[4096]).fill((byte) key);
            assertTrue(SurfaceMetadata.isClearedByKeys(keys, "target"), "key " + key);
            assertEquals(key == 0x20, SurfaceMetadata.isClearedToRegister(keys));
        }
        MemorySegment keys = MemorySegment.ofArray(new byte[4096]).fill((byte) 0xff);
        assertFalse(SurfaceMetadata.isClearedByKeys(keys, "target"));
        keys.set(ValueLayout.JAVA_BYTE, 4095, (byte) 0x33);
        assertFalse(SurfaceMetadata.isClearedByKeys(keys, "target"), "nothing was cleared");
        keys.set(ValueLayout.JAVA_BYTE, 4095, (byte) 0x40);
        WorkRefused refused = assertThrows(WorkRefused.class, () -> SurfaceMetadata.isClearedByKeys(keys, "target"));
        assertTrue(String.valueOf(refused.getMessage()).contains("0xff and 0x40"), refused.getMessage());
    }

    private static MemorySegment depth(int... words) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(words).forEach(bytes::putInt);
        return MemorySegment.ofArray(bytes.array());
    }

    @Test
    void readsExpandedDepthAndRefusesOther() {
        assertNull(SurfaceMetadata.ofDepth(depth(0xfffc000f, 0xfffc000f), "image").clear());
        assertNull(SurfaceMetadata.ofDepth(depth(0xfffff3ff), "image").clear());
        WorkRefused refused = assertThrows(WorkRefused.class, () -> SurfaceMetadata.ofDepth(depth(0xfffc000f, 0), "image"));
        assertTrue(String.valueOf(refused.getMessage()).contains("word 0x00000000 at 0x4"), refused.getMessage());
    }
}
