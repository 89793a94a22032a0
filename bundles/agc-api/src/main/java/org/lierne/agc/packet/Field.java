package org.lierne.agc.packet;

/**
 * A field of a packet.
 *
 * @param dword word that holds it, the header being word 0
 * @param high  highest bit; above 31 the field goes on in the next word
 * @param low   lowest bit
 */
public record Field(String name, int dword, int high, int low) {
    public Field {
        if (low < 0 || high < low || high > 63 || (high > 31 && low > 31)) {
            throw new IllegalArgumentException("field " + name + " [" + high + ":" + low + "]");
        }
    }

    private long mask() {
        int bits = high - low + 1;
        return bits == 64 ? -1L : (1L << bits) - 1;
    }

    /** The field's value, not sign extended. */
    public long get(int[] words) {
        long raw = Integer.toUnsignedLong(words[dword]);
        if (high > 31) {
            raw |= (long) words[dword + 1] << 32;
        }
        return raw >>> low & mask();
    }

    public int getInt(int[] words) {
        return (int) get(words);
    }

    public boolean isSet(int[] words) {
        return get(words) != 0;
    }

    /** Replaces the field; bits of the value beyond its width are dropped, as the hardware's builders do. */
    public void put(int[] words, long value) {
        long bits = (value & mask()) << low;
        long keep = ~(mask() << low);
        words[dword] = (int) (words[dword] & keep | bits);
        if (high > 31) {
            words[dword + 1] = (int) (words[dword + 1] & keep >> 32 | bits >>> 32);
        }
    }
}
