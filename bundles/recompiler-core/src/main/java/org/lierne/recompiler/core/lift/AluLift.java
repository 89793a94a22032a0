package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.isa.DataType;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.FloatCondition;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.recompiler.isa.Form;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.isa.Operation;
import org.lierne.recompiler.isa.UniformSem;

/**
 * The instruction tables' semantics as IR. A word is {@code i32}, a long {@code i64}, a half an {@code i32} whose upper half is zero,
 * a truth {@code b1}. In the mask view of a scalar instruction its operands are lane masks, each one this lane's bit.
 */
final class AluLift extends UniformSem<Value> {
    /** DPP control dword, shifted right by eight: every lane reads itself; inactive lanes are read too. */
    private static final int QUAD_IDENTITY = 0xe4;
    private static final int FETCH_INACTIVE = 0x400;

    /** Operations that the IR has just so. */
    private static final Map<Operation, AluOp> SAME = new EnumMap<>(Map.ofEntries(
            same(Operation.ADD, AluOp.IADD), same(Operation.SUB, AluOp.ISUB), same(Operation.MUL, AluOp.IMUL),
            same(Operation.MUL_HIGH_UNSIGNED, AluOp.UMUL_HI), same(Operation.MUL_HIGH_SIGNED, AluOp.SMUL_HI),
            same(Operation.AND, AluOp.AND), same(Operation.OR, AluOp.OR), same(Operation.XOR, AluOp.XOR),
            same(Operation.NOT, AluOp.NOT), same(Operation.SHL, AluOp.SHL), same(Operation.LSHR, AluOp.SHR_U),
            same(Operation.ASHR, AluOp.SHR_S), same(Operation.SMIN, AluOp.SMIN), same(Operation.SMAX, AluOp.SMAX),
            same(Operation.UMIN, AluOp.UMIN), same(Operation.UMAX, AluOp.UMAX), same(Operation.EQ, AluOp.IEQ),
            same(Operation.SLT, AluOp.SLT), same(Operation.ULT, AluOp.ULT),
            same(Operation.BIT_COUNT, AluOp.BIT_COUNT), same(Operation.REVERSE, AluOp.BIT_REVERSE),
            same(Operation.LOWEST_BIT, AluOp.FIND_LSB), same(Operation.BOTH, AluOp.AND),
            same(Operation.EITHER, AluOp.OR), same(Operation.DIFFER, AluOp.XOR), same(Operation.NEGATE, AluOp.NOT),
            same(Operation.FADD, AluOp.FADD), same(Operation.FSUB, AluOp.FSUB), same(Operation.FMUL, AluOp.FMUL),
            same(Operation.FMUL_LEGACY, AluOp.FMUL_LEGACY), same(Operation.FFMA, AluOp.FMA),
            same(Operation.FMAD, AluOp.FMAD), same(Operation.FMAD_LEGACY, AluOp.FMAD_LEGACY),
            same(Operation.FMULLIT, AluOp.FMULLIT), same(Operation.FMIN, AluOp.FMIN),
            same(Operation.FMAX, AluOp.FMAX), same(Operation.FMIN3, AluOp.FMIN3), same(Operation.FMAX3, AluOp.FMAX3),
            same(Operation.FMED3, AluOp.FMED3), same(Operation.FCANONICAL, AluOp.FCANONICAL),
            same(Operation.FTRUNC, AluOp.FTRUNC), same(Operation.FCEIL, AluOp.FCEIL),
            same(Operation.FFLOOR, AluOp.FFLOOR), same(Operation.FRNDNE, AluOp.FRNDNE),
            same(Operation.FFRACT, AluOp.FFRACT), same(Operation.FRCP, AluOp.FRCP), same(Operation.FRSQ, AluOp.FRSQ),
            same(Operation.FSQRT, AluOp.FSQRT), same(Operation.FLOG, AluOp.FLOG2), same(Operation.FEXP, AluOp.FEXP2),
            same(Operation.FSIN, AluOp.FSIN), same(Operation.FCOS, AluOp.FCOS),
            same(Operation.FREXP_MANTISSA, AluOp.FREXP_MANT), same(Operation.FDIV_FIXUP, AluOp.DIV_FIXUP),
            same(Operation.FCUBE_ID, AluOp.CUBE_ID), same(Operation.FCUBE_S, AluOp.CUBE_SC),
            same(Operation.FCUBE_T, AluOp.CUBE_TC), same(Operation.FCUBE_MAJOR, AluOp.CUBE_MA),
            same(Operation.TO_SIGNED_ROUND_UP, AluOp.F_TO_S_ROUND_UP),
            same(Operation.TO_SIGNED_FLOOR, AluOp.F_TO_S_FLOOR), same(Operation.TO_BYTE, AluOp.F_TO_BYTE),
            same(Operation.TO_SIGNED, AluOp.F_TO_S), same(Operation.TO_UNSIGNED, AluOp.F_TO_U),
            same(Operation.TO_SNORM_16, AluOp.F_TO_SNORM16), same(Operation.TO_UNORM_16, AluOp.F_TO_UNORM16),
            same(Operation.FROM_SIGNED, AluOp.S_TO_F), same(Operation.FROM_UNSIGNED, AluOp.U_TO_F)));

