package org.lierne.recompiler.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One instruction. Immutable; a change is a new record put in the old one's place. */
public sealed interface Inst permits Alu, Construct, Extract, Phi, Input, UserData, HostWord, Wave, ScalarLoad, BufferAccess,
        GlobalAccess, LdsAccess, ImageAccess, Interp, AttributeLoad, PatchAccess, Export, Barrier, Clock {
    /** What it defines, null for an instruction with effects only. */
    @Nullable Ssa result();

    /** The guest instruction it came from; kept on what replaces it. */
    Pc pc();

    /** All values it reads, in a fixed order; the guard, where there is one, last. */
    List<Value> operands();

    /** The same instruction reading {@code values} instead, which are as many as {@link #operands()}. */
    Inst withOperands(List<Value> values);

    /** True when it must stay although nobody reads its result. */
    boolean hasEffect();
}
