package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect.Memory;
import org.lierne.recompiler.isa.Encoding;

/** Scalar, buffer and flat instructions. Field letters are those of {@link Encoding}. */
final class MemoryLift {
    private final Lift lift;
    private final Emit emit;
    private final Registers registers;

    MemoryLift(Lift lift) {
        this.lift = lift;
        this.emit = lift.emit();
        this.registers = lift.registers();
    }

    void lift(Decoded inst, Memory access) {
        switch (access.space()) {
            case SCALAR, SCALAR_BUFFER -> scalar(inst, access);
            case SCALAR_SCRATCH -> throw lift.refuse(inst, "scalar scratch is not translated");
            case BUFFER, TYPED_BUFFER -> buffer(inst, access);
            case FLAT, GLOBAL, SCRATCH -> flat(inst, access);
        }
    }

    // Scalar loads.

    private void scalar(Decoded inst, Memory access) {
        if (access.action() != Memory.Action.LOAD) {
            throw lift.refuse(inst, "scalar stores and atomics are not translated");
        }
        int base = inst.field('a') * 2;
        Place place = access.space() == Memory.Space.SCALAR
                ? new Place.Address(emit.pack(registers.word(base), registers.word(base + 1)))
                : new Place.DescriptorWords(lift.descriptor(base, 4));
        Value offset = registers.word(inst.field('s'));
        int constant = inst.field('i') << 11 >> 11;
        List<Value> loaded = new ArrayList<>();
        for (int i = 0; i < access.dwords(); i++) {
            Ssa result = emit.fresh(ScalarType.I32);
            emit.add(new ScalarLoad(result, place, offset, constant + 4 * i, emit.pc()));
            loaded.add(result);
        }
        for (int i = 0; i < loaded.size(); i++) {
            registers.setWord(inst.field('d') + i, loaded.get(i));
        }
    }

    /** GLC or DLC: what others write meanwhile is to be seen (rule C-031). */
    private static boolean isCoherent(Decoded inst) {
        return inst.flag('g') || inst.flag('l');
    }

    // Buffers.

    private void buffer(Decoded inst, Memory access) {
        if (inst.flag('L')) {
            throw lift.refuse(inst, "loads from a buffer straight into LDS are not translated");
        }
        if (inst.field('t') != 0) {
            throw lift.refuse(inst, "asks for a residency status (tfe), which is not translated for buffers");
        }
        int address = inst.field('a');
        int data = inst.field('d');
        boolean indexed = inst.field('x') != 0;
        boolean offset = inst.field('f') != 0;
        Value index = indexed ? lift.vgpr(address) : null;
        Value byteOffset = offset ? lift.vgpr(indexed ? address + 1 : address) : null;
        Place place = new Place.DescriptorWords(lift.descriptor(inst.field('r') * 4, 4));
        MemoryOp op = op(access.action());
        boolean d16 = access.element() == Memory.Element.FORMAT_D16;
        Element element = element(access);
        boolean returns = access.action() == Memory.Action.LOAD || access.action().isAtomic() && inst.field('g') != 0;
        int format = access.space() == Memory.Space.TYPED_BUFFER ? inst.field('F') : 0;
        int resultDwords = resultDwords(access);
        List<Value> stored = access.action() == Memory.Action.LOAD ? List.of() : data(data, access.dwords(), access.high());
        Ssa result = returns ? emit.fresh(Type.of(ScalarType.I32, resultDwords)) : null;
        Value guard = access.action() == Memory.Action.LOAD ? null : lift.guard();
        emit.add(new BufferAccess(result, op, place, index, byteOffset, lift.scalarSource(inst.field('c')), inst.field('i'), element,
                format, d16, isCoherent(inst), stored, guard, emit.pc()));
        if (result != null) {
            loaded(result, data, access);
        }
    }

    /** Registers that come back: what a load fills, or one element of an atomic (half of a compare-and-swap's data). */
    private static int resultDwords(Memory access) {
        return switch (access.action()) {
            case CMPSWAP, FCMPSWAP -> access.dwords() / 2;
            default -> access.dwords();
        };
    }