    private final Lift lift;
    private final Emit emit;
    private final Registers registers;
    private final Decoded inst;
    private final boolean masks;
    /** Under an integer clamp sums, differences and products are longs, which hold them whole until {@link #limited}. */
    private final boolean exact;
    private final List<Runnable> writes = new ArrayList<>();
    private @Nullable Value dppValid;

    private static Map.Entry<Operation, AluOp> same(Operation operation, AluOp op) {
        return Map.entry(operation, op);
    }

    AluLift(Lift lift, Decoded inst, boolean masks) {
        this.lift = lift;
        this.emit = lift.emit();
        this.registers = lift.registers();
        this.inst = inst;
        this.masks = masks;
        this.exact = inst.clamp() && inst.row().is(Instruction.Trait.INTEGER_CLAMP);
    }

    /** Performs the definition; results are written when it has read all it needs. */
    void run() {
        if (exact && inst.destination(0).type().dwords(inst.waveSize()) > 1) {
            refuse("clamps integers of more than 32 bits");
        }
        Objects.requireNonNull(inst.row().semantics()).define(this);
        writes.forEach(Runnable::run);
    }

    private Value refuse(String what) {
        throw lift.refuse(inst, what);
    }

    // Operands.

    @Override
    public Value in(int i) {
        if (masks) {
            return maskOperand(inst.source(i));
        }
        Operand operand = inst.source(i);
        DataType type = operand.type();
        if (type == DataType.MASK) {
            return lift.word(operand);
        }
        boolean shared = i == 0 && (inst.form() == Form.DPP16 || inst.form() == Form.DPP8);
        Value value = shared ? dpp(ofAllLanes(operand))
                : type.dwords(inst.waveSize()) > 1 ? lift.wide(operand) : lift.word(operand);
        if (inst.form() == Form.SDWA) {
            value = part(value, inst.sourceSelect(i), inst.signExtended(i));
        }
        if (type.is16() && !(operand instanceof Operand.Constant)) {
            value = inst.opSel(i) ? emit.shiftRight(value, 16) : emit.and(value, Const.i32(0xffff));
        }
        FloatFormat format = type.isFloat() ? type.format() : null;
        if (format != null) {
            value = inst.abs(i) ? magnitude(format, value) : value;
            value = inst.neg(i) ? fneg(format, value) : value;
        }
        return value;
    }

    /** A word that other lanes may look at too. */
    private Value ofAllLanes(Operand operand) {
        return operand instanceof Operand.Vgpr vgpr ? registers.vgpr(vgpr.index()) : lift.word(operand);
    }

    private Value maskOperand(Operand operand) {
        return switch (operand) {
            case Operand.Sgpr sgpr -> registers.mask(sgpr.index());
            case Operand.Constant constant -> emit.wave(WaveOp.INVERSE_BALLOT, ScalarType.B1, 0, Const.i32((int) constant.bits()),
                    Const.i32((int) (constant.bits() >>> 32)));
            case Operand.Special _ -> {
                Value bits = lift.wide(operand);
                yield emit.wave(WaveOp.INVERSE_BALLOT, ScalarType.B1, 0, emit.low(bits), inst.waveSize() == 64 ? emit.high(bits) : Const.i32(0));
            }
            case Operand.Vgpr _, Operand.Attribute _, Operand.Parameter _, Operand.Target _, Operand.Off _,
                    Operand.VgprList _, Operand.MemoryOffset _ -> refuse("a lane mask from " + operand);
        };
    }

    private Value magnitude(FloatFormat format, Value value) {
        return switch (format) {
            case F16 -> emit.and(value, Const.i32(0x7fff));
            case F32 -> emit.and(value, Const.i32(0x7fffffff));
            case F64 -> emit.and(value, Const.i64(Long.MAX_VALUE));
        };
    }

    /** SDWA's selection: 0 to 3 a byte, 4 and 5 a half, 6 all. */
    private Value part(Value value, int select, boolean signed) {
        int start = select < 4 ? select * 8 : (select - 4) * 16;
        int width = select < 4 ? 8 : 16;
        return select >= 6 ? value
                : emit.alu(signed ? AluOp.SBFE : AluOp.UBFE, ScalarType.I32, value, Const.i32(start), Const.i32(width));
    }

    private Value dpp(Value value) {
        Value exec = registers.mask(Registers.EXEC);
        if (inst.form() == Form.DPP8) {
            int selectors = inst.word(1) >>> 8;
            return emit.wave(WaveOp.DPP8, ScalarType.I32, selectors, value, inst.fetchInactive() ? Const.TRUE : exec);
        }
        int control = inst.word(1) >>> 8;
        boolean allLanes = inst.rowMask() == 15 && inst.bankMask() == 15;
        if (!allLanes || !inst.boundControl()) {
            // A lane that is masked out, or has no source lane, does not write at all.
            int probe = inst.boundControl() ? control & ~0x5ff | FETCH_INACTIVE | QUAD_IDENTITY : control;
            Value writes = emit.wave(WaveOp.DPP16, ScalarType.I32, probe, Const.i32(1), Const.i32(0), exec);
            dppValid = emit.alu(AluOp.INE, ScalarType.B1, writes, Const.i32(0));
        }
        return emit.wave(WaveOp.DPP16, ScalarType.I32, control, value, value, exec);
    }

