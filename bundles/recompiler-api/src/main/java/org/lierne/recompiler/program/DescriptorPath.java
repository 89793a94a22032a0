package org.lierne.recompiler.program;

import java.util.ArrayList;
import java.util.List;

/**
 * How the words of a descriptor (V# or S#: four, T#: eight) or of a 64-bit pointer (two: low, high) are found at record time.
 *
 * @param words one source for each word, in order
 */
public record DescriptorPath(List<WordSource> words) {
    public DescriptorPath {
        words = List.copyOf(words);
    }

    /** {@code count} consecutive dwords of user data. */
    public static DescriptorPath userData(int dword, int count) {
        List<WordSource> words = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            words.add(new WordSource.UserData(dword + i));
        }
        return new DescriptorPath(words);
    }

    /** {@code count} consecutive dwords of memory behind a pointer. */
    public static DescriptorPath loaded(WordSource low, WordSource high, int byteOffset, int count) {
        List<WordSource> words = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            words.add(new WordSource.Loaded(low, high, new WordSource.Literal(byteOffset + 4 * i)));
        }
        return new DescriptorPath(words);
    }
}
