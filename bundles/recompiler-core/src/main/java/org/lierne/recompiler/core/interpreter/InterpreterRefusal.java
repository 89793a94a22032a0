package org.lierne.recompiler.core.interpreter;

/** The interpreter does not know what hardware does here, or the program left what it may do. */
final class InterpreterRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int pc;
    private final String reason;

    InterpreterRefusal(int pc, String instruction, String reason) {
        super(String.format("refused in the interpreter: pc=0x%04x %s: %s", pc, instruction, reason));
        this.pc = pc;
        this.reason = reason;
    }

    /** Byte offset of the instruction. */
    int pc() {
        return pc;
    }

    /** What is wrong, a clause. */
    String reason() {
        return reason;
    }
}
