package org.lierne.recompiler.isa;

import java.util.List;

/**
 * {@link Sem} for implementors to whom its operations are much alike: each is handed to one of two methods, with its name. An
 * implementor overrides the few that are not.
 *
 * @param <V> a value
 */
public abstract class UniformSem<V> implements Sem<V> {
    /** An operation on words, longs or truths. */
    protected abstract V integer(Operation operation, List<V> operands);

    /**
     * An operation on floats, or from or to floats.
     *
     * @param format the float format of its operands, or of its result if they are integers
     */
    protected abstract V real(Operation operation, FloatFormat format, List<V> operands);

    @Override
    public V add(V a, V b) {
        return integer(Operation.ADD, List.of(a, b));
    }

    @Override
    public V sub(V a, V b) {
        return integer(Operation.SUB, List.of(a, b));
    }

    @Override
    public V mul(V a, V b) {
        return integer(Operation.MUL, List.of(a, b));
    }

    @Override
    public V mulHighUnsigned(V a, V b) {
        return integer(Operation.MUL_HIGH_UNSIGNED, List.of(a, b));
    }

    @Override
    public V mulHighSigned(V a, V b) {
        return integer(Operation.MUL_HIGH_SIGNED, List.of(a, b));
    }

    @Override
    public V and(V a, V b) {
        return integer(Operation.AND, List.of(a, b));
    }

    @Override
    public V or(V a, V b) {
        return integer(Operation.OR, List.of(a, b));
    }

    @Override
    public V xor(V a, V b) {
        return integer(Operation.XOR, List.of(a, b));
    }

    @Override
    public V not(V a) {
        return integer(Operation.NOT, List.of(a));
    }

    @Override
    public V shl(V a, V by) {
        return integer(Operation.SHL, List.of(a, by));
    }

    @Override
    public V lshr(V a, V by) {
        return integer(Operation.LSHR, List.of(a, by));
    }

    @Override
    public V ashr(V a, V by) {
        return integer(Operation.ASHR, List.of(a, by));
    }

    @Override
    public V smin(V a, V b) {
        return integer(Operation.SMIN, List.of(a, b));
    }

    @Override
    public V smax(V a, V b) {
        return integer(Operation.SMAX, List.of(a, b));
    }

    @Override
    public V umin(V a, V b) {
        return integer(Operation.UMIN, List.of(a, b));
    }

    @Override
    public V umax(V a, V b) {
        return integer(Operation.UMAX, List.of(a, b));
    }

    @Override
    public V eq(V a, V b) {
        return integer(Operation.EQ, List.of(a, b));
    }

    @Override
    public V slt(V a, V b) {
        return integer(Operation.SLT, List.of(a, b));
    }

    @Override
    public V ult(V a, V b) {
        return integer(Operation.ULT, List.of(a, b));
    }

    @Override
    public V bitCount(V a) {
        return integer(Operation.BIT_COUNT, List.of(a));
    }

    @Override
    public V reverse(V a) {
        return integer(Operation.REVERSE, List.of(a));
    }

    @Override
    public V lowestBit(V a) {
        return integer(Operation.LOWEST_BIT, List.of(a));
    }

    @Override
    public V leadingZeros(V a) {
        return integer(Operation.LEADING_ZEROS, List.of(a));
    }

    @Override
    public V signExtend8(V a) {
        return integer(Operation.SIGN_EXTEND_8, List.of(a));
    }

    @Override
    public V signExtend16(V a) {
        return integer(Operation.SIGN_EXTEND_16, List.of(a));
    }

    @Override
    public V extractUnsigned(V a, V offset, V width) {
        return integer(Operation.EXTRACT_UNSIGNED, List.of(a, offset, width));
    }

    @Override
    public V extractSigned(V a, V offset, V width) {
        return integer(Operation.EXTRACT_SIGNED, List.of(a, offset, width));
    }

    @Override
    public V add64(V a, V b) {
        return integer(Operation.ADD, List.of(a, b));
    }

    @Override
    public V sub64(V a, V b) {
        return integer(Operation.SUB, List.of(a, b));
    }

    @Override
    public V and64(V a, V b) {
        return integer(Operation.AND, List.of(a, b));
    }

    @Override
    public V or64(V a, V b) {
        return integer(Operation.OR, List.of(a, b));
    }

    @Override
    public V xor64(V a, V b) {
        return integer(Operation.XOR, List.of(a, b));
    }

    @Override
    public V not64(V a) {
        return integer(Operation.NOT, List.of(a));
    }

    @Override
    public V shl64(V a, V by) {
        return integer(Operation.SHL, List.of(a, by));
    }

    @Override
    public V lshr64(V a, V by) {
        return integer(Operation.LSHR, List.of(a, by));
    }

    @Override
    public V ashr64(V a, V by) {
        return integer(Operation.ASHR, List.of(a, by));
    }