    @Override
    public Value inLow(int i) {
        Value word = lift.word(inst.source(i));
        Value half = inst.opSel(i) ? emit.shiftRight(word, 16) : emit.and(word, Const.i32(0xffff));
        return inst.neg(i) && isPackedFloat(i) ? fneg(FloatFormat.F16, half) : half;
    }

    @Override
    public Value inHigh(int i) {
        Value word = lift.word(inst.source(i));
        Value half = inst.opSelHigh(i) ? emit.shiftRight(word, 16) : emit.and(word, Const.i32(0xffff));
        return inst.negHigh(i) && isPackedFloat(i) ? fneg(FloatFormat.F16, half) : half;
    }

    private boolean isPackedFloat(int i) {
        return inst.source(i).type().format() == FloatFormat.F16;
    }

    @Override
    public Value inMix(int i) {
        Value word = lift.word(inst.source(i));
        if (inst.opSelHigh(i)) {
            Value half = inst.opSel(i) ? emit.shiftRight(word, 16) : emit.and(word, Const.i32(0xffff));
            word = fconvert(FloatFormat.F16, FloatFormat.F32, half);
        }
        word = inst.negHigh(i) ? magnitude(FloatFormat.F32, word) : word;
        return inst.neg(i) ? fneg(FloatFormat.F32, word) : word;
    }

    @Override
    public Value inMask(int i) {
        return maskOperand(inst.source(i));
    }

    @Override
    public Value old() {
        Operand operand = inst.destination(0);
        if (masks && operand instanceof Operand.Sgpr sgpr) {
            return registers.mask(sgpr.index());
        }
        if (operand.type().dwords(inst.waveSize()) > 1) {
            return lift.wide(operand);
        }
        Value word = lift.word(operand);
        return operand.type().is16() ? inst.opSel(3) ? emit.shiftRight(word, 16) : emit.and(word, Const.i32(0xffff)) : word;
    }

    @Override
    public void out(Value value) {
        out(0, value);
    }

    @Override
    public void out(int i, Value value) {
        Operand operand = inst.destination(i);
        DataType type = operand.type();
        if (operand instanceof Operand.Sgpr sgpr) {
            if (masks) {
                writes.add(() -> registers.setMask(sgpr.index(), value));
            } else {
                writes.add(() -> lift.setScalar(sgpr.index(), value));
            }
            return;
        }
        if (!(operand instanceof Operand.Vgpr vgpr)) {
            refuse("writes " + operand);
            return;
        }
        Value result = i == 0 ? modified(type, value) : value;
        if (result.type() == ScalarType.I64) {
            setVector(vgpr.index(), emit.low(result));
            setVector(vgpr.index() + 1, emit.high(result));
        } else if (inst.form() == Form.SDWA && i == 0) {
            setVector(vgpr.index(), inserted(result, registers.vgpr(vgpr.index())));
        } else if (type.is16()) {
            setVector(vgpr.index(), inst.opSel(3) ? withHigh(registers.vgpr(vgpr.index()), result)
                    : withLow(registers.vgpr(vgpr.index()), result));
        } else {
            setVector(vgpr.index(), result);
        }
    }

    /** Clamp and output modifier. */
    private Value modified(DataType type, Value value) {
        FloatFormat format = type.isFloat() ? type.format() : null;
        if (format == null) {
            return exact ? limited(type, value)
                    : inst.clamp() && !inst.row().is(Instruction.Trait.NO_MODIFIERS) ? refuse("clamps integers") : value;
        }
        Value result = value;
        if (inst.omod() != 0) {
            double factor = inst.omod() == 1 ? 2 : inst.omod() == 2 ? 4 : 0.5;
            Value constant = switch (format) {
                case F16 -> new Const(ScalarType.F16, Float.floatToFloat16((float) factor) & 0xffff);
                case F32 -> Const.f32((float) factor);
                case F64 -> new Const(ScalarType.F64, Double.doubleToRawLongBits(factor));
            };
            result = fromFloat(format, emit.alu(AluOp.FOMOD, float1(format), toFloat(format, result), constant));
        }
        return inst.clamp() ? saturated(format, result) : result;
    }

    /** An exact number brought into the range of its type: a word or half. */
    private Value limited(DataType type, Value value) {
        if (value.type() != ScalarType.I64) {
            return value;
        }
        int width = type.is16() || type.isPacked() ? 16 : 32;
        Const lowest = Const.i64(isSigned(type) ? -1L << width - 1 : 0);
        Const highest = Const.i64(isSigned(type) ? (1L << width - 1) - 1 : (1L << width) - 1);
        Value above = emit.select(emit.alu(AluOp.SLT, ScalarType.B1, highest, value), highest, value);
        Value result = emit.low(emit.select(emit.alu(AluOp.SLT, ScalarType.B1, value, lowest), lowest, above));
        return width == 16 ? emit.and(result, Const.i32(0xffff)) : result;
    }

    private static boolean isSigned(DataType type) {
        return type.isSigned() || type == DataType.PK_I16;
    }

