package org.lierne.pass.float_.nan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.Barrier;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Clock;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.HostWord;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Interp;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.PatchAccess;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.UserData;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;

/**
 * The values whose bits memory, an address or an integer comparison may see, directly or through what is computed from them. Not among
 * them: what only floats compare, convert to integers or clamp, what addresses a texel as a float, and what is exported.
 */
final class SeenBits {
    private final IrModule module;
    private final Map<Ssa, Inst> definitions;
    private final Set<Ssa> seen = new HashSet<>();
    private final Deque<Ssa> open = new ArrayDeque<>();

    private SeenBits(IrModule module) {
        this.module = module;
        this.definitions = Cleanup.definitions(module);
    }

    static Set<Ssa> of(IrModule module) {
        return new SeenBits(module).find();
    }

    private Set<Ssa> find() {
        for (IrBlock block : module.blocks()) {
            block.instructions().forEach(this::look);
        }
        while (!open.isEmpty()) {
            Inst definition = definitions.get(open.remove());
            if (definition != null && passesOn(definition)) {
                add(definition.operands());
            }
        }
        return seen;
    }

    /** Adds what an instruction sees whatever becomes of its result. */
    private void look(Inst inst) {
        switch (inst) {
            case BufferAccess _, GlobalAccess _, LdsAccess _, ScalarLoad _, PatchAccess _ -> add(inst.operands());
            case ImageAccess access -> add(access.operands().stream().filter(value -> value.type().component().isInteger()).toList());
            case Alu alu when isIntegerComparison(alu) -> add(alu.operands());
            case Alu _, Construct _, Extract _, Phi _, Input _, UserData _, HostWord _, Wave _, Interp _, AttributeLoad _, Export _,
                    Barrier _, Clock _ -> { }
        }
    }

    private static boolean isIntegerComparison(Alu alu) {
        return switch (alu.op()) {
            case IEQ, INE, ULT, ULE, SLT, SLE, UADD_CARRY, USUB_BORROW -> true;
            default -> false;
        };
    }

    /** Whether the bits of the result tell the bits of the operands. */
    private boolean passesOn(Inst definition) {
        return !(definition instanceof Alu alu) || switch (alu.op()) {
            case F_TO_S, F_TO_U, F_TO_S_ROUND_UP, F_TO_S_FLOOR, F_TO_SNORM16, F_TO_UNORM16, F_TO_BYTE, FREXP_EXP, CUBE_ID, FOEQ, FONE, FOLT,
                    FOLE, FOGT, FOGE, FUEQ, FUNE, FULT, FULE, FUGT, FUGE, FORD, FUNO, DIV_SCALE_FLAG -> false;
            case FSATURATE -> !module.floatMode().dx10Clamp();
            default -> true;
        };
    }

    private void add(List<Value> values) {
        for (Value value : values) {
            if (value instanceof Ssa ssa && seen.add(ssa)) {
                open.add(ssa);
            }
        }
    }
}
