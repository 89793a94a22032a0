package org.lierne.recompiler.isa;

/** State that an instruction reads or writes without naming it in its text. */
public enum Implicit implements Slot {
    SCC,
    VCC,
    EXEC,
    M0,
    /** The MODE register: rounding, denormals, exceptions. */
    MODE,
    /** The program counter, read or written as a value. */
    PC
}
