package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.FloatMode;

/**
 * Arithmetic. Each operation gives what its IR description says for every input; where the host's instruction leaves an input open
 * (conversions out of range, shifts by the width), the gap is closed here.
 */
final class AluEmitter {
    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final BitUses uses;
    private final Derivatives derivatives;
    private final Divisions divisions;
    private final SegmentsOfTwoOverPi segments;

    AluEmitter(Emission emission) {
        this.uses = new BitUses(emission.ir);
        this.derivatives = new Derivatives(emission.ir);
        this.divisions = new Divisions(emission.ir);
        this.segments = new SegmentsOfTwoOverPi(emission.code, emission.module);
        this.emission = emission;
        this.code = emission.code;
        this.module = emission.module;
    }

    void emit(Alu alu) {
        emission.bind(alu.result(), result(alu));
    }

    private int result(Alu alu) {
        Type type = alu.result().type();
        int t = emission.type(type);
        int a = emission.value(alu.operand(0));
        int b = alu.op().arity() > 1 ? emission.value(alu.operand(1)) : 0;
        int c = alu.op().arity() > 2 ? emission.value(alu.operand(2)) : 0;
        ScalarType in = alu.operand(0).type().component();
        return switch (alu.op()) {
            case IADD -> code.op(OpIAdd, t, a, b);
            case ISUB -> code.op(OpISub, t, a, b);
            case IMUL -> code.op(OpIMul, t, a, b);
            case UMUL_HI -> high(OpUMulExtended, t, a, b);
            case SMUL_HI -> high(OpSMulExtended, t, a, b);
            case UDIV -> code.op(OpUDiv, t, a, b);
            case UMOD -> code.op(OpUMod, t, a, b);
            case INEG -> code.op(OpSNegate, t, a);
            case IABS -> code.glsl(Spv.Glsl.SAbs, t, a);
            case AND -> in == ScalarType.B1 ? code.op(OpLogicalAnd, t, a, b) : code.op(OpBitwiseAnd, t, a, b);
            case OR -> in == ScalarType.B1 ? code.op(OpLogicalOr, t, a, b) : code.op(OpBitwiseOr, t, a, b);
            case XOR -> in == ScalarType.B1 ? code.op(OpLogicalNotEqual, t, a, b) : code.op(OpBitwiseXor, t, a, b);
            case NOT -> in == ScalarType.B1 ? code.op(OpLogicalNot, t, a) : code.op(OpNot, t, a);
            case SHL -> code.op(OpShiftLeftLogical, t, a, count(alu, in));
            case SHR_U -> code.op(OpShiftRightLogical, t, a, count(alu, in));
            case SHR_S -> code.op(OpShiftRightArithmetic, t, a, count(alu, in));
            case UMIN -> code.glsl(Spv.Glsl.UMin, t, a, b);
            case UMAX -> code.glsl(Spv.Glsl.UMax, t, a, b);
            case SMIN -> code.glsl(Spv.Glsl.SMin, t, a, b);
            case SMAX -> code.glsl(Spv.Glsl.SMax, t, a, b);
            case UBFE -> in == ScalarType.I32 ? code.op(OpBitFieldUExtract, t, a, b, c) : wideField(in, t, OpShiftRightLogical, a, b, c);
            case SBFE -> in == ScalarType.I32 ? code.op(OpBitFieldSExtract, t, a, b, c)
                    : wideField(in, t, OpShiftRightArithmetic, a, b, c);
            case BIT_REVERSE -> in == ScalarType.I32 ? code.op(OpBitReverse, t, a) : reversed(in, t, a);
            case BIT_COUNT -> bitCount(in, a);
            case FIND_LSB -> findLsb(in, a);
            case FIND_MSB -> findMsb(in, a);
            case UADD_CARRY -> code.op(OpULessThan, t, code.op(OpIAdd, emission.type(in), a, b), a);
            case USUB_BORROW, ULT -> code.op(OpULessThan, t, a, b);
            case IEQ -> in == ScalarType.B1 ? code.op(OpLogicalEqual, t, a, b) : code.op(OpIEqual, t, a, b);
            case INE -> in == ScalarType.B1 ? code.op(OpLogicalNotEqual, t, a, b) : code.op(OpINotEqual, t, a, b);
            case ULE -> code.op(OpULessThanEqual, t, a, b);
            case SLT -> code.op(OpSLessThan, t, a, b);
            case SLE -> code.op(OpSLessThanEqual, t, a, b);
            case FADD -> addition(alu, t, a, b);
            case FSUB -> difference(alu, t, a, b);
            case FMUL -> code.exact(OpFMul, t, a, b);
            case FMA -> fma(t, a, b, c);
            case FMAD -> code.exact(OpFAdd, t, code.exact(OpFMul, t, a, b), c);
            case FMUL_LEGACY -> legacyProduct(t, in, a, b);
            case FMAD_LEGACY -> code.exact(OpFAdd, t, legacyProduct(t, in, a, b), c);
            case FMIN -> code.glsl(Spv.Glsl.NMin, t, a, b);
            case FMAX -> code.glsl(Spv.Glsl.NMax, t, a, b);
            case FMIN3 -> code.glsl(Spv.Glsl.NMin, t, code.glsl(Spv.Glsl.NMin, t, a, b), c);
            case FMAX3 -> code.glsl(Spv.Glsl.NMax, t, code.glsl(Spv.Glsl.NMax, t, a, b), c);
            case FMED3 -> median(t, in, a, b, c);
            case FCANONICAL -> a;
            case FMIX_TO_HALF -> code.op(OpFConvert, t, fma(emission.type(in), a, b, c));
            case FNEG -> signBit(in, a, OpBitwiseXor);
            // The size of what is compared costs nothing where it is an operation of floats.
            case FABS -> in == ScalarType.F32 && uses.areComparisons(alu.result()) ? code.glsl(Spv.Glsl.FAbs, t, a) : signBit(in, a, OpBitwiseAnd);
            case FSATURATE -> saturate(t, in, a);
            case FOMOD -> code.exact(OpFMul, t, a, b);
            case FFLOOR -> withSignOf(in, t, a, code.glsl(Spv.Glsl.Floor, t, a));
            case FCEIL -> withSignOf(in, t, a, code.glsl(Spv.Glsl.Ceil, t, a));
            case FTRUNC -> truncated(t, in, a);
            case FRNDNE -> roundedEven(t, in, a);
            case FFRACT -> fraction(t, in, a);
            case FRCP -> code.op(OpFDiv, t, real(in, 1), a);
            case FRSQ -> code.glsl(Spv.Glsl.InverseSqrt, t, a);
            case FSQRT -> code.glsl(Spv.Glsl.Sqrt, t, a);
            case FLOG2 -> transcendental(in, t, Spv.Glsl.Log2, a);
            case FEXP2 -> transcendental(in, t, Spv.Glsl.Exp2, a);
            case FSIN -> turns(in, t, Spv.Glsl.Sin, a);
            case FCOS -> turns(in, t, Spv.Glsl.Cos, a);
            case FLDEXP -> scale(alu, in, a, b);
            case FREXP_MANT -> mantissa(in, a);
            case FREXP_EXP -> exponent(in, a);
            case FOEQ -> code.op(OpFOrdEqual, t, a, b);
            case FONE -> code.op(OpFOrdNotEqual, t, a, b);
            case FOLT -> code.op(OpFOrdLessThan, t, a, b);
            case FOLE -> code.op(OpFOrdLessThanEqual, t, a, b);
            case FOGT -> code.op(OpFOrdGreaterThan, t, a, b);
            case FOGE -> code.op(OpFOrdGreaterThanEqual, t, a, b);
            case FUEQ -> code.op(OpFUnordEqual, t, a, b);
            case FUNE -> code.op(OpFUnordNotEqual, t, a, b);
            case FULT -> code.op(OpFUnordLessThan, t, a, b);
            case FULE -> code.op(OpFUnordLessThanEqual, t, a, b);
            case FUGT -> code.op(OpFUnordGreaterThan, t, a, b);
            case FUGE -> code.op(OpFUnordGreaterThanEqual, t, a, b);
            case FORD -> code.both(isNumber(in, a), isNumber(in, b));
            case FUNO -> a == b ? code.op(OpIsNan, t, a) : code.op(OpLogicalOr, t, code.op(OpIsNan, t, a), code.op(OpIsNan, t, b));
            case CUBE_ID, CUBE_SC, CUBE_TC, CUBE_MA -> cube(alu.op(), a, b, c);
            case DIV_SCALE -> emission.value(alu.operand(2));
            case DIV_SCALE_FLAG -> module.constantBool(false);
            case DIV_FMAS -> fma(t, a, b, c);
            case DIV_FIXUP -> quotient(alu, t, in, a, b, c);
            case F_TO_S -> toInteger(in, type.component(), a, true, 0);
            case F_TO_U -> toInteger(in, type.component(), a, false, 0);
            case S_TO_F -> code.op(OpConvertSToF, t, a);
            case U_TO_F -> code.op(OpConvertUToF, t, a);
            case F_TO_S_FLOOR -> toInteger(in, type.component(), code.glsl(Spv.Glsl.Floor, emission.type(in), a), true, Integer.MAX_VALUE);
            case F_TO_S_ROUND_UP -> toInteger(in, type.component(), halfUp(emission.type(in), in, a), true, Integer.MAX_VALUE);
            case F_TO_UNORM16 -> normalised(in, type.component(), a, 0, 65535);
            case F_TO_SNORM16 -> normalised(in, type.component(), a, -1, 32767);
            case F_TO_BYTE -> byteOf(in, t, a);
            case FMULLIT -> litProduct(t, a, b, c);
            case FTRIG_PREOP -> segments.segment(a, b);
            case F_TO_F -> in == type.component() ? a : code.op(OpFConvert, t, a);
            case F_TO_F_RTZ -> halfTowardsZero(a);
            case TRUNCATE, ZERO_EXTEND -> resize(OpUConvert, in, type.component(), t, a);
            case SIGN_EXTEND -> resize(OpSConvert, in, type.component(), t, a);
            case BITCAST -> alu.operand(0).type().equals(type) ? a : code.op(OpBitcast, t, a);
            case PACK_64 -> code.op(OpBitwiseOr, t, code.op(OpUConvert, t, a),
                    code.op(OpShiftLeftLogical, t, code.op(OpUConvert, t, b), module.constant(t, 64, 32)));
            case LOW_32 -> code.op(OpUConvert, t, bits64(in, a));
            case HIGH_32 -> code.op(OpUConvert, t,
                    code.op(OpShiftRightLogical, module.typeInt(64), bits64(in, a), module.constant(module.typeInt(64), 64, 32)));
            case SELECT -> code.op(OpSelect, t, a, b, c);
        };
    }