    @Override
    public V eq64(V a, V b) {
        return integer(Operation.EQ, List.of(a, b));
    }

    @Override
    public V slt64(V a, V b) {
        return integer(Operation.SLT, List.of(a, b));
    }

    @Override
    public V ult64(V a, V b) {
        return integer(Operation.ULT, List.of(a, b));
    }

    @Override
    public V bitCount64(V a) {
        return integer(Operation.BIT_COUNT, List.of(a));
    }

    @Override
    public V reverse64(V a) {
        return integer(Operation.REVERSE, List.of(a));
    }

    @Override
    public V lowestBit64(V a) {
        return integer(Operation.LOWEST_BIT, List.of(a));
    }

    @Override
    public V leadingZeros64(V a) {
        return integer(Operation.LEADING_ZEROS, List.of(a));
    }

    @Override
    public V low(V a) {
        return integer(Operation.LOW, List.of(a));
    }

    @Override
    public V high(V a) {
        return integer(Operation.HIGH, List.of(a));
    }

    @Override
    public V pair(V low, V high) {
        return integer(Operation.PAIR, List.of(low, high));
    }

    @Override
    public V widenUnsigned(V a) {
        return integer(Operation.WIDEN_UNSIGNED, List.of(a));
    }

    @Override
    public V widenSigned(V a) {
        return integer(Operation.WIDEN_SIGNED, List.of(a));
    }

    @Override
    public V mulWideUnsigned(V a, V b) {
        return integer(Operation.MUL_WIDE_UNSIGNED, List.of(a, b));
    }

    @Override
    public V mulWideSigned(V a, V b) {
        return integer(Operation.MUL_WIDE_SIGNED, List.of(a, b));
    }

    @Override
    public V both(V a, V b) {
        return integer(Operation.BOTH, List.of(a, b));
    }

    @Override
    public V either(V a, V b) {
        return integer(Operation.EITHER, List.of(a, b));
    }

    @Override
    public V differ(V a, V b) {
        return integer(Operation.DIFFER, List.of(a, b));
    }

    @Override
    public V negate(V a) {
        return integer(Operation.NEGATE, List.of(a));
    }

    @Override
    public V select(V truth, V a, V b) {
        return integer(Operation.SELECT, List.of(truth, a, b));
    }

    @Override
    public V fadd(FloatFormat f, V a, V b) {
        return real(Operation.FADD, f, List.of(a, b));
    }

    @Override
    public V fsub(FloatFormat f, V a, V b) {
        return real(Operation.FSUB, f, List.of(a, b));
    }

    @Override
    public V fmul(FloatFormat f, V a, V b) {
        return real(Operation.FMUL, f, List.of(a, b));
    }

    @Override
    public V fmulLegacy(V a, V b) {
        return real(Operation.FMUL_LEGACY, FloatFormat.F32, List.of(a, b));
    }

    @Override
    public V ffma(FloatFormat f, V a, V b, V c) {
        return real(Operation.FFMA, f, List.of(a, b, c));
    }

    @Override
    public V fmad(V a, V b, V c) {
        return real(Operation.FMAD, FloatFormat.F32, List.of(a, b, c));
    }

    @Override
    public V fmadLegacy(V a, V b, V c) {
        return real(Operation.FMAD_LEGACY, FloatFormat.F32, List.of(a, b, c));
    }

    @Override
    public V fmullit(V a, V b, V c) {
        return real(Operation.FMULLIT, FloatFormat.F32, List.of(a, b, c));
    }

    @Override
    public V fmin(FloatFormat f, V a, V b) {
        return real(Operation.FMIN, f, List.of(a, b));
    }

    @Override
    public V fmax(FloatFormat f, V a, V b) {
        return real(Operation.FMAX, f, List.of(a, b));
    }

    @Override
    public V fmin3(FloatFormat f, V a, V b, V c) {
        return real(Operation.FMIN3, f, List.of(a, b, c));
    }

    @Override
    public V fmax3(FloatFormat f, V a, V b, V c) {
        return real(Operation.FMAX3, f, List.of(a, b, c));
    }

    @Override
    public V fmed3(FloatFormat f, V a, V b, V c) {
        return real(Operation.FMED3, f, List.of(a, b, c));
    }

    @Override
    public V fclass(FloatFormat f, V a, V classes) {
        return real(Operation.FCLASS, f, List.of(a, classes));
    }

    @Override
    public V ftrunc(FloatFormat f, V a) {
        return real(Operation.FTRUNC, f, List.of(a));
    }

    @Override
    public V fceil(FloatFormat f, V a) {
        return real(Operation.FCEIL, f, List.of(a));
    }

    @Override
    public V ffloor(FloatFormat f, V a) {
        return real(Operation.FFLOOR, f, List.of(a));
    }

    @Override
    public V frndne(FloatFormat f, V a) {
        return real(Operation.FRNDNE, f, List.of(a));
    }

