package org.lierne.recompiler.program;

import java.util.Arrays;

/** The words of one resource's descriptor as found at record time. */
public final class DescriptorWords {
    private final int[] words;
    private final boolean complete;

    /**
     * @param words four or eight descriptor words, or the two halves of a pointer
     * @param complete false when memory on the way was not mapped; the words behind it are then 0
     */
    public DescriptorWords(int[] words, boolean complete) {
        this.words = words.clone();
        this.complete = complete;
    }

    /** A record that lies behind the end of the buffer it is looked for in. */
    static final DescriptorWords PAST_BUFFER = new DescriptorWords(new int[0], false);

    boolean isPastBuffer() {
        return this == PAST_BUFFER;
    }

    public static DescriptorWords of(int... words) {
        return new DescriptorWords(words, true);
    }

    public int word(int index) {
        return words[index];
    }

    public int count() {
        return words.length;
    }

    /** Whether every word was read; see the constructor. */
    public boolean complete() {
        return complete;
    }

    /** Whether all words are 0: such a descriptor reads zero and drops writes (field note R12). */
    public boolean isNull() {
        for (int word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DescriptorWords that && complete == that.complete && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int word : words) {
            text.append(text.isEmpty() ? "" : " ").append("%08x".formatted(word));
        }
        return text + (complete ? "" : " (unmapped)");
    }
}