    private int bits64(ScalarType in, int a) {
        return in == ScalarType.I64 ? a : code.op(OpBitcast, module.typeInt(64), a);
    }

    // Integers.

    /** A shift count, taken modulo the width; a constant one is reduced here. */
    private int count(Alu alu, ScalarType type) {
        Value operand = alu.operand(1);
        Integer constant = Emission.constantWord(operand);
        return constant != null ? code.constant(constant & type.bits() - 1)
                : code.and(emission.word(operand), code.constant(type.bits() - 1));
    }

    private int high(Spv.Op op, int type, int a, int b) {
        int pair = module.typePair(type);
        return code.extract(type, code.op(op, pair, a, b), 1);
    }

    /** Vulkan has bit fields of 32 bits only: others are shifted to the top and down again. */
    private int wideField(ScalarType in, int t, Spv.Op down, int a, int b, int c) {
        int fromTop = code.sub(code.constant(in.bits()), code.add(b, c));
        int unused = code.sub(code.constant(in.bits()), c);
        int isEmpty = code.equal(c, code.constant(0));
        int shifted = code.op(down, t, code.op(OpShiftLeftLogical, t, a, code.selectWord(isEmpty, code.constant(0), fromTop)),
                code.selectWord(isEmpty, code.constant(0), unused));
        return code.select(t, isEmpty, module.constantNull(t), shifted);
    }