    @Override
    public V ffract(FloatFormat f, V a) {
        return real(Operation.FFRACT, f, List.of(a));
    }

    @Override
    public V frcp(FloatFormat f, V a) {
        return real(Operation.FRCP, f, List.of(a));
    }

    @Override
    public V frsq(FloatFormat f, V a) {
        return real(Operation.FRSQ, f, List.of(a));
    }

    @Override
    public V fsqrt(FloatFormat f, V a) {
        return real(Operation.FSQRT, f, List.of(a));
    }

    @Override
    public V flog(FloatFormat f, V a) {
        return real(Operation.FLOG, f, List.of(a));
    }

    @Override
    public V fexp(FloatFormat f, V a) {
        return real(Operation.FEXP, f, List.of(a));
    }

    @Override
    public V fsin(FloatFormat f, V a) {
        return real(Operation.FSIN, f, List.of(a));
    }

    @Override
    public V fcos(FloatFormat f, V a) {
        return real(Operation.FCOS, f, List.of(a));
    }

    @Override
    public V fldexp(FloatFormat f, V a, V by) {
        return real(Operation.FLDEXP, f, List.of(a, by));
    }

    @Override
    public V frexpMantissa(FloatFormat f, V a) {
        return real(Operation.FREXP_MANTISSA, f, List.of(a));
    }

    @Override
    public V frexpExponent(FloatFormat f, V a) {
        return real(Operation.FREXP_EXPONENT, f, List.of(a));
    }

    @Override
    public V fdivScale(FloatFormat f, V a, V denominator, V numerator) {
        return real(Operation.FDIV_SCALE, f, List.of(a, denominator, numerator));
    }

    @Override
    public V fdivFmas(FloatFormat f, V a, V b, V c) {
        return real(Operation.FDIV_FMAS, f, List.of(a, b, c));
    }

    @Override
    public V fdivFixup(FloatFormat f, V quotient, V denominator, V numerator) {
        return real(Operation.FDIV_FIXUP, f, List.of(quotient, denominator, numerator));
    }

    @Override
    public V fcubeId(V x, V y, V z) {
        return real(Operation.FCUBE_ID, FloatFormat.F32, List.of(x, y, z));
    }

    @Override
    public V fcubeS(V x, V y, V z) {
        return real(Operation.FCUBE_S, FloatFormat.F32, List.of(x, y, z));
    }

    @Override
    public V fcubeT(V x, V y, V z) {
        return real(Operation.FCUBE_T, FloatFormat.F32, List.of(x, y, z));
    }

    @Override
    public V fcubeMajor(V x, V y, V z) {
        return real(Operation.FCUBE_MAJOR, FloatFormat.F32, List.of(x, y, z));
    }

    @Override
    public V ftrigPreop(V a, V segment) {
        return real(Operation.FTRIG_PREOP, FloatFormat.F64, List.of(a, segment));
    }

    @Override
    public V fdot2(V aLow, V aHigh, V bLow, V bHigh, V c) {
        return real(Operation.FDOT2, FloatFormat.F32, List.of(aLow, aHigh, bLow, bHigh, c));
    }

    @Override
    public V fconvertToHalfTowardZero(V a) {
        return real(Operation.FCONVERT_TO_HALF_TOWARD_ZERO, FloatFormat.F32, List.of(a));
    }

    @Override
    public V fromSigned(FloatFormat to, V a) {
        return real(Operation.FROM_SIGNED, to, List.of(a));
    }

    @Override
    public V fromUnsigned(FloatFormat to, V a) {
        return real(Operation.FROM_UNSIGNED, to, List.of(a));
    }

    @Override
    public V toSigned(FloatFormat from, V a) {
        return real(Operation.TO_SIGNED, from, List.of(a));
    }

    @Override
    public V toUnsigned(FloatFormat from, V a) {
        return real(Operation.TO_UNSIGNED, from, List.of(a));
    }

    @Override
    public V toSignedRoundUp(V a) {
        return real(Operation.TO_SIGNED_ROUND_UP, FloatFormat.F32, List.of(a));
    }

    @Override
    public V toSignedFloor(V a) {
        return real(Operation.TO_SIGNED_FLOOR, FloatFormat.F32, List.of(a));
    }

    @Override
    public V toSnorm16(FloatFormat from, V a) {
        return real(Operation.TO_SNORM_16, from, List.of(a));
    }

    @Override
    public V toUnorm16(FloatFormat from, V a) {
        return real(Operation.TO_UNORM_16, from, List.of(a));
    }

    @Override
    public V toByte(V a) {
        return real(Operation.TO_BYTE, FloatFormat.F32, List.of(a));
    }

    @Override
    public V fcanonical(V half) {
        return real(Operation.FCANONICAL, FloatFormat.F16, List.of(half));
    }

    @Override
    public V fmixToHalf(V a, V b, V c) {
        return real(Operation.FMIX_TO_HALF, FloatFormat.F32, List.of(a, b, c));
    }
}
