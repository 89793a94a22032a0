package org.lierne.agc.register;

/** Bits {@code [high:low]} of a register. */
public record RegisterField(String name, int high, int low) {
    public int get(int value) {
        int bits = high - low + 1;
        return bits == 32 ? value : value >>> low & (1 << bits) - 1;
    }

    public boolean isSet(int value) {
        return get(value) != 0;
    }
}
