package org.lierne.recompiler.ir;

import java.util.List;
import org.lierne.recompiler.program.WordSource;

/**
 * A dword that the host computes when work is recorded and hands to the module in its constants block, {@code i32}: what a scalar
 * load becomes whose address the host can walk.
 */
public record HostWord(Ssa result, WordSource source, Pc pc) implements Inst {
    @Override
    public List<Value> operands() {
        return List.of();
    }

    @Override
    public HostWord withOperands(List<Value> values) {
        return this;
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