    private Value saturated(FloatFormat format, Value value) {
        if (format == FloatFormat.F64 && !lift.program().state().floatMode().dx10Clamp()) {
            throw lift.refuse(inst, "clamps an f64 result without DX10_CLAMP, and what becomes of a NaN was not measured", "pass.float.clamp");
        }
        return fromFloat(format, emit.alu(AluOp.FSATURATE, float1(format), toFloat(format, value)));
    }

    private Value withLow(Value old, Value half) {
        return emit.or(emit.and(old, Const.i32(0xffff0000)), emit.and(half, Const.i32(0xffff)));
    }

    private Value withHigh(Value old, Value half) {
        return emit.or(emit.and(old, Const.i32(0xffff)), emit.shiftLeft(half, 16));
    }

    /** SDWA's destination: the part that is written, and what becomes of the rest. */
    private Value inserted(Value result, Value old) {
        int select = inst.destinationSelect();
        if (select >= 6) {
            return result;
        }
        int start = select < 4 ? select * 8 : (select - 4) * 16;
        int width = select < 4 ? 8 : 16;
        int mask = (width == 8 ? 0xff : 0xffff) << start;
        Value field = emit.shiftLeft(emit.and(result, Const.i32(mask >>> start)), start);
        return switch (inst.destinationUnused()) {
            case 0 -> field;
            case 1 -> emit.shiftLeft(emit.alu(AluOp.SBFE, ScalarType.I32, result, Const.i32(0), Const.i32(width)), start);
            default -> emit.or(emit.and(old, Const.i32(~mask)), field);
        };
    }

    private void setVector(int index, Value value) {
        writes.add(() -> lift.setVector(index, value, inst.row().is(Instruction.Trait.IGNORES_EXEC), dppValid));
    }

    @Override
    public void outMask(int i, Value truth) {
        if (inst.destination(i) instanceof Operand.Sgpr sgpr) {
            writes.add(() -> registers.setMask(sgpr.index(), emit.and(truth, active())));
        } else {
            refuse("writes a lane mask to " + inst.destination(i));
        }
    }

    @Override
    public void outExec(Value truth) {
        writes.add(() -> registers.setMask(Registers.EXEC, emit.and(truth, active())));
    }

    /** Whether this lane takes part: active, and given a source lane by DPP. */
    private Value active() {
        Value exec = registers.mask(Registers.EXEC);
        return dppValid == null ? exec : emit.and(exec, dppValid);
    }

    @Override
    public void outPacked(Value low, Value high) {
        Value first = packed(low);
        Value second = packed(high);
        Value both = emit.or(emit.and(first, Const.i32(0xffff)), emit.shiftLeft(second, 16));
        setVector(vgpr(0), inst.form() == Form.SDWA ? inserted(both, registers.vgpr(vgpr(0))) : both);
    }

    private Value packed(Value half) {
        if (exact) {
            return limited(inst.destination(0).type(), half);
        }
        if (inst.clamp() && inst.destination(0).type() != DataType.PK_F16) {
            return refuse("clamps packed integers");
        }
        if (inst.destination(0).type() == DataType.PK_F16 && emit.module().floatMode().round16() != 0) {
            return refuse("rounds packed halves in a direction, which is not measured (B-031)");
        }
        return inst.clamp() ? saturated(FloatFormat.F16, half) : half;
    }

    private int vgpr(int destination) {
        if (inst.destination(destination) instanceof Operand.Vgpr vgpr) {
            return vgpr.index();
        }
        throw lift.refuse(inst, "writes halves to " + inst.destination(destination));
    }

    @Override
    public void outLow(Value half) {
        Value value = inst.clamp() ? saturated(FloatFormat.F16, half) : half;
        setVector(vgpr(0), withLow(registers.vgpr(vgpr(0)), value));
    }

    @Override
    public void outHigh(Value half) {
        Value value = inst.clamp() ? saturated(FloatFormat.F16, half) : half;
        setVector(vgpr(0), withHigh(registers.vgpr(vgpr(0)), value));
    }

    @Override
    public Value inRelative(int i, Value offset) {
        return switch (inst.source(i)) {
            case Operand.Vgpr vgpr -> relativeVector(i, vgpr.index(), offset);
            case Operand.Sgpr sgpr when sgpr.type().dwords(inst.waveSize()) == 2 ->
                    lift.window().scalar(sgpr.index(), 2, offset, k -> emit.pack(registers.word(k), registers.word(k + 1)));
            case Operand.Sgpr sgpr -> lift.window().scalar(sgpr.index(), 1, offset, registers::word);
            case Operand.Constant _, Operand.Special _, Operand.Attribute _, Operand.Parameter _, Operand.Target _, Operand.Off _,
                    Operand.VgprList _, Operand.MemoryOffset _ -> refuse("addresses " + inst.source(i) + " through M0");
        };
    }

    private Value relativeVector(int i, int base, Value offset) {
        return switch (inst.form()) {
            case DPP16, DPP8 -> dpp(lift.window().vector(base, offset, registers::vgpr));
            case SDWA -> part(lift.window().vector(base, offset, lift::vgpr), inst.sourceSelect(i), inst.signExtended(i));
            default -> lift.window().vector(base, offset, lift::vgpr);
        };
    }

