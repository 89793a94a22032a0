package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect.Lds;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.program.ShaderResource;

/**
 * Instructions of the data shares: the local one, LDS, and with the field {@code gds} the global one, which is a resource that all
 * programs have in common. Field letters are those of {@link Encoding}.
 */
final class DataShareLift {
    private static final String ATOMICS = "lds.atomics";
    private static final String CONDITIONAL_EXCHANGE = "lds.atomics.condxchg";
    private static final String ORDERED_COUNT = "gds.ordered-count";
    /** Fields of an ordered count's second offset (rule C-033). */
    private static final int SWAP = 1 << 4;
    private static final int MORE_DWORDS = 3 << 6;

    private final Lift lift;
    private final Emit emit;
    private final Registers registers;
    private final MemoryLift memory;

    DataShareLift(Lift lift, MemoryLift memory) {
        this.lift = lift;
        this.emit = lift.emit();
        this.registers = lift.registers();
        this.memory = memory;
    }

    void lift(Decoded inst, Lds access) {
        int low = inst.field('i');
        int high = inst.field('j');
        int offset = low | high << 8;
        int dwords = access.bits() / 32;
        switch (access.action()) {
            case READ -> read(inst, offset, element(access, false), 0);
            case READ_SIGNED -> read(inst, offset, element(access, true), 0);
            case READ2 -> readTwo(inst, low, high, access.bits() / 8, dwords);
            case READ2ST64 -> readTwo(inst, low, high, access.bits() * 8, dwords);
            case WRITE -> write(inst, address(inst), offset, element(access, false), memory.data(inst.field('b'), Math.max(1, dwords), false));
            case WRITE_D16_HIGH -> write(inst, address(inst), offset, element(access, false), memory.data(inst.field('b'), 1, true));
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
            case READ_ADDTID -> lift.setVector(inst.field('d'), load(inst, threadAddress(inst), offset, Element.dwords(1)));
            case WRITE_ADDTID -> write(inst, threadAddress(inst), offset, Element.dwords(1), memory.data(inst.field('b'), 1, false));
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
            case ORDERED_COUNT -> orderedCount(inst, low, high);
            case GWS -> throw lift.refuse(inst, "global wave sync is not translated");
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

    private Ssa load(Decoded inst, Value address, int offset, Element element) {
        Ssa result = emit.fresh(Type.of(ScalarType.I32, element.bits() < 32 ? 1 : element.count()));
        access(inst, result, MemoryOp.LOAD, address, offset, element, List.of(), null);
        return result;
    }

    /** @param data of an operation with two operands LDS's order: what is compared, cleared or taken first */
    private void access(Decoded inst, @Nullable Ssa result, MemoryOp op, Value address, int offset, Element element, List<Value> data,
            @Nullable Value guard) {
        if (inst.field('g') == 0) {
            emit.add(new LdsAccess(result, op, address, offset, element, data, guard, emit.pc()));
            return;
        }
        List<Value> ordered = new ArrayList<>(data);
        if (op.isAtomic() && 32 * data.size() > element.bits()) {
            Collections.rotate(ordered, data.size() / 2);
        }
        emit.add(new GlobalAccess(result, op, new Place.ResourceRef(globalShare()), emit.add(address, Const.i32(offset)),
                GlobalAccess.Segment.GLOBAL, element, true, ordered, guard, emit.pc()));
    }

    private int globalShare() {
        return lift.ownResource(ShaderResource.Kind.GLOBAL_SHARE, true).index();
    }

    private void read(Decoded inst, int offset, Element element, int skip) {
        Ssa result = load(inst, address(inst), offset, element);
        for (int i = 0; i < result.type().size(); i++) {
            lift.setVector(inst.field('d') + skip + i, emit.extract(result, i));
        }
    }

    private void readTwo(Decoded inst, int first, int second, int scaleBytes, int dwords) {
        Ssa a = load(inst, address(inst), first * scaleBytes, Element.dwords(dwords));
        Ssa b = load(inst, address(inst), second * scaleBytes, Element.dwords(dwords));
        for (int i = 0; i < dwords; i++) {
            lift.setVector(inst.field('d') + i, emit.extract(a, i));
        }
        for (int i = 0; i < dwords; i++) {
            lift.setVector(inst.field('d') + dwords + i, emit.extract(b, i));
        }
    }

    private void readHalf(Decoded inst, int offset, Element element, boolean high) {
        Ssa result = load(inst, address(inst), offset, element);
        lift.setVector(inst.field('d'), memory.halves(result, registers.vgpr(inst.field('d')), high));
    }

    private void write(Decoded inst, Value address, int offset, Element element, List<Value> data) {
        access(inst, null, MemoryOp.STORE, address, offset, element, data, lift.guard());
    }

    private void writeTwo(Decoded inst, int first, int second, int scaleBytes, int dwords) {
        write(inst, address(inst), first * scaleBytes, Element.dwords(dwords), memory.data(inst.field('b'), dwords, false));
        write(inst, address(inst), second * scaleBytes, Element.dwords(dwords), memory.data(inst.field('c'), dwords, false));
    }

    private void atomic(Decoded inst, Lds access, MemoryOp op, int offset) {
        int dwords = access.bits() / 32;
        List<Value> data = new ArrayList<>(memory.data(inst.field('b'), dwords, false));
        if (op == MemoryOp.CMPSWAP || op == MemoryOp.FCMPSWAP || op == MemoryOp.MSKOR || op == MemoryOp.WRAP) {
            data.addAll(memory.data(inst.field('c'), dwords, false));
        }
        Ssa result = access.returns() ? emit.fresh(Type.of(ScalarType.I32, dwords)) : null;
        access(inst, result, op, address(inst), offset, whole(dwords), data, lift.guard());
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
        Ssa a = exchange(inst, first * scaleBytes, memory.data(inst.field('b'), dwords, false));
        Ssa b = exchange(inst, second * scaleBytes, memory.data(inst.field('c'), dwords, false));
        returned(inst, 0, a);
        returned(inst, dwords, b);
    }

    private Ssa exchange(Decoded inst, int offset, List<Value> data) {
        Ssa old = emit.fresh(Type.of(ScalarType.I32, data.size()));
        access(inst, old, MemoryOp.SWAP, address(inst), offset, whole(data.size()), data, lift.guard());
        return old;
    }

    /** Rule A-058: two words, one after the other; sixteen bits of address, whose lowest three are dropped. */
    private void exchangeWhereMarked(Decoded inst, int offset) {
        if (inst.field('g') != 0) {
            throw lift.refuse(inst, "exchanges in the global data share, which was not measured", CONDITIONAL_EXCHANGE);
        }
        Value address = emit.and(emit.add(address(inst), Const.i32(offset)), Const.i32(0xfff8));
        List<Value> data = memory.data(inst.field('b'), 2, false);
        Ssa[] old = new Ssa[2];
        for (int i = 0; i < 2; i++) {
            old[i] = emit.fresh(ScalarType.I32);
            access(inst, old[i], MemoryOp.CONDXCHG, address, 4 * i, Element.dwords(1), List.of(data.get(i)), lift.guard());
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
        Value m0 = registers.word(Registers.M0);
        byFirstLane(inst, op, inst.field('g') == 0 ? lowHalf(m0) : emit.shiftRight(m0, 16), offset, lanes);
    }

    /**
     * Rule C-033: the first active lane's value is added to a counter, or exchanged with it, once a wave; all lanes get what was there
     * before. M0 tells the wave's turn alone.
     */
    private void orderedCount(Decoded inst, int offset, int control) {
        if (inst.field('g') == 0) {
            throw lift.refuse(inst, "counts in order in LDS, which has no such counter", ORDERED_COUNT);
        }
        if ((control & MORE_DWORDS) != 0) {
            throw lift.refuse(inst, "counts in order with more than one dword", ORDERED_COUNT);
        }
        Value value = emit.wave(WaveOp.READ_FIRST_LANE, ScalarType.I32, 0, address(inst), exec());
        byFirstLane(inst, (control & SWAP) != 0 ? MemoryOp.ORDERED_SWAP : MemoryOp.ORDERED_ADD, Const.i32(0), offset, value);
    }

    private void byFirstLane(Decoded inst, MemoryOp op, Value address, int offset, Value operand) {
        Value below = emit.wave(WaveOp.COUNT_BELOW, ScalarType.I32, 0, exec(), exec());
        Value first = emit.and(exec(), emit.alu(AluOp.IEQ, ScalarType.B1, below, Const.i32(0)));
        Ssa old = emit.fresh(ScalarType.I32);
        access(inst, old, op, address, offset, Element.dwords(1), List.of(operand), first);
        lift.setVector(inst.field('d'), emit.wave(WaveOp.READ_FIRST_LANE, ScalarType.I32, 0, old, exec()));
    }

    private Value lowHalf(Value word) {
        return emit.and(word, Const.i32(0xffff));
    }

    /** Documented: RDNA 2 ISA, "DS_READ_ADDTID_B32": the low half of M0, and four bytes a lane. */
    private Value threadAddress(Decoded inst) {
        if (inst.field('g') != 0) {
            throw lift.refuse(inst, "addresses the global data share by its lane, and how is not documented");
        }
        return emit.add(lowHalf(registers.word(Registers.M0)),
                emit.shiftLeft(emit.wave(WaveOp.LANE_ID, ScalarType.I32, 0), 2));
    }

    /** Rule C-032: the operand lies in LDS, a signed 15-bit number of words away; the two accesses are not one step. */
    private void fromLds(Decoded inst, Lds access, MemoryOp op) {
        if (inst.field('g') != 0) {
            throw lift.refuse(inst, "takes its operand from the global data share, and how is not documented", ATOMICS);
        }
        if ((inst.field('j') & 0x80) != 0 || access.bits() == 64) {
            throw lift.refuse(inst, access.bits() == 64 ? "takes 64 bits from LDS, and the unit of its distance is not documented"
                    : "takes the distance from its address, and how is not documented", ATOMICS);
        }
        int words = (inst.field('j') << 8 | inst.field('i')) << 17 >> 17;
        Ssa operand = load(inst, address(inst), 4 * words, Element.dwords(1));
        access(inst, null, op, address(inst), 0, Element.dwords(1), List.of(operand), lift.guard());
    }
}
