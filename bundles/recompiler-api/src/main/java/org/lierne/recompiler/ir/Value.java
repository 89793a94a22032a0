package org.lierne.recompiler.ir;

/** What an instruction reads: a result of another instruction, a constant, or an undefined value. */
public sealed interface Value permits Ssa, Const, Undef {
    Type type();

    /** The text form: {@code v14}, {@code 0x10:i32}, {@code true}, {@code undef:f32}. */
    String word();
}
