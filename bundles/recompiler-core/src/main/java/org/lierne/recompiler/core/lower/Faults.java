package org.lierne.recompiler.core.lower;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.DeviceFault;

/** Writes code that tells a fault into the words of {@link DeviceFault}, if it is the first one. */
public final class Faults {
    private final IrModule module;

    public Faults(IrModule module) {
        this.module = module;
    }

    void tell(int resource, DeviceFault fault, Value low, Value high, @Nullable Value guard, Pc pc, IrBlock.Editor at) {
        tell(resource, fault, low, high, guard, pc, at::insertBefore);
    }

    /**
     * Tells a fault.
     *
     * @param resource the fault words
     * @param low      word 2
     * @param high     word 3
     * @param guard    the lane has the fault; null for always
     * @param to       takes the instructions
     */
    public void tell(int resource, DeviceFault fault, Value low, Value high, @Nullable Value guard, Pc pc, Consumer<Inst> to) {
        Ssa old = module.fresh(ScalarType.I32);
        to.accept(access(resource, old, MemoryOp.CMPSWAP, 0, List.of(Const.i32(fault.code()), Const.i32(0)), guard, pc));
        Value first = alu(ScalarType.B1, AluOp.IEQ, List.of(old, Const.i32(0)), pc, to);
        to.accept(access(resource, null, MemoryOp.STORE, 4, List.of(Const.i32(pc.byteOffset()), low, high),
                guard == null ? first : alu(ScalarType.B1, AluOp.AND, List.of(guard, first), pc, to), pc));
    }

    private static GlobalAccess access(int resource, @Nullable Ssa result, MemoryOp op, int offset, List<Value> data,
            @Nullable Value guard, Pc pc) {
        return new GlobalAccess(result, op, new Place.ResourceRef(resource), Const.i32(offset), GlobalAccess.Segment.GLOBAL,
                Element.dwords(op == MemoryOp.STORE ? data.size() : 1), true, data, guard, pc);
    }

    Value alu(ScalarType type, AluOp op, List<Value> operands, Pc pc, IrBlock.Editor at) {
        return alu(type, op, operands, pc, at::insertBefore);
    }

    private Value alu(ScalarType type, AluOp op, List<Value> operands, Pc pc, Consumer<Inst> to) {
        Ssa result = module.fresh(type);
        to.accept(new Alu(result, op, operands, pc));
        return result;
    }
}