    @Override
    public void outRelative(Value offset, Value value) {
        switch (inst.destination(0)) {
            case Operand.Vgpr vgpr -> lift.window().eachVector(vgpr.index(), offset, (index, here) -> writes.add(() ->
                    lift.setVector(index, inst.form() == Form.SDWA ? inserted(value, registers.vgpr(index)) : value, false, both(here))));
            case Operand.Sgpr sgpr -> lift.window().eachScalar(sgpr.index(), sgpr.type().dwords(inst.waveSize()), offset, (index, here) ->
                    writes.add(() -> setRelativeScalar(index, here, value)));
            case Operand.Constant _, Operand.Special _, Operand.Attribute _, Operand.Parameter _, Operand.Target _, Operand.Off _,
                    Operand.VgprList _, Operand.MemoryOffset _ -> refuse("addresses " + inst.destination(0) + " through M0");
        }
    }

    private Value both(Value here) {
        return dppValid == null ? here : emit.and(here, dppValid);
    }

    private void setRelativeScalar(int index, Value here, Value value) {
        if (value.type() == ScalarType.I64) {
            registers.setWord(index, emit.select(here, emit.low(value), registers.word(index)));
            registers.setWord(index + 1, emit.select(here, emit.high(value), registers.word(index + 1)));
        } else {
            registers.setWord(index, emit.select(here, value, registers.word(index)));
        }
    }

    @Override
    public Value scc() {
        return registers.scc();
    }

    @Override
    public void scc(Value truth) {
        writes.add(() -> registers.setScc(truth));
    }

    @Override
    public Value vcc() {
        return registers.mask(Registers.VCC);
    }

    @Override
    public Value execLow() {
        return masks ? registers.mask(Registers.EXEC) : registers.word(Registers.EXEC);
    }

    @Override
    public Value execLong() {
        return masks ? registers.mask(Registers.EXEC)
                : emit.pack(registers.word(Registers.EXEC), registers.word(Registers.EXEC + 1));
    }

    @Override
    public void execLow(Value word) {
        if (masks) {
            writes.add(() -> registers.setMask(Registers.EXEC, word));
        } else {
            writes.add(() -> registers.setWord(Registers.EXEC, word));
        }
    }

    @Override
    public void execLong(Value value) {
        if (masks) {
            writes.add(() -> registers.setMask(Registers.EXEC, value));
        } else {
            writes.add(() -> lift.setScalar(Registers.EXEC, value));
        }
    }

    @Override
    public Value m0() {
        return registers.word(Registers.M0);
    }

    @Override
    public Value laneId() {
        return emit.wave(WaveOp.LANE_ID, ScalarType.I32, 0);
    }

    // Constants.

    @Override
    public Value word(int value) {
        return Const.i32(value);
    }

    @Override
    public Value wide(long value) {
        return Const.i64(value);
    }

    @Override
    public Value truth(boolean value) {
        return Const.b1(value);
    }

    // Words and longs.

    @Override
    protected Value integer(Operation operation, List<Value> operands) {
        AluOp op = Objects.requireNonNull(SAME.get(operation), operation::name);
        Value[] values = exact ? exact(operation, operands) : operands.toArray(Value[]::new);
        boolean truths = op.shape() == AluOp.Shape.SAME_BITS || op.shape() == AluOp.Shape.COMPARE_BITS;
        if (!truths && operands.stream().anyMatch(value -> value.type() == ScalarType.B1)) {
            return refuse("takes a lane mask for a number (" + op.word() + ")");
        }
        return switch (op.shape()) {
            case COMPARE_INT, COMPARE_BITS -> emit.alu(op, ScalarType.B1, values);
            case TO_I32 -> emit.alu(op, ScalarType.I32, values);
            default -> emit.alu(op, values[0].type(), values);
        };
    }

    /** Longs for what may leave the range of a word, words for all else. */
    private Value[] exact(Operation operation, List<Value> operands) {
        boolean wide = operation == Operation.ADD || operation == Operation.SUB || operation == Operation.MUL;
        return operands.stream()
                .map(value -> wide ? widened(value) : value.type() == ScalarType.I64 ? emit.low(value) : value)
                .toArray(Value[]::new);
    }

    private Value widened(Value value) {
        return value.type() != ScalarType.I32 ? value
                : isSigned(inst.destination(0).type()) ? widenSigned(value) : widenUnsigned(value);
    }

    /** Bitwise, on words, longs and, in the mask view, masks. */
    private Value bitwise(AluOp op, Value a, Value b) {
        return emit.alu(op, a.type(), a, a.type() == ScalarType.B1 && b instanceof Const constant
                ? Const.b1(constant.bits() != 0) : b);
    }

    @Override
    public Value eq(Value a, Value b) {
        if (a.type() == ScalarType.B1) {
            Value differ = bitwise(AluOp.XOR, a, b);
            return emit.not(emit.wave(WaveOp.ANY, ScalarType.B1, 0, differ));
        }
        return super.eq(a, b);
    }

    @Override
    public Value eq64(Value a, Value b) {
        return eq(a, b);
    }

