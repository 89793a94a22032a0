package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;

/**
 * Loads and stores of LDS by flat addresses, which take their bytes wherever they lie (rule B-004): a load that reaches into another dword is
 * put together from both, a store is done by bytes. Modules see LDS as dwords.
 */
final class BytesOfLds {
    private static final int DWORD = 32;

    private final IrModule module;
    private final LdsAccess access;
    private final IrBlock.Editor at;
    private final Value address;
    private final Value low;
    private final Value isApart;

    private BytesOfLds(IrModule module, LdsAccess access, IrBlock.Editor at) {
        this.module = module;
        this.access = access;
        this.at = at;
        this.address = alu(ScalarType.I32, AluOp.IADD, access.address(), Const.i32(access.offsetBytes()));
        this.low = alu(ScalarType.I32, AluOp.AND, address, Const.i32(3));
        this.isApart = access.element().bits() == DWORD ? alu(ScalarType.B1, AluOp.INE, low, Const.i32(0))
                : alu(ScalarType.B1, AluOp.IEQ, low, Const.i32(3));
    }

    /** What to put in the place of a load or store; other accesses, and those that are known to lie within dwords, stay as they are. */
    static Inst of(IrModule module, LdsAccess access, IrBlock.Editor at) {
        int bytes = Math.min(access.element().bits(), DWORD) / 8;
        boolean isWithin = access.address() instanceof Const constant && ((int) constant.bits() + access.offsetBytes() & 3) + bytes <= 4;
        if (access.op() != MemoryOp.LOAD && access.op() != MemoryOp.STORE || bytes == 1 || isWithin) {
            return access;
        }
        BytesOfLds of = new BytesOfLds(module, access, at);
        return access.op() == MemoryOp.LOAD ? of.load() : of.store();
    }

    private Inst load() {
        Ssa result = Objects.requireNonNull(access.result());
        Value base = alu(ScalarType.I32, AluOp.AND, address, Const.i32(-4));
        int count = access.element().bits() * access.element().count() / DWORD;
        List<Value> words = new ArrayList<>();
        for (int i = 0; i <= Math.max(1, count); i++) {
            boolean isBehind = i == Math.max(1, count);
            Ssa word = module.fresh(ScalarType.I32);
            at.insertBefore(new LdsAccess(word, MemoryOp.LOAD, base, 4 * i, Element.dwords(1), List.of(), isBehind ? guardedBy(isApart) : access.guard(),
                    access.pc()));
            words.add(word);
        }
        List<Value> parts = new ArrayList<>();
        for (int i = 0; i + 1 < words.size(); i++) {
            parts.add(narrow(joined(words.get(i), words.get(i + 1))));
        }
        return parts.size() == 1 ? new Alu(result, AluOp.BITCAST, parts, access.pc()) : new Construct(result, parts, access.pc());
    }

    /** The dword from the first byte on. */
    private Value joined(Value word, Value next) {
        Value shift = alu(ScalarType.I32, AluOp.SHL, low, Const.i32(3));
        Value rest = alu(ScalarType.I32, AluOp.ISUB, Const.i32(DWORD), shift);
        Value both = alu(ScalarType.I32, AluOp.OR, alu(ScalarType.I32, AluOp.SHR_U, word, shift), alu(ScalarType.I32, AluOp.SHL, next, rest));
        return alu(ScalarType.I32, AluOp.SELECT, alu(ScalarType.B1, AluOp.IEQ, low, Const.i32(0)), word, both);
    }

    private Value narrow(Value word) {
        int bits = access.element().bits();
        return bits >= DWORD ? word : alu(ScalarType.I32, access.element().signed() ? AluOp.SBFE : AluOp.UBFE, word, Const.i32(0), Const.i32(bits));
    }

    private Inst store() {
        int bytes = access.element().bits() / 8 * access.element().count();
        for (int i = 0; i < bytes; i++) {
            Value word = access.data().get(i / 4);
            Value value = i % 4 == 0 ? word : alu(ScalarType.I32, AluOp.SHR_U, word, Const.i32(8 * (i % 4)));
            at.insertBefore(new LdsAccess(null, MemoryOp.STORE, address, i, new Element(8, 1, false, Element.Form.RAW), List.of(value),
                    guardedBy(isApart), access.pc()));
        }
        Value isWhole = alu(ScalarType.B1, AluOp.IEQ, isApart, Const.FALSE);
        return new LdsAccess(null, MemoryOp.STORE, access.address(), access.offsetBytes(), access.element(), access.data(), guardedBy(isWhole),
                access.pc());
    }

    private Value guardedBy(Value condition) {
        @Nullable Value guard = access.guard();
        return guard == null ? condition : alu(ScalarType.B1, AluOp.AND, guard, condition);
    }

    private Value alu(ScalarType type, AluOp op, Value... operands) {
        Ssa result = module.fresh(type);
        at.insertBefore(new Alu(result, op, List.of(operands), access.pc()));
        return result;
    }
}