    private int reversed(ScalarType in, int t, int a) {
        if (in == ScalarType.I64) {
            int high = code.op(OpBitReverse, code.word(), low(a));
            int low = code.op(OpBitReverse, code.word(), high(a));
            return code.op(OpBitwiseOr, t, code.op(OpUConvert, t, low),
                    code.op(OpShiftLeftLogical, t, code.op(OpUConvert, t, high), code.constant(32)));
        }
        int reversed = code.op(OpBitReverse, code.word(), widen(in, a));
        return code.op(OpUConvert, t, code.shiftRight(reversed, code.constant(32 - in.bits())));
    }

    private int bitCount(ScalarType in, int a) {
        if (in != ScalarType.I64) {
            return code.op(OpBitCount, code.word(), widen(in, a));
        }
        return code.add(code.op(OpBitCount, code.word(), low(a)), code.op(OpBitCount, code.word(), high(a)));
    }

    private int findLsb(ScalarType in, int a) {
        if (in != ScalarType.I64) {
            return code.glsl(Spv.Glsl.FindILsb, code.word(), widen(in, a));
        }
        int low = low(a);
        int inHigh = code.glsl(Spv.Glsl.FindILsb, code.word(), high(a));
        int none = code.equal(inHigh, code.constant(-1));
        int high = code.selectWord(none, inHigh, code.addConstant(inHigh, 32));
        return code.selectWord(code.equal(low, code.constant(0)), high, code.glsl(Spv.Glsl.FindILsb, code.word(), low));
    }

    private int findMsb(ScalarType in, int a) {
        if (in != ScalarType.I64) {
            return code.glsl(Spv.Glsl.FindUMsb, code.word(), widen(in, a));
        }
        int high = high(a);
        int inHigh = code.addConstant(code.glsl(Spv.Glsl.FindUMsb, code.word(), high), 32);
        return code.selectWord(code.equal(high, code.constant(0)), code.glsl(Spv.Glsl.FindUMsb, code.word(), low(a)), inHigh);
    }

    private int low(int wide) {
        return code.op(OpUConvert, code.word(), wide);
    }

    private int high(int wide) {
        int type = module.typeInt(64);
        return low(code.op(OpShiftRightLogical, type, wide, code.constant(32)));
    }

    private int widen(ScalarType in, int a) {
        return in == ScalarType.I32 ? a : code.op(OpUConvert, code.word(), a);
    }