    @Override
    public Value wholeQuads(Value a) {
        return masks ? emit.wave(WaveOp.QUAD_ANY, ScalarType.B1, 0, a) : super.wholeQuads(a);
    }

    @Override
    public Value wholeQuads64(Value a) {
        return masks ? wholeQuads(a) : super.wholeQuads64(a);
    }

    @Override
    public Value leadingZeros(Value a) {
        Value zeros = sub(Const.i32(31), emit.alu(AluOp.FIND_MSB, ScalarType.I32, a));
        return emit.select(eq(a, Const.i32(0)), Const.i32(-1), zeros);
    }

    @Override
    public Value signExtend8(Value a) {
        return emit.alu(AluOp.SBFE, ScalarType.I32, a, Const.i32(0), Const.i32(8));
    }

    @Override
    public Value signExtend16(Value a) {
        return emit.alu(AluOp.SBFE, ScalarType.I32, a, Const.i32(0), Const.i32(16));
    }

    @Override
    public Value extractUnsigned(Value a, Value offset, Value width) {
        if (fits(offset, width)) {
            return emit.alu(AluOp.UBFE, ScalarType.I32, a, offset, width);
        }
        return emit.and(lshr(a, offset), emit.not(shl(Const.i32(-1), width)));
    }

    @Override
    public Value extractSigned(Value a, Value offset, Value width) {
        if (fits(offset, width)) {
            return emit.alu(AluOp.SBFE, ScalarType.I32, a, offset, width);
        }
        // Bits past the top are copies of the topmost one.
        Value field = emit.and(ashr(a, offset), emit.not(shl(Const.i32(-1), width)));
        Value sign = shl(Const.i32(1), sub(width, Const.i32(1)));
        return emit.select(eq(width, Const.i32(0)), Const.i32(0), sub(xor(field, sign), sign));
    }

    private static boolean fits(Value offset, Value width) {
        return offset instanceof Const start && width instanceof Const size && size.bits() > 0 && start.bits() + size.bits() <= 32;
    }

    @Override
    public Value bitCount64(Value a) {
        return add(bitCount(low(a)), bitCount(high(a)));
    }

    @Override
    public Value reverse64(Value a) {
        return pair(reverse(high(a)), reverse(low(a)));
    }

    @Override
    public Value lowestBit64(Value a) {
        Value upper = lowestBit(high(a));
        Value above = emit.select(eq(high(a), Const.i32(0)), Const.i32(-1), add(upper, Const.i32(32)));
        return emit.select(eq(low(a), Const.i32(0)), above, lowestBit(low(a)));
    }

    @Override
    public Value leadingZeros64(Value a) {
        Value below = emit.select(eq(low(a), Const.i32(0)), Const.i32(-1), add(leadingZeros(low(a)), Const.i32(32)));
        return emit.select(eq(high(a), Const.i32(0)), below, leadingZeros(high(a)));
    }

    @Override
    public Value low(Value a) {
        return emit.low(a);
    }

    @Override
    public Value high(Value a) {
        return emit.high(a);
    }

    @Override
    public Value pair(Value low, Value high) {
        return emit.pack(low, high);
    }

    @Override
    public Value widenUnsigned(Value a) {
        return emit.pack(a, Const.i32(0));
    }

    @Override
    public Value widenSigned(Value a) {
        return emit.pack(a, ashr(a, Const.i32(31)));
    }

    @Override
    public Value mulWideUnsigned(Value a, Value b) {
        return emit.pack(mul(a, b), mulHighUnsigned(a, b));
    }

    @Override
    public Value mulWideSigned(Value a, Value b) {
        return emit.pack(mul(a, b), mulHighSigned(a, b));
    }

    @Override
    public Value select(Value truth, Value a, Value b) {
        boolean mixed = exact && a.type() != b.type();
        return emit.select(truth, mixed ? widened(a) : a, mixed ? widened(b) : b);
    }

    // Floats.

    private static ScalarType float1(FloatFormat format) {
        return switch (format) {
            case F16 -> ScalarType.F16;
            case F32 -> ScalarType.F32;
            case F64 -> ScalarType.F64;
        };
    }

    private Value toFloat(FloatFormat format, Value bits) {
        return format == FloatFormat.F16
                ? emit.bitcast(emit.alu(AluOp.TRUNCATE, ScalarType.I16, bits), ScalarType.F16)
                : emit.bitcast(bits, float1(format));
    }

    private Value fromFloat(FloatFormat format, Value value) {
        return switch (format) {
            case F16 -> emit.alu(AluOp.ZERO_EXTEND, ScalarType.I32, emit.bitcast(value, ScalarType.I16));
            case F32 -> emit.bitcast(value, ScalarType.I32);
            case F64 -> emit.bitcast(value, ScalarType.I64);
        };
    }

    @Override
    protected Value real(Operation operation, FloatFormat format, List<Value> operands) {
        AluOp op = Objects.requireNonNull(SAME.get(operation), operation::name);
        return switch (operation) {
            case FROM_SIGNED, FROM_UNSIGNED -> fromFloat(format, emit.alu(op, float1(format), format == FloatFormat.F16
                    ? half(operands.getFirst()) : operands.getFirst()));
            case TO_SIGNED, TO_UNSIGNED -> toInteger(op, format == FloatFormat.F16, floats(format, operands));
            case TO_SNORM_16, TO_UNORM_16 -> toInteger(op, true, floats(format, operands));
            case TO_SIGNED_ROUND_UP, TO_SIGNED_FLOOR, TO_BYTE -> toInteger(op, false, floats(format, operands));
            default -> fromFloat(format, emit.alu(op, float1(format), floats(format, operands)));
        };
    }

