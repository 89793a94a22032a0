package org.lierne.recompiler.core.tessellation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;

/** Fields of a word that was put together of parts, become the parts. */
final class PackedInputs {
    private final Map<Ssa, Inst> definitions;
    private final Linear.Reader reader;

    private PackedInputs(Map<Ssa, Inst> definitions) {
        this.definitions = definitions;
        this.reader = new Linear.Reader(definitions);
    }

    static void unpack(IrModule module) {
        boolean changed = true;
        while (changed) {
            PackedInputs packed = new PackedInputs(Cleanup.definitions(module));
            Map<Ssa, Value> parts = new HashMap<>();
            for (IrBlock block : module.blocks()) {
                for (Inst inst : block.instructions()) {
                    Value part = inst instanceof Alu alu && alu.result().type() == ScalarType.I32 ? packed.part(alu) : null;
                    if (part != null && inst.result() != null) {
                        parts.put(inst.result(), part);
                    }
                }
            }
            parts.values().removeIf(part -> part instanceof Ssa ssa && parts.containsKey(ssa));
            module.replace(parts);
            changed = !parts.isEmpty();
            Cleanup.removeDead(module);
        }
    }

    private @Nullable Value part(Alu alu) {
        if (alu.op() == AluOp.UBFE && alu.operand(1) instanceof Const start && alu.operand(2) instanceof Const width) {
            return field(alu.operand(0), (int) start.bits(), (1L << width.bits()) - 1);
        }
        if (alu.op() == AluOp.SHR_U && alu.operand(1) instanceof Const count) {
            return field(alu.operand(0), (int) count.bits(), 0xffffffffL >>> count.bits());
        }
        if (alu.op() != AluOp.AND) {
            return null;
        }
        Value other = alu.operand(0) instanceof Const ? alu.operand(1) : alu.operand(0);
        Value mask = other == alu.operand(0) ? alu.operand(1) : alu.operand(0);
        return mask instanceof Const constant ? field(other, 0, constant.bits() & 0xffffffffL) : null;
    }

    /** The value that the bits of {@code mask}, counted from {@code start}, are; null when it is none that exists. */
    private @Nullable Value field(Value value, int start, long mask) {
        if (start == 0 && (reader.ones(value) & ~mask) == 0) {
            return value;
        }
        if (!(value instanceof Ssa ssa) || !(definitions.get(ssa) instanceof Alu alu)) {
            return null;
        }
        if (alu.op() == AluOp.SHL && alu.operand(1) instanceof Const count && count.bits() <= start) {
            return field(alu.operand(0), start - (int) count.bits(), mask);
        }
        if (alu.op() != AluOp.OR) {
            return null;
        }
        long taken = mask << start;
        for (int i = 0; i < 2; i++) {
            if ((reader.ones(alu.operand(1 - i)) & taken) == 0) {
                return field(alu.operand(i), start, mask);
            }
        }
        return null;
    }
}