    private int resize(Spv.Op op, ScalarType from, ScalarType to, int type, int a) {
        if (from == ScalarType.B1) {
            return code.select(type, a, module.constant(type, to.bits(), op == OpSConvert ? -1 : 1), module.constantNull(type));
        }
        return from.bits() == to.bits() ? a : code.op(op, type, a);
    }

    // Floats.

    private int real(ScalarType type, double value) {
        return switch (type) {
            case F16 -> module.constant(module.typeFloat(16), 16, Short.toUnsignedInt(Float.floatToFloat16((float) value)));
            case F64 -> module.constant(module.typeFloat(64), 64, Double.doubleToRawLongBits(value));
            default -> module.constantFloat((float) value);
        };
    }

    /**
     * Programs add +0 to make -0 into +0 before they look at the bits. There the addition is written as a choice on the bits, since
     * llvmpipe drops additions of a constant 0. Where only floats see the result it is an addition, as in any other program.
     */
    private int addition(Alu alu, int t, int a, int b) {
        for (int i = 0; i < 2; i++) {
            if (alu.operand(i) instanceof Const constant && constant.type() == ScalarType.F32 && constant.bits() == 0
                    && uses.reachIntegers(alu.result())) {
                int other = i == 0 ? b : a;
                int magnitude = code.shiftLeft(code.asWord(other), code.constant(1));
                return code.select(t, code.equal(magnitude, code.constant(0)), code.constantFloat(0), other);
            }
        }
        return code.exact(OpFAdd, t, a, b);
    }

    private int difference(Alu alu, int t, int a, int b) {
        Derivatives.Found found = alu.result().type() == ScalarType.F32 ? derivatives.of(alu) : null;
        return found == null ? code.exact(OpFSub, t, a, b) : code.op(found.op(), t, emission.float32(found.value()));
    }

    private int fma(int t, int a, int b, int c) {
        int id = code.glsl(Spv.Glsl.Fma, t, a, b, c);
        module.decorate(id, Spv.Decoration.NoContraction);
        return id;
    }

    private int legacyProduct(int t, ScalarType in, int a, int b) {
        int zero = real(in, 0);
        int isZero = code.op(OpLogicalOr, code.bool(), code.op(OpFOrdEqual, code.bool(), a, zero),
                code.op(OpFOrdEqual, code.bool(), b, zero));
        return code.select(t, isZero, zero, code.exact(OpFMul, t, a, b));
    }

    /** The specular term of old lighting: a product where the last factor is positive and the second one above the lowest number (B-023). */
    private int litProduct(int t, int a, int b, int c) {
        int lowest = code.constantFloat(-Float.MAX_VALUE);
        int multiplies = code.both(code.op(OpFOrdGreaterThan, code.bool(), c, code.constantFloat(0)),
                code.op(OpFOrdGreaterThan, code.bool(), b, lowest));
        return code.select(t, multiplies, legacyProduct(t, ScalarType.F32, a, b), lowest);
    }

    /** The middle one of three; with a NaN among them the smallest of the others (decisions.md, min/max f32). */
    private int median(int t, ScalarType in, int a, int b, int c) {
        int low = code.glsl(Spv.Glsl.NMin, t, a, b);
        int high = code.glsl(Spv.Glsl.NMax, t, a, b);
        int middle = code.glsl(Spv.Glsl.NMax, t, low, code.glsl(Spv.Glsl.NMin, t, high, c));
        int smallest = code.glsl(Spv.Glsl.NMin, t, low, c);
        int numbers = code.both(code.both(isNumber(in, a), isNumber(in, b)), isNumber(in, c));
        return code.select(t, numbers, middle, smallest);
    }

    private int isNumber(ScalarType in, int a) {
        return code.op(OpFOrdEqual, code.bool(), a, a);
    }

    /** Sign operations work on bits, so that NaNs and denormals pass unchanged. */
    private int signBit(ScalarType in, int a, Spv.Op op) {
        int bitsType = module.typeInt(in.bits());
        long sign = 1L << in.bits() - 1;
        int mask = module.constant(bitsType, in.bits(), op == OpBitwiseXor ? sign : sign - 1);
        return code.op(OpBitcast, emission.type(in), code.op(op, bitsType, code.op(OpBitcast, bitsType, a), mask));
    }

    private int saturate(int t, ScalarType in, int a) {
        int clamped = code.glsl(Spv.Glsl.NClamp, t, a, real(in, 0), real(in, 1));
        return emission.ir.floatMode().dx10Clamp() ? clamped : code.select(t, isNumber(in, a), clamped, a);
    }

    private int transcendental(ScalarType in, int t, Spv.Glsl op, int a) {
        return in == ScalarType.F64 ? code.op(OpFConvert, t, code.glsl(op, code.float32(), code.op(OpFConvert, code.float32(), a)))
                : code.glsl(op, t, a);
    }

