package org.lierne.recompiler.core.interpreter;

/** Texels of an image by x, y, slice and level, in this order. */
final class ImageTexels {
    private final WaveMemory memory;
    private final ImageResource image;
    private final TexelFormat format;

    ImageTexels(WaveMemory memory, ImageResource image, TexelFormat format) {
        this.memory = memory;
        this.image = image;
        this.format = format;
    }

    ImageResource image() {
        return image;
    }

    TexelFormat format() {
        return format;
    }

    /** Whether the image is linear, or the memory tells where its texels lie. */
    boolean isFound() {
        return image.tiling() == 0 || address(new int[] {0, 0, 0, 0}) != WaveMemory.UNKNOWN;
    }

    boolean holds(int[] place) {
        return !image.isNull() && image.holds(place[0], place[1], place[2], place[3]);
    }

    long address(int[] place) {
        return image.tiling() == 0 ? image.linearAddress(place[0], place[1], place[2], place[3], format.bytes())
                : memory.texel(image.words(), place[0], place[1], image.surfaceSlice(place[2]), image.baseLevel() + place[3]);
    }

    /** The four channels as the descriptor selects them. */
    int[] load(int[] place) {
        return format.load(memory, address(place));
    }

    /** The first channel as it is. */
    int first(int[] place) {
        return format.first(memory, address(place));
    }

    /** The bits of a texel of at most 64 of them. */
    long bits(int[] place) {
        return memory.read(address(place), format.bytes());
    }

    void store(int[] place, int[] channels) {
        format.store(memory, address(place), channels);
    }
}
