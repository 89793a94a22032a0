package org.lierne.recompiler.program;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The vertex program that draws what workgroups with primitives of their own left in the records of {@link StageState.PrimitiveGroup}: every
 * word of a record stands in a register at its start, and it exports them.
 */
public final class RecordsProgram {
    public static final int WAVE_SIZE = 64;
    private static final int EXPORT = 0xF8000000 | 0xF;
    private static final int EXPORT_DONE = 1 << 11;
    private static final int FIRST_POSITION = 12;
    private static final int FIRST_PARAMETER = 32;
    private static final int END_PROGRAM = 0xBF810000;
    private static final int VECTOR_WORDS = 4;

    private RecordsProgram() {}

    /** Its code. */
    public static int[] code(StageState.Vertex exports) {
        IntStream.Builder words = IntStream.builder();
        for (int i = 0; i < exports.positionExports() + exports.parameterExports(); i++) {
            boolean isPosition = i < exports.positionExports();
            int target = isPosition ? FIRST_POSITION + i : FIRST_PARAMETER + i - exports.positionExports();
            words.add(EXPORT | target << 4 | (i == exports.positionExports() - 1 ? EXPORT_DONE : 0));
            int first = VECTOR_WORDS * i;
            words.add(first | first + 1 << 8 | first + 2 << 16 | first + 3 << 24);
        }
        return words.add(END_PROGRAM).build().toArray();
    }

    /** What is around it. @param exports those of the program that left the records */
    public static StageState state(FloatMode mode, StageState.PrimitiveGroup group, StageState.Vertex exports) {
        List<InitialRegister> words = new ArrayList<>();
        for (int i = 0; i < group.primitiveOffset() / Integer.BYTES; i++) {
            words.add(new InitialRegister(true, i, new InitialRegister.Value.Exported(group, i)));
        }
        return new StageState(mode, words, 0, 0, exports);
    }
}
