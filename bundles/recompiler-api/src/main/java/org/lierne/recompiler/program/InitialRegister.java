package org.lierne.recompiler.program;

/**
 * What one register holds at entry.
 *
 * @param vector VGPR when true, SGPR when false
 * @param index register number
 * @param value its contents
 */
public record InitialRegister(boolean vector, int index, Value value) {
    /** Contents of a register at entry. */
    public sealed interface Value {
        /** Dword {@code dword} of the stage's user data. */
        record UserData(int dword) implements Value {}

        /** A word known when the program is described. */
        record Literal(int word) implements Value {}

        /** Something the hardware provides. */
        record Input(StageInput input) implements Value {}

        /**
         * A word of the vertex that stands at the invocation's place among the vertices of all primitives which a program of the group's kind
         * made; 0 where the thread made none.
         */
        record Exported(StageState.PrimitiveGroup group, int dword) implements Value {}
    }

    public static InitialRegister userData(int sgpr, int dword) {
        return new InitialRegister(false, sgpr, new Value.UserData(dword));
    }

    public static InitialRegister sgpr(int index, StageInput input) {
        return new InitialRegister(false, index, new Value.Input(input));
    }

    public static InitialRegister vgpr(int index, StageInput input) {
        return new InitialRegister(true, index, new Value.Input(input));
    }

    public static InitialRegister literal(int sgpr, int word) {
        return new InitialRegister(false, sgpr, new Value.Literal(word));
    }

    @Override
    public String toString() {
        return (vector ? "v" : "s") + index + " = " + value;
    }
}
