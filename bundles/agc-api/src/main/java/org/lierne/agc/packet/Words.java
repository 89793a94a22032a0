package org.lierne.agc.packet;

/** A packet being built. */
public final class Words {
    private final Packet packet;
    private final int[] words;

    Words(Packet packet, int[] words) {
        this.packet = packet;
        this.words = words;
    }

    /** Sets a field by its name in the table. */
    public Words with(String field, long value) {
        packet.field(field).put(words, value);
        return this;
    }

    /** Sets low header bits: predicate, filter reset, software tag. */
    public Words header(int bits) {
        words[0] |= bits;
        return this;
    }

    /** Sets one whole word. */
    public Words word(int index, int value) {
        words[index] = value;
        return this;
    }

    public int[] array() {
        return words;
    }
}