    private Value[] floats(FloatFormat format, List<Value> operands) {
        return operands.stream().map(bits -> toFloat(format, bits)).toArray(Value[]::new);
    }

    /** A word, or a half in one. */
    private Value toInteger(AluOp op, boolean half, Value... operands) {
        return half ? emit.alu(AluOp.ZERO_EXTEND, ScalarType.I32, emit.alu(op, ScalarType.I16, operands))
                : emit.alu(op, ScalarType.I32, operands);
    }

    @Override
    public Value fcompare(FloatFormat f, FloatCondition condition, Value a, Value b) {
        AluOp op = switch (condition) {
            case F, TRU -> null;
            case LT -> AluOp.FOLT;
            case EQ -> AluOp.FOEQ;
            case LE -> AluOp.FOLE;
            case GT -> AluOp.FOGT;
            case LG -> AluOp.FONE;
            case GE -> AluOp.FOGE;
            case O -> AluOp.FORD;
            case U -> AluOp.FUNO;
            case NGE -> AluOp.FULT;
            case NLG -> AluOp.FUEQ;
            case NGT -> AluOp.FULE;
            case NLE -> AluOp.FUGT;
            case NEQ -> AluOp.FUNE;
            case NLT -> AluOp.FUGE;
        };
        return op == null ? Const.b1(condition == FloatCondition.TRU)
                : emit.alu(op, ScalarType.B1, toFloat(f, a), toFloat(f, b));
    }

    @Override
    public Value fclass(FloatFormat f, Value a, Value classes) {
        ScalarType type = f == FloatFormat.F64 ? ScalarType.I64 : ScalarType.I32;
        long infinity = (1L << f.bits() - 1) - (1L << f.mantissaBits());
        Value negative = emit.alu(AluOp.INE, ScalarType.B1,
                emit.and(a, new Const(type, 1L << f.bits() - 1)), new Const(type, 0));
        Value size = magnitude(f, a);
        Value nan = emit.alu(AluOp.ULT, ScalarType.B1, new Const(type, infinity), size);
        Value quiet = emit.alu(AluOp.INE, ScalarType.B1,
                emit.and(a, new Const(type, 1L << f.mantissaBits() - 1)), new Const(type, 0));
        Value infinite = emit.alu(AluOp.IEQ, ScalarType.B1, size, new Const(type, infinity));
        Value zero = emit.alu(AluOp.IEQ, ScalarType.B1, size, new Const(type, 0));
        Value denormal = emit.alu(AluOp.ULT, ScalarType.B1, size, new Const(type, 1L << f.mantissaBits()));
        Value number = emit.select(denormal, choose(negative, 4, 7), choose(negative, 3, 8));
        number = emit.select(zero, choose(negative, 5, 6), number);
        number = emit.select(infinite, choose(negative, 2, 9), number);
        number = emit.select(nan, choose(quiet, 1, 0), number);
        return emit.alu(AluOp.INE, ScalarType.B1, emit.and(lshr(classes, number), Const.i32(1)), Const.i32(0));
    }

    private Value choose(Value truth, int whenTrue, int whenFalse) {
        return emit.select(truth, Const.i32(whenTrue), Const.i32(whenFalse));
    }

    @Override
    public Value fldexp(FloatFormat f, Value a, Value by) {
        Value exponent = f == FloatFormat.F16 ? signExtend16(by) : by;
        return fromFloat(f, emit.alu(AluOp.FLDEXP, float1(f), toFloat(f, a), exponent));
    }

    @Override
    public Value frexpExponent(FloatFormat f, Value a) {
        Value exponent = emit.alu(AluOp.FREXP_EXP, ScalarType.I32, toFloat(f, a));
        return f == FloatFormat.F16 ? emit.and(exponent, Const.i32(0xffff)) : exponent;
    }

    @Override
    public Value fdivScale(FloatFormat f, Value a, Value denominator, Value numerator) {
        Value value = toFloat(f, a);
        Value below = toFloat(f, denominator);
        Value above = toFloat(f, numerator);
        outMask(1, emit.alu(AluOp.DIV_SCALE_FLAG, ScalarType.B1, below, above, value));
        return fromFloat(f, emit.alu(AluOp.DIV_SCALE, float1(f), below, above, value));
    }

    @Override
    public Value fdivFmas(FloatFormat f, Value a, Value b, Value c) {
        return fromFloat(f, emit.alu(AluOp.DIV_FMAS, float1(f), toFloat(f, a), toFloat(f, b), toFloat(f, c), vcc()));
    }

    @Override
    public Value ftrigPreop(Value a, Value segment) {
        return fromFloat(FloatFormat.F64, emit.alu(AluOp.FTRIG_PREOP, ScalarType.F64, toFloat(FloatFormat.F64, a), segment));
    }

