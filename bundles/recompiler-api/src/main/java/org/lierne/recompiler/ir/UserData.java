package org.lierne.recompiler.ir;

import java.util.List;

/** Dword {@code dword} of the stage's user data, {@code i32}. Stands in the entry block. */
public record UserData(Ssa result, int dword, Pc pc) implements Inst {
    @Override
    public List<Value> operands() {
        return List.of();
    }

    @Override
    public UserData withOperands(List<Value> values) {
        return this;
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