    private int turns(ScalarType in, int t, Spv.Glsl op, int a) {
        int wide = in == ScalarType.F32 ? a : code.op(OpFConvert, code.float32(), a);
        int part = code.exact(OpFSub, code.float32(), wide, code.glsl(Spv.Glsl.Trunc, code.float32(), wide));
        int result = code.glsl(op, code.float32(), code.exact(OpFMul, code.float32(), part, code.constantFloat((float) (2 * Math.PI))));
        return in == ScalarType.F32 ? result : code.op(OpFConvert, t, result);
    }

    /** a * 2^b in two steps, since one step cannot reach from the smallest to the largest number. */
    private int scale(Alu alu, ScalarType in, int a, int b) {
        if (in == ScalarType.F64) {
            int limited = code.glsl(Spv.Glsl.SClamp, code.word(), b, code.constant(-2044), code.constant(2044));
            int half = code.op(OpShiftRightArithmetic, code.word(), limited, code.constant(1));
            int t = emission.type(in);
            int once = code.exact(OpFMul, t, a, power64(half));
            return code.exact(OpFMul, t, once, power64(code.sub(limited, half)));
        }
        int t = code.float32();
        int wide = in == ScalarType.F16 ? code.op(OpFConvert, t, a) : a;
        int limited = code.glsl(Spv.Glsl.SClamp, code.word(), b, code.constant(-252), code.constant(254));
        int half = code.op(OpShiftRightArithmetic, code.word(), limited, code.constant(1));
        int once = code.exact(OpFMul, t, wide, power(half));
        int result = code.exact(OpFMul, t, once, power(code.sub(limited, half)));
        return in == ScalarType.F16 ? code.op(OpFConvert, emission.type(in), result) : result;
    }

    private int power(int exponent) {
        return code.asFloat(code.shiftLeft(code.addConstant(exponent, 127), code.constant(23)));
    }

    private int power64(int exponent) {
        int high = code.shiftLeft(code.addConstant(exponent, 1023), code.constant(20));
        int pair = code.construct(module.typeVector(code.word(), 2), code.constant(0), high);
        return code.op(OpBitcast, module.typeFloat(64), pair);
    }

    /** The parts of a number as words: of an f64 the high one alone, of an f16 those of its f32. */
    private record Parts(int word, int field, int isPlain) {}

    private int single(ScalarType in, int a) {
        return in == ScalarType.F16 ? code.op(OpFConvert, code.float32(), a) : a;
    }

    /** A number that is no denormal, or a denormal's product with a power of two, where the mode keeps denormals. */
    private int scaledUp(ScalarType in, int a) {
        if (!keepsDenormals(in)) {
            return a;
        }
        int t = emission.type(in);
        return code.select(t, isDenormal(in, a), in == ScalarType.F64 ? code.exact(OpFMul, t, a, real(in, 0x1p64))
                : fromInteger(a), a);
    }

    /** A denormal f32 times 2^149: its significand as a number, with its sign. No host reads a denormal for it. */
    private int fromInteger(int a) {
        int bits = code.asWord(a);
        int size = code.op(OpConvertUToF, code.float32(), code.and(bits, code.constant(0x7fffff)));
        return code.asFloat(code.or(code.asWord(size), code.and(bits, code.constant(0x80000000))));
    }

    private boolean keepsDenormals(ScalarType in) {
        FloatMode mode = emission.ir.floatMode();
        return ((in == ScalarType.F32 ? mode.denormals32() : mode.denormals16()) & 1) != 0 && in != ScalarType.F16;
    }

    private int isDenormal(ScalarType in, int a) {
        int size = size(in, code.op(OpBitcast, module.typeInt(in.bits()), a));
        return code.lessUnsigned(size, bitsOf(in, FloatBits.smallestNormal(in)));
    }

    private Parts parts(ScalarType in, int a) {
        int word = in == ScalarType.F64 ? high(bits64(in, a)) : code.asWord(a);
        int width = in == ScalarType.F64 ? 11 : 8;
        int field = code.field(word, 31 - width, width);
        return new Parts(word, field, code.both(code.notEqual(field, code.constant(0)), code.notEqual(field, code.constant((1 << width) - 1))));
    }

    private int mantissa(ScalarType in, int a) {
        if (in == ScalarType.F64) {
            int scaled = scaledUp(in, a);
            Parts parts = parts(in, scaled);
            int high = code.or(code.and(parts.word(), code.constant(0x800fffff)), code.constant(0x3fe00000));
            int pair = code.construct(module.typeVector(code.word(), 2), low(bits64(in, scaled)), high);
            return code.select(emission.type(in), parts.isPlain(), code.op(OpBitcast, emission.type(in), pair), a);
        }
        int wide = scaledUp(in, single(in, a));
        Parts parts = parts(ScalarType.F32, wide);
        int result = code.asFloat(code.or(code.and(parts.word(), code.constant(0x807fffff)), code.constant(0x3f000000)));
        int kept = code.select(code.float32(), parts.isPlain(), result, wide);
        return in == ScalarType.F16 ? code.op(OpFConvert, emission.type(in), kept) : kept;
    }

