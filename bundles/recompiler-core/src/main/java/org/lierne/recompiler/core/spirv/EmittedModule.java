package org.lierne.recompiler.core.spirv;

import java.util.List;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.HostBinding;

/**
 * What emission gives: the module's words, what has to be bound, and the constants block.
 *
 * @param geometry a geometry module that has to stand before it; no words for none
 */
public record EmittedModule(int[] spirv, List<HostBinding> bindings, List<ConstantWord> constants, int[] geometry) {
    public EmittedModule {
        bindings = List.copyOf(bindings);
        constants = List.copyOf(constants);
    }
}
