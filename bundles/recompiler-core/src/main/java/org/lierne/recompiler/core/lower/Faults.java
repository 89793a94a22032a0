package org.lierne.recompiler.core.lower;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.GlobalAccess;
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
final class Faults {
    private final IrModule module;

    Faults(IrModule module) {
        this.module = module;
    }

    /** @param guard the lane has the fault; null for always */
    void tell(int resource, DeviceFault fault, Value low, Value high, @Nullable Value guard, Pc pc, IrBlock.Editor at) {
        Ssa old = module.fresh(ScalarType.I32);
        at.insertBefore(access(resource, old, MemoryOp.CMPSWAP, 0, List.of(Const.i32(fault.code()), Const.i32(0)), guard, pc));
        Value first = alu(ScalarType.B1, AluOp.IEQ, List.of(old, Const.i32(0)), pc, at);
        at.insertBefore(access(resource, null, MemoryOp.STORE, 4, List.of(Const.i32(pc.byteOffset()), low, high),
                guard == null ? first : alu(ScalarType.B1, AluOp.AND, List.of(guard, first), pc, at), pc));
    }

    private static GlobalAccess access(int resource, @Nullable Ssa result, MemoryOp op, int offset, List<Value> data,
            @Nullable Value guard, Pc pc) {
        return new GlobalAccess(result, op, new Place.ResourceRef(resource), Const.i32(offset), GlobalAccess.Segment.GLOBAL,
                Element.dwords(op == MemoryOp.STORE ? data.size() : 1), true, data, guard, pc);
    }

    Value alu(ScalarType type, AluOp op, List<Value> operands, Pc pc, IrBlock.Editor at) {
        Ssa result = module.fresh(type);
        at.insertBefore(new Alu(result, op, operands, pc));
        return result;
    }
}