    private int exponent(ScalarType in, int a) {
        int wide = scaledUp(in, single(in, a));
        Parts parts = parts(in == ScalarType.F16 ? ScalarType.F32 : in, wide);
        int bias = in == ScalarType.F64 ? -1022 : -126;
        int power = in == ScalarType.F64 ? 64 : 149;
        int exponent = code.addConstant(parts.field(), bias);
        if (keepsDenormals(in)) {
            exponent = code.selectWord(isDenormal(in, a), code.addConstant(parts.field(), bias - power), exponent);
        }
        return code.selectWord(parts.isPlain(), exponent, code.constant(0));
    }

    // Cube coordinates. Documented: RDNA 2 ISA, V_CUBEID_F32 and its kin.

    private int cube(AluOp op, int x, int y, int z) {
        int t = code.float32();
        int ax = code.glsl(Spv.Glsl.FAbs, t, x);
        int ay = code.glsl(Spv.Glsl.FAbs, t, y);
        int az = code.glsl(Spv.Glsl.FAbs, t, z);
        int bool = code.bool();
        int isZ = code.both(code.op(OpFOrdGreaterThanEqual, bool, az, ax), code.op(OpFOrdGreaterThanEqual, bool, az, ay));
        int isY = code.op(OpFOrdGreaterThanEqual, bool, ay, ax);
        int zero = code.constantFloat(0);
        int xNegative = code.op(OpFOrdLessThan, bool, x, zero);
        int yNegative = code.op(OpFOrdLessThan, bool, y, zero);
        int zNegative = code.op(OpFOrdLessThan, bool, z, zero);
        return switch (op) {
            case CUBE_ID -> pick(isZ, choose(zNegative, 5, 4), isY, choose(yNegative, 3, 2), choose(xNegative, 1, 0));
            case CUBE_SC -> pick(isZ, code.select(t, zNegative, negated(x), x), isY, x, code.select(t, xNegative, z, negated(z)));
            case CUBE_TC -> pick(isZ, negated(y), isY, code.select(t, yNegative, negated(z), z), negated(y));
            default -> code.op(OpFMul, t, pick(isZ, z, isY, y, x), code.constantFloat(2));
        };
    }

    private int choose(int condition, float yes, float no) {
        return code.select(code.float32(), condition, code.constantFloat(yes), code.constantFloat(no));
    }

    private int pick(int isZ, int z, int isY, int y, int x) {
        return code.select(code.float32(), isZ, z, code.select(code.float32(), isY, y, x));
    }

    private int roundedEven(int t, ScalarType in, int a) {
        return in == ScalarType.F64 ? withSignOf(in, t, a, nearestWhole(t, signBit(in, a, OpBitwiseAnd)))
                : code.glsl(Spv.Glsl.RoundEven, t, a);
    }

    private int truncated(int t, ScalarType in, int a) {
        if (in != ScalarType.F64) {
            return code.glsl(Spv.Glsl.Trunc, t, a);
        }
        int magnitude = signBit(in, a, OpBitwiseAnd);
        int nearest = nearestWhole(t, magnitude);
        int above = code.op(OpFOrdGreaterThan, code.bool(), nearest, magnitude);
        return withSignOf(in, t, a, code.select(t, above, code.exact(OpFSub, t, nearest, real(in, 1)), nearest));
    }

    /** An f64 that is not negative, rounded by adding and taking away 2^52. llvmpipe's own rounding to an integer leaves fractions. */
    private int nearestWhole(int t, int magnitude) {
        int whole = real(ScalarType.F64, 0x1p52);
        int rounded = code.exact(OpFSub, t, code.exact(OpFAdd, t, magnitude, whole), whole);
        return code.select(t, code.op(OpFOrdLessThan, code.bool(), magnitude, whole), rounded, magnitude);
    }

    /** An f64 that was rounded to an integer, with the sign it had: llvmpipe loses it where the integer is zero. */
    private int withSignOf(ScalarType in, int t, int a, int rounded) {
        if (in != ScalarType.F64) {
            return rounded;
        }
        int bits = module.typeInt(64);
        int sign = code.op(OpBitwiseAnd, bits, code.op(OpBitcast, bits, a), module.constant(bits, 64, Long.MIN_VALUE));
        int magnitude = code.op(OpBitwiseAnd, bits, code.op(OpBitcast, bits, rounded), module.constant(bits, 64, Long.MAX_VALUE));
        return code.op(OpBitcast, t, code.op(OpBitwiseOr, bits, magnitude, sign));
    }

