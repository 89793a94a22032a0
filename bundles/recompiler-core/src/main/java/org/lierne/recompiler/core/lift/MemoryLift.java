package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect.Lds;
import org.lierne.recompiler.isa.Effect.Memory;
import org.lierne.recompiler.isa.Encoding;

/** Scalar, buffer, flat and LDS instructions. Field letters are those of {@link Encoding}. */
final class MemoryLift {
    private final Lift lift;
    private final Emit emit;
    private final Registers registers;

    private static final String ATOMICS = "lds.atomics";
    private static final String ORDERED_COUNT = "gds.ordered-count";

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
                format, d16, inst.field('g') != 0, stored, guard, emit.pc()));
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
    private List<Value> data(int first, int dwords, boolean high) {
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
    private Value halves(Value loaded, Value old, boolean high) {
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
                inst.field('g') != 0, stored, lift.guard(), emit.pc()));
        if (result != null) {
            loaded(result, inst.field('d'), access);
        }
    }

    // LDS.

    void lift(Decoded inst, Lds access) {
        if (inst.field('g') != 0) {
            throw lift.refuse(inst, "global data share is not translated",
                    access.action() == Lds.Action.ORDERED_COUNT ? ORDERED_COUNT : null);
        }
        int low = inst.field('i');
        int high = inst.field('j');
        int offset = low | high << 8;
        int dwords = access.bits() / 32;
        switch (access.action()) {
            case READ -> read(inst, offset, element(access, false), 0);
            case READ_SIGNED -> read(inst, offset, element(access, true), 0);
            case READ2 -> readTwo(inst, low, high, access.bits() / 8, dwords);
            case READ2ST64 -> readTwo(inst, low, high, access.bits() * 8, dwords);
            case WRITE -> write(address(inst), offset, element(access, false), data(inst.field('b'), Math.max(1, dwords), false));
            case WRITE_D16_HIGH -> write(address(inst), offset, element(access, false), data(inst.field('b'), 1, true));
            case WRITE2 -> writeTwo(inst, low, high, access.bits() / 8, dwords);
            case WRITE2ST64 -> writeTwo(inst, low, high, access.bits() * 8, dwords);
            case READ_D16 -> readHalf(inst, offset, element(access, false), false);
            case READ_D16_HIGH -> readHalf(inst, offset, element(access, false), true);
            case READ_SIGNED_D16 -> readHalf(inst, offset, element(access, true), false);
            case READ_SIGNED_D16_HIGH -> readHalf(inst, offset, element(access, true), true);
            case ADD -> atomic(inst, access, MemoryOp.ADD, offset);
            case SUB -> atomic(inst, access, MemoryOp.SUB, offset);
            case RSUB -> atomic(inst, access, MemoryOp.RSUB, offset);
            case INC -> atomic(inst, access, MemoryOp.INC, offset);
            case DEC -> atomic(inst, access, MemoryOp.DEC, offset);
            case MIN_I -> atomic(inst, access, MemoryOp.SMIN, offset);
            case MAX_I -> atomic(inst, access, MemoryOp.SMAX, offset);
            case MIN_U -> atomic(inst, access, MemoryOp.UMIN, offset);
            case MAX_U -> atomic(inst, access, MemoryOp.UMAX, offset);
            case AND -> atomic(inst, access, MemoryOp.AND, offset);
            case OR -> atomic(inst, access, MemoryOp.OR, offset);
            case XOR -> atomic(inst, access, MemoryOp.XOR, offset);
            case EXCHANGE -> atomic(inst, access, MemoryOp.SWAP, offset);
            case CMPST -> atomic(inst, access, MemoryOp.CMPSWAP, offset);
            case CMPST_F -> atomic(inst, access, MemoryOp.FCMPSWAP, offset);
            case MSKOR -> atomic(inst, access, MemoryOp.MSKOR, offset);
            case WRAP -> atomic(inst, access, MemoryOp.WRAP, offset);
            case EXCHANGE2 -> exchangeTwo(inst, low, high, access.bits() / 8, dwords);
            case EXCHANGE2ST64 -> exchangeTwo(inst, low, high, access.bits() * 8, dwords);
            case CONDXCHG -> exchangeWhereMarked(inst, offset);
            case APPEND -> count(inst, MemoryOp.ADD, offset);
            case CONSUME -> count(inst, MemoryOp.SUB, offset);
            case READ_ADDTID -> lift.setVector(inst.field('d'), load(threadAddress(), offset, Element.dwords(1)));
            case WRITE_ADDTID -> write(threadAddress(), offset, Element.dwords(1), data(inst.field('b'), 1, false));
            case ADD_SRC2 -> fromLds(inst, access, MemoryOp.ADD);
            case SUB_SRC2 -> fromLds(inst, access, MemoryOp.SUB);
            case RSUB_SRC2 -> fromLds(inst, access, MemoryOp.RSUB);
            case INC_SRC2 -> fromLds(inst, access, MemoryOp.INC);
            case DEC_SRC2 -> fromLds(inst, access, MemoryOp.DEC);
            case MIN_I_SRC2 -> fromLds(inst, access, MemoryOp.SMIN);
            case MAX_I_SRC2 -> fromLds(inst, access, MemoryOp.SMAX);
            case MIN_U_SRC2 -> fromLds(inst, access, MemoryOp.UMIN);
            case MAX_U_SRC2 -> fromLds(inst, access, MemoryOp.UMAX);
            case AND_SRC2 -> fromLds(inst, access, MemoryOp.AND);
            case OR_SRC2 -> fromLds(inst, access, MemoryOp.OR);
            case XOR_SRC2 -> fromLds(inst, access, MemoryOp.XOR);
            case WRITE_SRC2 -> fromLds(inst, access, MemoryOp.SWAP);
            case ADD_F -> atomic(inst, access, MemoryOp.FADD, offset);
            case MIN_F -> atomic(inst, access, MemoryOp.FMIN, offset);
            case MAX_F -> atomic(inst, access, MemoryOp.FMAX, offset);
            case SWIZZLE -> cross(inst, emit.wave(WaveOp.DS_SWIZZLE, ScalarType.I32, offset, registers.vgpr(inst.field('a')),
                    exec()));
            case PERMUTE -> cross(inst, emit.wave(WaveOp.DS_PERMUTE, ScalarType.I32, offset, registers.vgpr(inst.field('b')),
                    lift.vgpr(inst.field('a')), exec()));
            case BPERMUTE -> cross(inst, emit.wave(WaveOp.DS_BPERMUTE, ScalarType.I32, offset, registers.vgpr(inst.field('b')),
                    lift.vgpr(inst.field('a')), exec()));
            case NOP -> { }
            case MIN_F_SRC2, MAX_F_SRC2, ADD_F_SRC2 ->
                    throw lift.refuse(inst, "takes a float from LDS, and how that is flushed was not measured", ATOMICS);
            case ORDERED_COUNT, GWS -> throw lift.refuse(inst, "is not translated");
        }
    }

    private Value exec() {
        return registers.mask(Registers.EXEC);
    }

    private void cross(Decoded inst, Value value) {
        lift.setVector(inst.field('d'), value);
    }

    private static Element element(Lds access, boolean signed) {
        return access.bits() < 32 ? new Element(access.bits(), 1, signed, Element.Form.RAW) : Element.dwords(access.bits() / 32);
    }

    private Value address(Decoded inst) {
        return lift.vgpr(inst.field('a'));
    }

    private Ssa load(Value address, int offset, Element element) {
        Ssa result = emit.fresh(Type.of(ScalarType.I32, element.bits() < 32 ? 1 : element.count()));
        emit.add(new LdsAccess(result, MemoryOp.LOAD, address, offset, element, List.of(), null, emit.pc()));
        return result;
    }

    private void read(Decoded inst, int offset, Element element, int skip) {
        Ssa result = load(address(inst), offset, element);
        for (int i = 0; i < result.type().size(); i++) {
            lift.setVector(inst.field('d') + skip + i, emit.extract(result, i));
        }
    }

    private void readTwo(Decoded inst, int first, int second, int scaleBytes, int dwords) {
        Ssa a = load(address(inst), first * scaleBytes, Element.dwords(dwords));
        Ssa b = load(address(inst), second * scaleBytes, Element.dwords(dwords));
        for (int i = 0; i < dwords; i++) {
            lift.setVector(inst.field('d') + i, emit.extract(a, i));
        }
        for (int i = 0; i < dwords; i++) {
            lift.setVector(inst.field('d') + dwords + i, emit.extract(b, i));
        }
    }

    private void readHalf(Decoded inst, int offset, Element element, boolean high) {
        Ssa result = load(address(inst), offset, element);
        lift.setVector(inst.field('d'), halves(result, registers.vgpr(inst.field('d')), high));
    }

    private void write(Value address, int offset, Element element, List<Value> data) {
        emit.add(new LdsAccess(null, MemoryOp.STORE, address, offset, element, data, lift.guard(), emit.pc()));
    }

    private void writeTwo(Decoded inst, int first, int second, int scaleBytes, int dwords) {
        write(address(inst), first * scaleBytes, Element.dwords(dwords), data(inst.field('b'), dwords, false));
        write(address(inst), second * scaleBytes, Element.dwords(dwords), data(inst.field('c'), dwords, false));
    }

    private void atomic(Decoded inst, Lds access, MemoryOp op, int offset) {
        int dwords = access.bits() / 32;
        List<Value> data = new ArrayList<>(data(inst.field('b'), dwords, false));
        if (op == MemoryOp.CMPSWAP || op == MemoryOp.FCMPSWAP || op == MemoryOp.MSKOR || op == MemoryOp.WRAP) {
            data.addAll(data(inst.field('c'), dwords, false));
        }
        Ssa result = access.returns() ? emit.fresh(Type.of(ScalarType.I32, dwords)) : null;
        emit.add(new LdsAccess(result, op, address(inst), offset, whole(dwords), data, lift.guard(), emit.pc()));
        if (result != null) {
            returned(inst, 0, result);
        }
    }

    /** One element of an atomic: a word, or two as one. */
    private static Element whole(int dwords) {
        return dwords == 2 ? new Element(64, 1, false, Element.Form.RAW) : Element.dwords(1);
    }

    private void returned(Decoded inst, int skip, Ssa old) {
        for (int i = 0; i < old.type().size(); i++) {
            lift.setVector(inst.field('d') + skip + i, emit.extract(old, i));
        }
    }

    /** Rule A-057: each lane's first exchange, then its second. */
    private void exchangeTwo(Decoded inst, int first, int second, int scaleBytes, int dwords) {
        if (first == second) {
            throw lift.refuse(inst, "exchanges twice with one place, which lanes would have to do in turn", "lds.atomics.exchange2");
        }
        Ssa a = exchange(inst, first * scaleBytes, data(inst.field('b'), dwords, false));
        Ssa b = exchange(inst, second * scaleBytes, data(inst.field('c'), dwords, false));
        returned(inst, 0, a);
        returned(inst, dwords, b);
    }

    private Ssa exchange(Decoded inst, int offset, List<Value> data) {
        Ssa old = emit.fresh(Type.of(ScalarType.I32, data.size()));
        emit.add(new LdsAccess(old, MemoryOp.SWAP, address(inst), offset, whole(data.size()), data, lift.guard(), emit.pc()));
        return old;
    }

    /** Rule A-058: two words, one after the other; sixteen bits of address, whose lowest three are dropped. */
    private void exchangeWhereMarked(Decoded inst, int offset) {
        Value address = emit.and(emit.add(address(inst), Const.i32(offset)), Const.i32(0xfff8));
        List<Value> data = data(inst.field('b'), 2, false);
        Ssa[] old = new Ssa[2];
        for (int i = 0; i < 2; i++) {
            old[i] = emit.fresh(ScalarType.I32);
            emit.add(new LdsAccess(old[i], MemoryOp.CONDXCHG, address, 4 * i, Element.dwords(1), List.of(data.get(i)), lift.guard(),
                    emit.pc()));
        }
        returned(inst, 0, old[0]);
        returned(inst, 1, old[1]);
    }

    /** The number of active lanes is added or taken by the first of them, and all get the count before. */
    private void count(Decoded inst, MemoryOp op, int offset) {
        Value lanes = emit.alu(AluOp.BIT_COUNT, ScalarType.I32, emit.wave(WaveOp.BALLOT_WORD, ScalarType.I32, 0, exec()));
        if (lift.program().waveSize() == 64) {
            lanes = emit.add(lanes,
                    emit.alu(AluOp.BIT_COUNT, ScalarType.I32, emit.wave(WaveOp.BALLOT_WORD, ScalarType.I32, 1, exec())));
        }
        Value below = emit.wave(WaveOp.COUNT_BELOW, ScalarType.I32, 0, exec(), exec());
        Value first = emit.and(exec(), emit.alu(AluOp.IEQ, ScalarType.B1, below, Const.i32(0)));
        Ssa old = emit.fresh(ScalarType.I32);
        emit.add(new LdsAccess(old, op, lowHalf(registers.word(Registers.M0)), offset, Element.dwords(1), List.of(lanes), first,
                emit.pc()));
        lift.setVector(inst.field('d'), emit.wave(WaveOp.READ_FIRST_LANE, ScalarType.I32, 0, old, exec()));
    }

    private Value lowHalf(Value word) {
        return emit.and(word, Const.i32(0xffff));
    }

    /** Documented: RDNA 2 ISA, "DS_READ_ADDTID_B32": the low half of M0, and four bytes a lane. */
    private Value threadAddress() {
        return emit.add(lowHalf(registers.word(Registers.M0)),
                emit.shiftLeft(emit.wave(WaveOp.LANE_ID, ScalarType.I32, 0), 2));
    }

    /** Rule C-032: the operand lies in LDS, a signed 15-bit number of words away; the two accesses are not one step. */
    private void fromLds(Decoded inst, Lds access, MemoryOp op) {
        if ((inst.field('j') & 0x80) != 0 || access.bits() == 64) {
            throw lift.refuse(inst, access.bits() == 64 ? "takes 64 bits from LDS, and the unit of its distance is not documented"
                    : "takes the distance from its address, and how is not documented", ATOMICS);
        }
        int words = (inst.field('j') << 8 | inst.field('i')) << 17 >> 17;
        Ssa operand = load(address(inst), 4 * words, Element.dwords(1));
        emit.add(new LdsAccess(null, op, address(inst), 0, Element.dwords(1), List.of(operand), lift.guard(), emit.pc()));
    }
}
