package org.lierne.recompiler.core.lift;

import org.lierne.recompiler.program.ShaderProgram;

/**
 * What the host has of each of a program's waves (rule A-012).
 *
 * @param count   lanes, the lowest ones
 * @param areTold whether the program is told how many, in the words that it is launched with
 */
public record LaunchedLanes(int count, boolean areTold) {
    /** Whole waves. */
    public static LaunchedLanes all(ShaderProgram program) {
        return new LaunchedLanes(program.waveSize(), true);
    }
}
