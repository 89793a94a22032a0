package org.lierne.recompiler.ir;

import java.util.List;
import java.util.Map;

/** Copies of instructions that define other values and read other values. */
public final class Renaming {
    private Renaming() {
    }

    /**
     * The same instruction on other values.
     *
     * @param names what each value becomes, the one that the instruction defines included; values not named stay
     */
    public static Inst of(Inst inst, Map<Ssa, Value> names) {
        List<Value> operands = inst.operands().stream().map(each -> of(each, names)).toList();
        Inst reading = inst.withOperands(operands);
        return inst.result() != null && names.get(inst.result()) instanceof Ssa changed ? withResult(reading, changed) : reading;
    }

    /** The value that {@code value} becomes. */
    public static Value of(Value value, Map<Ssa, Value> names) {
        return value instanceof Ssa ssa ? names.getOrDefault(ssa, ssa) : value;
    }

    private static Inst withResult(Inst inst, Ssa result) {
        return switch (inst) {
            case Alu it -> new Alu(result, it.op(), it.operands(), it.pc());
            case Construct it -> new Construct(result, it.operands(), it.pc());
            case Extract it -> new Extract(result, it.vector(), it.index(), it.pc());
            case Phi it -> new Phi(result, it.incoming(), it.pc());
            case Input it -> new Input(result, it.input(), it.pc());
            case UserData it -> new UserData(result, it.dword(), it.pc());
            case HostWord it -> new HostWord(result, it.source(), it.pc());
            case Wave it -> new Wave(result, it.op(), it.operands(), it.immediate(), it.pc());
            case ScalarLoad it -> new ScalarLoad(result, it.place(), it.offset(), it.offsetBytes(), it.pc());
            case BufferAccess it -> new BufferAccess(result, it.op(), it.buffer(), it.index(), it.offset(), it.scalarOffset(),
                    it.offsetBytes(), it.element(), it.format(), it.d16(), it.coherent(), it.data(), it.guard(), it.pc());
            case GlobalAccess it -> new GlobalAccess(result, it.op(), it.place(), it.offset(), it.segment(), it.element(), it.coherent(),
                    it.data(), it.guard(), it.pc());
            case LdsAccess it -> new LdsAccess(result, it.op(), it.address(), it.offsetBytes(), it.element(), it.data(), it.guard(),
                    it.pc());
            case ImageAccess it -> new ImageAccess(result, it.op(), it.image(), it.sampler(), it.dim(), it.dmask(), it.flags(), it.format(),
                    it.address(), it.data(), it.guard(), it.pc());
            case Interp it -> new Interp(result, it.op(), it.attribute(), it.channel(), it.high(), it.weight(), it.partial(), it.pc());
            case AttributeLoad it -> new AttributeLoad(result, it.attribute(), it.channel(), it.mode(), it.half(), it.high(), it.offsetX(),
                    it.offsetY(), it.pc());
            case PatchAccess it -> new PatchAccess(result, it.storage(), it.point(), it.location(), it.component(), it.data(), it.guard(), it.pc());
            case Clock it -> new Clock(result, it.realTime(), it.pc());
            case Export _, Barrier _ -> inst;
        };
    }
}
