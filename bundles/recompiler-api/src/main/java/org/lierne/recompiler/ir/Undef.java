package org.lierne.recompiler.ir;

/** A value nobody defined, such as a register read before its first write. Any bits may stand for it. */
public record Undef(Type type) implements Value {
    @Override
    public String word() {
        return "undef:" + type.word();
    }

    @Override
    public String toString() {
        return word();
    }
}