    private static MemoryOp op(Memory.Action action) {
        return switch (action) {
            case LOAD -> MemoryOp.LOAD;
            case STORE -> MemoryOp.STORE;
            case SWAP -> MemoryOp.SWAP;
            case CMPSWAP -> MemoryOp.CMPSWAP;
            case ADD -> MemoryOp.ADD;
            case SUB -> MemoryOp.SUB;
            case SMIN -> MemoryOp.SMIN;
            case UMIN -> MemoryOp.UMIN;
            case SMAX -> MemoryOp.SMAX;
            case UMAX -> MemoryOp.UMAX;
            case AND -> MemoryOp.AND;
            case OR -> MemoryOp.OR;
            case XOR -> MemoryOp.XOR;
            case INC -> MemoryOp.INC;
            case DEC -> MemoryOp.DEC;
            case FCMPSWAP -> MemoryOp.FCMPSWAP;
            case FMIN -> MemoryOp.FMIN;
            case FMAX -> MemoryOp.FMAX;
        };
    }

    private static Element element(Memory access) {
        Memory.Element element = access.element();
        boolean typed = access.space() == Memory.Space.TYPED_BUFFER;
        if (element == null) {
            return access.action().isAtomic() && resultDwords(access) == 2
                    ? new Element(64, 1, false, Element.Form.RAW) : Element.dwords(access.dwords());
        }
        return switch (element) {
            case UBYTE, UBYTE_D16 -> new Element(8, 1, false, Element.Form.RAW);
            case SBYTE, SBYTE_D16 -> new Element(8, 1, true, Element.Form.RAW);
            case USHORT, SHORT_D16 -> new Element(16, 1, false, Element.Form.RAW);
            case SSHORT -> new Element(16, 1, true, Element.Form.RAW);
            case FORMAT, FORMAT_D16 -> new Element(32, access.channels(), false,
                    typed ? Element.Form.INSTRUCTION_FORMAT : Element.Form.DESCRIPTOR_FORMAT);
        };
    }

    /** Data registers of a store or atomic; the upper half of the first for the {@code _hi} forms. */
    List<Value> data(int first, int dwords, boolean high) {
        List<Value> all = new ArrayList<>(dwords);
        for (int i = 0; i < dwords; i++) {
            Value word = lift.vgpr(first + i);
            all.add(high ? emit.shiftRight(word, 16) : word);
        }
        return all;
    }

    /** Puts what a load or atomic gave into its registers. */
    private void loaded(Ssa result, int first, Memory access) {
        for (int i = 0; i < result.type().size(); i++) {
            Value word = emit.extract(result, i);
            lift.setVector(first + i, isHalf(access.element()) ? halves(word, registers.vgpr(first + i), access.high()) : word);
        }
    }

    private static boolean isHalf(Memory.@Nullable Element element) {
        return element == Memory.Element.UBYTE_D16 || element == Memory.Element.SBYTE_D16
                || element == Memory.Element.SHORT_D16;
    }

    /** One half loaded, the other kept. */
    Value halves(Value loaded, Value old, boolean high) {
        return high ? emit.or(emit.and(old, Const.i32(0xffff)), emit.shiftLeft(loaded, 16))
                : emit.or(emit.and(old, Const.i32(0xffff0000)), emit.and(loaded, Const.i32(0xffff)));
    }

    // Flat, global, scratch.

    private void flat(Decoded inst, Memory access) {
        GlobalAccess.Segment segment = switch (access.space()) {
            case FLAT -> GlobalAccess.Segment.FLAT;
            case GLOBAL -> GlobalAccess.Segment.GLOBAL;
            default -> throw lift.refuse(inst, "scratch memory is not translated");
        };
        int constant = inst.field('i') << 20 >> 20;
        int scalar = inst.field('c');
        Value address;
        if (segment == GlobalAccess.Segment.GLOBAL && scalar != Registers.NULL) {
            address = emit.alu(AluOp.IADD, ScalarType.I64, emit.pack(registers.word(scalar), registers.word(scalar + 1)),
                    emit.pack(lift.vgpr(inst.field('a')), Const.i32(0)));
        } else {
            address = emit.pack(lift.vgpr(inst.field('a')), lift.vgpr(inst.field('a') + 1));
        }
        boolean load = access.action() == Memory.Action.LOAD;
        boolean returns = load || access.action().isAtomic() && inst.field('g') != 0;
        Ssa result = returns ? emit.fresh(Type.of(ScalarType.I32, resultDwords(access))) : null;
        List<Value> stored = load ? List.of() : data(inst.field('b'), access.dwords(), access.high());
        emit.add(new GlobalAccess(result, op(access.action()), new Place.Address(address),
                Const.i64(segment == GlobalAccess.Segment.FLAT ? constant & 0x7ff : constant), segment, element(access),
                isCoherent(inst), stored, lift.guard(), emit.pc()));
        if (result != null) {
            loaded(result, inst.field('d'), access);
        }
    }
}