    /** Never one: a small negative number has the largest fraction below one. */
    private int fraction(int t, ScalarType in, int a) {
        int difference = code.exact(OpFSub, t, a, code.glsl(Spv.Glsl.Floor, t, a));
        int isWhole = code.op(OpFOrdGreaterThanEqual, code.bool(), difference, real(in, 1));
        double largest = switch (in) {
            case F16 -> 1 - 0x1p-11;
            case F64 -> Math.nextDown(1.0);
            default -> Math.nextDown(1f);
        };
        return code.select(t, isWhole, real(in, largest), difference);
    }

    private int negated(int a) {
        return code.op(OpFNegate, code.float32(), a);
    }

    // Division helpers.

    /**
     * The guest divides by scaling, refining a reciprocal, and fixing special cases. Here scaling is none, and the fix-up of a refined
     * quotient divides, so that the sequence gives the host's quotient; any other quotient is taken as it comes. Documented: RDNA 2 ISA,
     * V_DIV_SCALE_F32, V_DIV_FMAS_F32; specials as measured, rules B-022, B-027, B-030 and B-032.
     */
    private int quotient(Alu alu, int t, ScalarType in, int given, int denominator, int numerator) {
        boolean refined = divisions.isRefined(alu.operand(0));
        int value = refined ? code.op(OpFDiv, t, numerator, denominator) : given;
        int bits = module.typeInt(in.bits());
        int q = code.op(OpBitcast, bits, value);
        int d = code.op(OpBitcast, bits, denominator);
        int n = code.op(OpBitcast, bits, numerator);
        int sign = code.op(OpBitwiseAnd, bits, code.op(OpBitwiseXor, bits, d, n), bitsOf(in, FloatBits.sign(in)));
        int infinity = bitsOf(in, FloatBits.infinity(in));
        int sizeOfD = size(in, d);
        int sizeOfN = size(in, n);
        int zero = module.constantNull(bits);
        int isZeroD = code.equal(sizeOfD, zero);
        int isZeroN = code.equal(sizeOfN, zero);
        int isInfiniteD = code.equal(sizeOfD, infinity);
        int isInfiniteN = code.equal(sizeOfN, infinity);
        int finite = code.select(bits, isNanSize(in, size(in, q)), infinity, size(in, q));
        int small = code.select(bits, code.op(OpLogicalOr, code.bool(), isInfiniteD, isZeroN), zero, finite);
        int large = code.select(bits, code.op(OpLogicalOr, code.bool(), isZeroD, isInfiniteN), infinity, small);
        int invalid = code.op(OpLogicalOr, code.bool(), code.both(isZeroD, isZeroN), code.both(isInfiniteD, isInfiniteN));
        int result = code.select(bits, invalid, bitsOf(in, FloatBits.defaultNan(in)), code.op(OpBitwiseOr, bits, sign, large));
        result = code.select(bits, isNanSize(in, sizeOfD), propagated(in, d), result);
        result = code.select(bits, isNanSize(in, sizeOfN), propagated(in, n), result);
        return code.op(OpBitcast, t, result);
    }

    private int bitsOf(ScalarType in, long value) {
        return module.constant(module.typeInt(in.bits()), in.bits(), value);
    }

    private int size(ScalarType in, int bits) {
        return code.op(OpBitwiseAnd, module.typeInt(in.bits()), bits, bitsOf(in, FloatBits.sign(in) - 1));
    }

    private int isNanSize(ScalarType in, int size) {
        return code.lessUnsigned(bitsOf(in, FloatBits.infinity(in)), size);
    }

    /** A NaN as a result: quieted in IEEE mode only. */
    private int propagated(ScalarType in, int nan) {
        return emission.ir.floatMode().ieee() ? code.op(OpBitwiseOr, module.typeInt(in.bits()), nan, bitsOf(in, FloatBits.quiet(in))) : nan;
    }

    // Conversions.

    /** The integer below a + 0.5, without rounding the sum. */
    private int halfUp(int t, ScalarType in, int a) {
        int below = code.glsl(Spv.Glsl.Floor, t, a);
        int past = code.op(OpFOrdGreaterThanEqual, code.bool(), code.exact(OpFSub, t, a, below), real(in, 0.5));
        return code.select(t, past, code.exact(OpFAdd, t, below, real(in, 1)), below);
    }

    private int toInteger(ScalarType from, ScalarType to, int a, boolean signed, int whenNan) {
        int bits = Math.min(to.bits(), 32);
        if (to == ScalarType.I64) {
            throw new IllegalStateException("no guest instruction converts to 64-bit integers");
        }
        int t = from == ScalarType.F16 ? code.float32() : emission.type(from);
        ScalarType wide = from == ScalarType.F16 ? ScalarType.F32 : from;
        int x = from == ScalarType.F16 ? code.op(OpFConvert, t, a) : a;
        double low = signed ? -Math.scalb(1.0, bits - 1) : 0;
        double limit = Math.scalb(1.0, signed ? bits - 1 : bits);
        int word = code.word();
        int top = code.constant(signed ? (1 << bits - 1) - 1 : (int) ((1L << bits) - 1));
        int bottom = code.constant(signed ? -1 << bits - 1 : 0);
        int bool = code.bool();
        int converted = code.op(signed ? OpConvertFToS : OpConvertFToU, word, code.glsl(Spv.Glsl.NMax, t, x, real(wide, low)));
        int upper = code.selectWord(code.op(OpFOrdGreaterThanEqual, bool, x, real(wide, limit)), top, converted);
        int lower = signed ? code.selectWord(code.op(OpFOrdLessThanEqual, bool, x, real(wide, low)), bottom, upper) : upper;
        int result = code.selectWord(isNumber(wide, x), lower, code.constant(whenNan));
        return bits == 32 ? result : code.op(OpUConvert, emission.type(to), result);
    }

