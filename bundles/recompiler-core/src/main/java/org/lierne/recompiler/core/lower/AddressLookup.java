package org.lierne.recompiler.core.lower;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.AddressSpans;

/** Finds where the device has a guest address: a search by halves over the table of {@link AddressSpans}, without a branch. */
final class AddressLookup {
    private static final int ENTRY_BYTES = 4 * AddressSpans.ENTRY_WORDS;
    private static final int END = 8;
    private static final int STEP = 16;

    /**
     * What was found.
     *
     * @param device   address on the device, {@code i64}
     * @param isMapped whether all bytes lie in one span
     */
    record Found(Value device, Value isMapped) {}

    private final IrModule module;
    private final int spans;
    private final Pc pc;
    private final IrBlock.Editor at;

    /** @param spans the resource that is the table */
    AddressLookup(IrModule module, int spans, Pc pc, IrBlock.Editor at) {
        this.module = module;
        this.spans = spans;
        this.pc = pc;
        this.at = at;
    }

    /** @param address {@code i64} @param guard the lane looks; null for always */
    Found find(Value address, int bytes, @Nullable Value guard) {
        Value entry = Const.i32(0);
        for (int half = AddressSpans.COUNT / 2; half > 0; half /= 2) {
            Value probe = alu(ScalarType.I32, AluOp.IADD, entry, Const.i32(half * ENTRY_BYTES));
            Value isBefore = alu(ScalarType.B1, AluOp.ULE, field(probe, 0, guard), address);
            entry = alu(ScalarType.I32, AluOp.SELECT, isBefore, probe, entry);
        }
        Value end = field(entry, END, guard);
        Value last = alu(ScalarType.I64, AluOp.IADD, address, Const.i64(bytes - 1));
        Value isMapped = alu(ScalarType.B1, AluOp.AND, alu(ScalarType.B1, AluOp.ULT, address, end), alu(ScalarType.B1, AluOp.ULT, last, end));
        return new Found(alu(ScalarType.I64, AluOp.IADD, address, field(entry, STEP, guard)), isMapped);
    }

    private Value field(Value entry, int offset, @Nullable Value guard) {
        Ssa pair = module.fresh(Type.of(ScalarType.I32, 2));
        at.insertBefore(new GlobalAccess(pair, MemoryOp.LOAD, new Place.ResourceRef(spans),
                offset == 0 ? entry : alu(ScalarType.I32, AluOp.IADD, entry, Const.i32(offset)), GlobalAccess.Segment.GLOBAL, Element.dwords(2),
                false, List.of(), guard, pc));
        return alu(ScalarType.I64, AluOp.PACK_64, part(pair, 0), part(pair, 1));
    }

    Value part(Value pair, int index) {
        Ssa part = module.fresh(ScalarType.I32);
        at.insertBefore(new Extract(part, pair, index, pc));
        return part;
    }

    Value alu(ScalarType type, AluOp op, Value... operands) {
        Ssa result = module.fresh(type);
        at.insertBefore(new Alu(result, op, List.of(operands), pc));
        return result;
    }
}