    @Override
    public Value fdot2(Value aLow, Value aHigh, Value bLow, Value bHigh, Value c) {
        return refuse("half dot products are not translated");
    }

    @Override
    public Value fconvert(FloatFormat from, FloatFormat to, Value a) {
        return fromFloat(to, emit.alu(AluOp.F_TO_F, float1(to), toFloat(from, a)));
    }

    @Override
    public Value fconvertToHalfTowardZero(Value a) {
        return fromFloat(FloatFormat.F16, emit.alu(AluOp.F_TO_F_RTZ, ScalarType.F16, toFloat(FloatFormat.F32, a)));
    }

    private Value half(Value word) {
        return emit.alu(AluOp.TRUNCATE, ScalarType.I16, word);
    }

    private Value fneg(FloatFormat f, Value a) {
        return switch (f) {
            case F16 -> emit.alu(AluOp.XOR, ScalarType.I32, a, Const.i32(0x8000));
            case F32 -> emit.alu(AluOp.XOR, ScalarType.I32, a, Const.i32(0x80000000));
            case F64 -> emit.alu(AluOp.XOR, ScalarType.I64, a, Const.i64(Long.MIN_VALUE));
        };
    }

    @Override
    public Value fmixToHalf(Value a, Value b, Value c) {
        Value sum = emit.alu(AluOp.FMIX_TO_HALF, ScalarType.F16, toFloat(FloatFormat.F32, a), toFloat(FloatFormat.F32, b),
                toFloat(FloatFormat.F32, c));
        return fromFloat(FloatFormat.F16, sum);
    }

    @Override
    public Value inDword(int i, int k) {
        return switch (inst.source(i)) {
            case Operand.Vgpr vgpr -> lift.vgpr(vgpr.index() + k);
            case Operand.Sgpr sgpr -> registers.word(sgpr.index() + k);
            case Operand.Constant constant -> Const.i32(k == 0 ? (int) constant.bits() : k == 1 ? (int) (constant.bits() >>> 32) : 0);
            case Operand.Special _, Operand.Attribute _, Operand.Parameter _, Operand.Target _, Operand.Off _,
                    Operand.VgprList _, Operand.MemoryOffset _ -> refuse("reads dwords of " + inst.source(i));
        };
    }

    @Override
    public void outDword(int k, Value word) {
        switch (inst.destination(0)) {
            case Operand.Vgpr vgpr -> setVector(vgpr.index() + k, word);
            case Operand.Sgpr sgpr -> writes.add(() -> registers.setWord(sgpr.index() + k, word));
            case Operand.Constant _, Operand.Special _, Operand.Attribute _, Operand.Parameter _, Operand.Target _,
                    Operand.Off _, Operand.VgprList _, Operand.MemoryOffset _ -> refuse("writes dwords of " + inst.destination(0));
        }
    }

    @Override
    public void swap(int i, Value from, Value to) {
        if (!(inst.source(i) instanceof Operand.Vgpr source) || !(inst.destination(0) instanceof Operand.Vgpr destination)) {
            refuse("swaps what is no vector register");
            return;
        }
        if (!inst.row().is(Instruction.Trait.RELATIVE)) {
            Value first = registers.vgpr(source.index());
            Value second = registers.vgpr(destination.index());
            setVector(destination.index(), first);
            setVector(source.index(), second);
            return;
        }
        RelativeWindow window = lift.window();
        Value inside = emit.and(window.holds(source.index(), from), window.holds(destination.index(), to));
        Value first = window.vector(source.index(), from, lift::vgpr);
        Value second = window.vector(destination.index(), to, lift::vgpr);
        window.eachVector(destination.index(), to, (index, here) ->
                writes.add(() -> lift.setVector(index, first, false, emit.and(here, inside))));
        window.eachVector(source.index(), from, (index, here) ->
                writes.add(() -> lift.setVector(index, second, false, emit.and(here, inside))));
    }

    // Lanes.

    @Override
    public Value readLane(int i, Value lane) {
        return emit.wave(WaveOp.READ_LANE, ScalarType.I32, 0, ofAllLanes(inst.source(i)), lane);
    }

    @Override
    public Value readFirstLane(int i) {
        return emit.wave(WaveOp.READ_FIRST_LANE, ScalarType.I32, 0, ofAllLanes(inst.source(i)), registers.mask(Registers.EXEC));
    }

    @Override
    public void writeLane(Value value, Value lane) {
        int index = vgpr(0);
        Value changed = emit.wave(WaveOp.WRITE_LANE, ScalarType.I32, 0, registers.vgpr(index), value, lane);
        writes.add(() -> registers.setVgpr(index, changed));
    }

    @Override
    public void permuteRow(int i, Value selectLow, Value selectHigh, boolean across) {
        int flags = (inst.opSel(0) ? 1 : 0) | (inst.opSel(1) ? 2 : 0);
        Value result = emit.wave(across ? WaveOp.PERMLANEX16 : WaveOp.PERMLANE16, ScalarType.I32, flags,
                ofAllLanes(inst.source(i)), selectLow, selectHigh, registers.vgpr(vgpr(0)), registers.mask(Registers.EXEC));
        setVector(vgpr(0), result);
    }
}
