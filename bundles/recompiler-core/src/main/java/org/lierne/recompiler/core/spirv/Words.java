package org.lierne.recompiler.core.spirv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing list of module words. */
final class Words {
    private int[] words = new int[256];
    private int count;

    int count() {
        return count;
    }

    void add(int word) {
        if (count == words.length) {
            words = Arrays.copyOf(words, count * 2);
        }
        words[count++] = word;
    }

    void addAll(Words other) {
        if (count + other.count > words.length) {
            words = Arrays.copyOf(words, Math.max(words.length * 2, count + other.count));
        }
        System.arraycopy(other.words, 0, words, count, other.count);
        count += other.count;
    }

    /** One instruction: its head, then its operand words. */
    void instruction(Spv.Op op, int... operands) {
        add(operands.length + 1 << 16 | op.code());
        for (int operand : operands) {
            add(operand);
        }
    }

    /** Appends {@code tail} to {@code head}. */
    static int[] join(int[] head, int... tail) {
        int[] all = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, all, head.length, tail.length);
        return all;
    }

    /** A string literal: UTF-8, ended by a zero byte, padded to a word. */
    static int[] literal(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int[] words = new int[bytes.length / 4 + 1];
        for (int i = 0; i < bytes.length; i++) {
            words[i / 4] |= (bytes[i] & 0xff) << i % 4 * 8;
        }
        return words;
    }

    int[] toArray() {
        return Arrays.copyOf(words, count);
    }
}
