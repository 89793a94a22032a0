package org.lierne.lib.ampr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Marker texts as fillers: pieces of at most 16 words, each with a header of its own. Documented: system calls, section 17. */
final class Marker {
    private static final int MOST_WORDS = 15;

    private Marker() {}

    /** @param color a word that goes before the text, or none */
    static List<Command> pieces(byte[] text, int... color) {
        int[] words = new int[color.length + text.length / 4 + 1];
        System.arraycopy(color, 0, words, 0, color.length);
        for (int i = 0; i < text.length; i++) {
            words[color.length + i / 4] |= (text[i] & 0xFF) << i % 4 * 8;
        }
        List<Command> pieces = new ArrayList<>();
        for (int at = 0; at < words.length; at += MOST_WORDS) {
            int count = Math.min(MOST_WORDS, words.length - at);
            pieces.add(new Command.Nop(count + 1, Arrays.copyOfRange(words, at, at + count)));
        }
        return pieces;
    }
}
