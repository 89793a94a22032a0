package org.lierne.recompiler.program;

import java.util.Arrays;
import java.util.List;

/**
 * Where guest memory lies on the device, as modules look it up that reach it by addresses the host does not know: a sorted table of {@link
 * #COUNT} entries of six words, the first guest address, the address behind the last and what is added to reach the device's, two words
 * each. Entry 0 is empty, and what is not used starts behind all addresses, so that a search by halves needs no other bounds.
 */
public final class AddressSpans {
    /** Entries, a power of two. */
    public static final int COUNT = 256;
    /** Words of an entry. */
    public static final int ENTRY_WORDS = 6;

    /**
     * A range.
     *
     * @param start         guest address
     * @param bytes         its length
     * @param deviceAddress where the device has its first byte
     */
    public record Span(long start, long bytes, long deviceAddress) {}

    private AddressSpans() {}

    /** Most spans that a table has room for. */
    public static int most() {
        return COUNT - 1;
    }

    /** The table. @param spans in the order of their addresses, {@link #most} at most */
    public static int[] words(List<Span> spans) {
        int[] words = new int[COUNT * ENTRY_WORDS];
        Arrays.fill(words, ENTRY_WORDS, words.length, -1);
        for (int i = 0; i < spans.size(); i++) {
            Span span = spans.get(i);
            long[] fields = {span.start, span.start + span.bytes, span.deviceAddress - span.start};
            for (int f = 0; f < fields.length; f++) {
                words[(i + 1) * ENTRY_WORDS + 2 * f] = (int) fields[f];
                words[(i + 1) * ENTRY_WORDS + 2 * f + 1] = (int) (fields[f] >>> 32);
            }
        }
        return words;
    }
}
