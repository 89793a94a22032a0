package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.descriptor.GuestFormat;
import org.lierne.agc.descriptor.NumberType;
import org.lierne.gpu.ClearColor;

/**
 * What the metadata of a compressed surface says of all of it: a byte for each 256 bytes of colours, a word for each 8 by 8 samples of
 * depth. Where the bytes of one place lie among them is not known, so that only surfaces are read that are compressed the same way
 * everywhere. Documented: docs/console-facts.md, "Metadata".
 *
 * @param clear       the colour that all of it was cleared to; null where memory says what texels are
 * @param isColorOnce whether memory has the colour of each block once, at its start, and texels as they are otherwise
 */
record SurfaceMetadata(@Nullable ClearColor clear, boolean isColorOnce) {
    /** Texels lie in memory as they are. */
    static final SurfaceMetadata PLAIN = new SurfaceMetadata(null, false);

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** Bytes of colours that one key stands for. */
    static final int KEY_BYTES = 256;
    private static final int UNCOMPRESSED = 0xff;
    /** Two tiles of the mask; 0xff stands for two that memory says. */
    private static final int CLEARED_TILES = 0;
    private static final int MASK_WIDTH = 1024;
    private static final int MASK_HEIGHT = 512;
    private static final int MASK_BYTES = 4096;
    private static final int CLEAR_COLOR_BITS = 0xc0;
    private static final int CLEARED_TO_REGISTER = 0x20;
    private static final int CLEARED_ONE_COLOR = 0x10;
    /** Side of a tile of depth. */
    static final int DEPTH_TILE = 8;
    private static final int DEPTH_STATE = 0xf;
    private static final int STENCIL_STATE = 3 << 8;
    private static final int EXPANDED_DEPTH = 0xfffc000f;
    private static final int EXPANDED_DEPTH_AND_STENCIL = 0xfffff3ff;

    /** @throws WorkRefused with what the keys say where that is not known */
    static SurfaceMetadata ofColors(MemorySegment keys, GuestFormat format, String where) {
        int first = keys.get(ValueLayout.JAVA_BYTE, 0) & 0xff;
        for (long i = 1; i < keys.byteSize(); i++) {
            int key = keys.get(ValueLayout.JAVA_BYTE, i) & 0xff;
            if (key != first) {
                throw refuse(where, "color compression (DCC) that differs from place to place: keys 0x%02x and 0x%02x".formatted(first, key));
            }
        }
        if (first == UNCOMPRESSED) {
            return PLAIN;
        }
        if (first == CLEARED_ONE_COLOR) {
            return new SurfaceMetadata(null, true);
        }
        if ((first & ~CLEAR_COLOR_BITS) == 0) {
            return new SurfaceMetadata(clear(first, format, where), false);
        }
        throw refuse(where, first == CLEARED_TO_REGISTER ? "DCC key 0x20: it was cleared to a colour of the clear register"
                : "DCC key 0x%02x: texels are compressed".formatted(first));
    }

    /** The texels of a surface whose blocks hold their colour once. */
    static MemorySegment spread(MemorySegment content, int elementBytes) {
        MemorySegment texels = MemorySegment.ofArray(new byte[Math.toIntExact(content.byteSize())]);
        for (long block = 0; block < content.byteSize(); block += KEY_BYTES) {
            long end = Math.min(block + KEY_BYTES, content.byteSize());
            for (long at = block; at + elementBytes <= end; at += elementBytes) {
                MemorySegment.copy(content, block, texels, at, elementBytes);
            }
        }
        return texels;
    }

    /**
     * Whether all keys say that a surface was cleared.
     *
     * @throws WorkRefused where some say that and others do not
     */
    static boolean isClearedByKeys(MemorySegment keys, String where) {
        byte first = keys.get(ValueLayout.JAVA_BYTE, 0);
        long other = keys.mismatch(keys.asSlice(1));
        boolean isAllTheSame = other == keys.byteSize() - 1;
        if (!isAllTheSame && (isClear(first) || isClear(keys.get(ValueLayout.JAVA_BYTE, other + 1)))) {
            throw refuse(where, "a clear by keys of compression (DCC) that differ from place to place: 0x%02x and 0x%02x".formatted(first & 0xff,
                    keys.get(ValueLayout.JAVA_BYTE, other + 1) & 0xff));
        }
        return isAllTheSame && isClear(first);
    }

