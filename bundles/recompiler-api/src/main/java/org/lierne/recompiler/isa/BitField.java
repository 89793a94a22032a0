package org.lierne.recompiler.isa;

/**
 * A run of bits in an instruction.
 *
 * @param word  which dword, counted from the instruction's first
 * @param shift lowest bit in that dword
 * @param width number of bits
 */
public record BitField(int word, int shift, int width) {
    /** All ones, as wide as the field. */
    public int mask() {
        return width == 32 ? -1 : (1 << width) - 1;
    }

    /** The field's value in a dword. */
    public int get(int dword) {
        return dword >>> shift & mask();
    }

    /** The dword with the field set to {@code value}. */
    public int set(int dword, int value) {
        return dword & ~(mask() << shift) | (value & mask()) << shift;
    }
}
