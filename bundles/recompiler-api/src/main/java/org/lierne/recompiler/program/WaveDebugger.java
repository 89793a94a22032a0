package org.lierne.recompiler.program;

import org.osgi.annotation.versioning.ProviderType;

/** Runs the first wave of a program under a person's control. */
@ProviderType
public interface WaveDebugger {
    /**
     * A wave that stands before its first instruction.
     *
     * @param userData the stage's user data
     */
    Session open(ShaderProgram program, int[] userData, ComputeInterpreter.Memory memory);

    /** One debugging session; text in, text out, so that any terminal can front it. */
    @ProviderType
    interface Session {
        /** What there is to see now: listing around the program counter, what changed, EXEC. At most 24 lines of 80 columns. */
        String screen();

        /**
         * Does a command and gives what it has to say: a screen, an answer, or one line about what was not understood. An empty line
         * repeats the last stepping command.
         */
        String command(String line);

        /** Whether the person asked to leave. */
        boolean isOver();
    }
}
