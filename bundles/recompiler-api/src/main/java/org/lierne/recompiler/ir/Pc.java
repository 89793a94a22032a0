package org.lierne.recompiler.ir;

/**
 * Place of a guest instruction.
 *
 * @param byteOffset bytes from the start of the program's words; -1 for what has no guest instruction (entry set-up)
 */
public record Pc(int byteOffset) {
    /** The place of values and instructions that the translator adds before the first guest instruction. */
    public static final Pc NONE = new Pc(-1);

    @Override
    public String toString() {
        return byteOffset < 0 ? "entry" : String.format("0x%04x", byteOffset);
    }
}