    private int normalised(ScalarType in, ScalarType to, int a, int low, int factor) {
        int t = code.float32();
        int wide = in == ScalarType.F32 ? a : code.op(OpFConvert, t, a);
        int clamped = code.glsl(Spv.Glsl.NClamp, t, wide, code.constantFloat(low), code.constantFloat(1));
        int number = code.select(t, isNumber(ScalarType.F32, wide), clamped, code.constantFloat(0));
        int word = code.op(low < 0 ? OpConvertFToS : OpConvertFToU, code.word(), timesRounded(t, number, factor));
        return to == ScalarType.I32 ? code.and(word, code.constant(0xffff)) : code.op(OpUConvert, emission.type(to), word);
    }

    /** A product with one less than a power of two, rounded once to an integer: what the product loses decides where it is a tie. */
    private int timesRounded(int t, int number, int factor) {
        int scaled = code.exact(OpFMul, t, number, code.constantFloat(factor + 1));
        int product = code.exact(OpFSub, t, scaled, number);
        int lost = code.exact(OpFSub, t, code.exact(OpFSub, t, scaled, product), number);
        int rounded = code.glsl(Spv.Glsl.RoundEven, t, product);
        int distance = code.glsl(Spv.Glsl.FAbs, t, code.exact(OpFSub, t, product, rounded));
        int zero = code.constantFloat(0);
        int isTie = code.both(code.op(OpFOrdEqual, module.typeBool(), distance, code.constantFloat(0.5f)),
                code.op(OpFOrdNotEqual, module.typeBool(), lost, zero));
        int half = code.select(t, code.op(OpFOrdLessThan, module.typeBool(), lost, zero), code.constantFloat(-0.5f), code.constantFloat(0.5f));
        return code.select(t, isTie, code.exact(OpFAdd, t, product, half), rounded);
    }

    private int byteOf(ScalarType in, int t, int a) {
        int float32 = code.float32();
        int rounded = code.glsl(Spv.Glsl.RoundEven, float32, in == ScalarType.F32 ? a : code.op(OpFConvert, float32, a));
        int clamped = code.glsl(Spv.Glsl.NClamp, float32, rounded, code.constantFloat(0), code.constantFloat(255));
        return code.op(OpConvertFToU, t, clamped);
    }

    /** f32 to f16 by dropping bits: f16 has no mode for it on most hosts. */
    private int halfTowardsZero(int a) {
        return code.op(OpBitcast, module.typeFloat(16), code.op(OpUConvert, module.typeInt(16), halfBitsTowardsZero(code, a)));
    }

    /** The bits of an f32's f16, rounded towards zero, in the low half of a word. */
    static int halfBitsTowardsZero(Code code, int a) {
        int bits = code.asWord(a);
        int sign = code.and(code.shiftRightConstant(bits, 16), code.constant(0x8000));
        int magnitude = code.and(bits, code.constant(0x7fffffff));
        int normal = code.shiftRightConstant(code.sub(magnitude, code.constant(112 << 23)), 13);
        int shift = code.sub(code.constant(126), code.shiftRightConstant(magnitude, 23));
        int significand = code.or(code.and(magnitude, code.constant(0x7fffff)), code.constant(0x800000));
        int tiny = code.shiftRight(significand, code.and(shift, code.constant(31)));
        int isGone = code.lessUnsigned(magnitude, code.constant(103 << 23));
        int small = code.selectWord(isGone, code.constant(0), tiny);
        int isSmall = code.lessUnsigned(magnitude, code.constant(113 << 23));
        int finite = code.selectWord(isSmall, small, normal);
        int isLarge = code.lessUnsigned(code.constant((143 << 23) - 1), magnitude);
        int limited = code.selectWord(isLarge, code.constant(0x7bff), finite);
        int isInfinite = code.equal(magnitude, code.constant(0x7f800000));
        int withInfinity = code.selectWord(isInfinite, code.constant(0x7c00), limited);
        int nan = code.or(code.constant(0x7e00), code.field(bits, 13, 10));
        int isNan = code.lessUnsigned(code.constant(0x7f800000), magnitude);
        return code.or(sign, code.selectWord(isNan, nan, withInfinity));
    }
}