    /** Of keys that all say that a surface was cleared: whether its colour is that of the clear registers. */
    static boolean isClearedToRegister(MemorySegment keys) {
        return keys.get(ValueLayout.JAVA_BYTE, 0) == CLEARED_TO_REGISTER;
    }

    private static boolean isClear(byte key) {
        return key == CLEARED_TO_REGISTER || key == CLEARED_ONE_COLOR || (key & 0xff & ~CLEAR_COLOR_BITS) == 0;
    }

    /** The three first channels and alpha, 0 or 1 each. */
    private static ClearColor clear(int key, GuestFormat format, String where) {
        boolean isReal = format.type() == NumberType.UNORM || format.type() == NumberType.FLOAT || format.type() == NumberType.SRGB;
        if (key != 0 && !isReal) {
            throw refuse(where, "DCC key 0x%02x: what a one is in %s is not known".formatted(key, format.name()));
        }
        float colors = (key & 0x80) != 0 ? 1 : 0;
        return ClearColor.of(colors, colors, colors, (key & 0x40) != 0 ? 1 : 0);
    }

    /** @throws WorkRefused where a word says that depth is compressed or cleared */
    static SurfaceMetadata ofDepth(MemorySegment words, String where) {
        for (long at = 0; at + 4 <= words.byteSize(); at += 4) {
            int word = words.get(WORD, at);
            if (word != EXPANDED_DEPTH && word != EXPANDED_DEPTH_AND_STENCIL) {
                throw refuse(where, "compression of depth (HTILE): word 0x%08x at 0x%x is not that of expanded depth".formatted(word, at));
            }
        }
        return PLAIN;
    }

    /** Bytes of the words of a slice's tiles of depth. */
    static long tileBytes(int width, int height) {
        return (long) Integer.BYTES * ((width + DEPTH_TILE - 1) / DEPTH_TILE) * ((height + DEPTH_TILE - 1) / DEPTH_TILE);
    }

    /**
     * Whether the depth of all tiles, or the stencil, was cleared and not drawn to since. Documented: Mesa, HTILE: 0 in [3:0] is cleared depth,
     * 0 in [9:8] of words with stencil is cleared stencil.
     *
     * @throws WorkRefused where that differs from place to place
     */
    static boolean isDepthCleared(MemorySegment words, boolean isStencil, String where) {
        int mask = isStencil ? STENCIL_STATE : DEPTH_STATE;
        boolean isCleared = (words.get(WORD, 0) & mask) == 0;
        for (long at = 0; at < words.byteSize(); at += Integer.BYTES) {
            int word = words.get(WORD, at);
            if ((word & mask) == 0 != isCleared) {
                throw refuse(where, "tiles of depth (HTILE) of which some are cleared and others are not: 0x%08x at 0x%x".formatted(word, at));
            }
        }
        return isCleared;
    }

    /** Lets the words of tiles say that memory counts. */
    static void expandDepth(MemorySegment words, boolean hasStencil) {
        for (long at = 0; at < words.byteSize(); at += Integer.BYTES) {
            words.set(WORD, at, hasStencil ? EXPANDED_DEPTH_AND_STENCIL : EXPANDED_DEPTH);
        }
    }

    /** Bytes of a slice's mask of tiles: blocks of 4 KiB, each for 1024 by 512 texels. */
    static long maskBytes(int width, int height) {
        return (long) (width + MASK_WIDTH - 1) / MASK_WIDTH * ((height + MASK_HEIGHT - 1) / MASK_HEIGHT) * MASK_BYTES;
    }

    /**
     * Whether all tiles of a slice were cleared and not drawn to since.
     *
     * @throws WorkRefused where that differs from place to place
     */
    static boolean isCleared(MemorySegment mask, String where) {
        int first = mask.get(ValueLayout.JAVA_BYTE, 0) & 0xff;
        for (long i = 0; i < mask.byteSize(); i += Long.BYTES) {
            long eight = mask.get(ValueLayout.JAVA_LONG_UNALIGNED, i);
            if (eight != (first == CLEARED_TILES ? 0L : -1L)) {
                throw refuse(where, "a mask of tiles (CMASK) of which some are cleared and others are not: 0x%016x at 0x%x".formatted(eight, i));
            }
        }
        return first == CLEARED_TILES;
    }

    private static WorkRefused refuse(String where, String what) {
        return new WorkRefused("refused at draw: %s: %s".formatted(where, what));
    }
}
