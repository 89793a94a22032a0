package org.lierne.recompiler.program;

import java.util.Arrays;

/**
 * The jump that ends a program and leads to code that user data points to (rules ).
 *
 * @param pc   byte offset of the jump, which is the program's last instruction
 * @param low  dword of the user data that holds the lower half of the address
 * @param high the upper half: a dword of the user data, or a word of the program
 */
public record TailJump(int pc, int low, InitialRegister.Value high) {
    /** The guest address that the jump goes to. */
    public long target(int[] userData) {
        int upper = switch (high) {
            case InitialRegister.Value.UserData data -> word(userData, data.dword());
            case InitialRegister.Value.Literal literal -> literal.word();
            case InitialRegister.Value.Input _, InitialRegister.Value.Exported _ -> throw new IllegalStateException(high + " is no half of an address");
        };
        return word(userData, low) & 0xffffffffL | (long) upper << 32;
    }

    private static int word(int[] userData, int dword) {
        return dword < userData.length ? userData[dword] : 0;
    }

    /** The program with the code it jumps to in the place of the jump. */
    public ShaderProgram link(ShaderProgram program, int[] continuation) {
        int[] words = Arrays.copyOf(program.words(), pc / 4 + continuation.length);
        System.arraycopy(continuation, 0, words, pc / 4, continuation.length);
        return new ShaderProgram(program.stage(), program.waveSize(), words, program.entryDword(), program.codeAddress(), program.state());
    }
}
