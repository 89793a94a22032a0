package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.Implicit.M0;
import static org.lierne.recompiler.isa.Instruction.Trait.*;
import static org.lierne.recompiler.isa.InstructionTable.*;
import static org.lierne.recompiler.isa.Patterns.*;

/** VOP1: one vector source. Documented: RDNA 2 ISA, "VOP1". */
final class Vop1 {
    private static final OperandSpec V32 = vector(B32);

    static final InstructionTable TABLE = InstructionTable.table(Encoding.VOP1,
            inst("v_nop",               0x00, dst(),        src(),           new Effect.Hint(Effect.Hint.Kind.WAIT_STATE, "every result is there when it is read"), BARE_NAME, NO_SDWA, NO_DPP),
            inst("v_mov_b32",           0x01, dst(B32),     src(B32),        Vop1::move),
            inst("v_readfirstlane_b32", 0x02, dst(scalar(B32)), src(B32),    Vop1::readFirstLane, NO_E64, NO_SDWA, NO_DPP, IGNORES_EXEC),
            inst("v_cvt_i32_f64",       0x03, dst(I32),     src(F64),        float1(F64, Sem::toSigned)),
            inst("v_cvt_f64_i32",       0x04, dst(F64),     src(I32),        float1(F64, Sem::fromSigned)),
            inst("v_cvt_f32_i32",       0x05, dst(F32),     src(I32),        float1(F32, Sem::fromSigned), FOLLOWS_ROUND_MODE),
            inst("v_cvt_f32_u32",       0x06, dst(F32),     src(U32),        float1(F32, Sem::fromUnsigned), FOLLOWS_ROUND_MODE),
            inst("v_cvt_u32_f32",       0x07, dst(U32),     src(F32),        float1(F32, Sem::toUnsigned)),
            inst("v_cvt_i32_f32",       0x08, dst(I32),     src(F32),        float1(F32, Sem::toSigned)),
            inst("v_cvt_f16_f32",       0x0a, dst(F16),     src(F32),        Vop1::narrowToHalf, FOLLOWS_ROUND_MODE),
            inst("v_cvt_f32_f16",       0x0b, dst(F32),     src(F16),        Vop1::widenHalf, FOLLOWS_ROUND_MODE),
            inst("v_cvt_rpi_i32_f32",   0x0c, dst(I32),     src(F32),        one(Sem::toSignedRoundUp)),
            inst("v_cvt_flr_i32_f32",   0x0d, dst(I32),     src(F32),        one(Sem::toSignedFloor), MEASURED),
            inst("v_cvt_off_f32_i4",    0x0e, dst(F32),     src(B32),        Vop1::offsetFromNibble),
            inst("v_cvt_f32_f64",       0x0f, dst(F32),     src(F64),        Vop1::narrowDouble),
            inst("v_cvt_f64_f32",       0x10, dst(F64),     src(F32),        Vop1::widenToDouble),
            inst("v_cvt_f32_ubyte0",    0x11, dst(F32),     src(B32),        Vop1::byte0),
            inst("v_cvt_f32_ubyte1",    0x12, dst(F32),     src(B32),        Vop1::byte1),
            inst("v_cvt_f32_ubyte2",    0x13, dst(F32),     src(B32),        Vop1::byte2),
            inst("v_cvt_f32_ubyte3",    0x14, dst(F32),     src(B32),        Vop1::byte3),
            inst("v_cvt_u32_f64",       0x15, dst(U32),     src(F64),        float1(F64, Sem::toUnsigned)),
            inst("v_cvt_f64_u32",       0x16, dst(F64),     src(U32),        float1(F64, Sem::fromUnsigned)),
            inst("v_trunc_f64",         0x17, dst(F64),     src(F64),        float1(F64, Sem::ftrunc)),
            inst("v_ceil_f64",          0x18, dst(F64),     src(F64),        float1(F64, Sem::fceil)),
            inst("v_rndne_f64",         0x19, dst(F64),     src(F64),        float1(F64, Sem::frndne)),
            inst("v_floor_f64",         0x1a, dst(F64),     src(F64),        float1(F64, Sem::ffloor)),
            inst("v_pipeflush",         0x1b, dst(),        src(),           new Effect.Hint(Effect.Hint.Kind.WAIT_STATE, "every result is there when it is read"), BARE_NAME, NO_SDWA, NO_DPP),
            inst("v_fract_f32",         0x20, dst(F32),     src(F32),        float1(F32, Sem::ffract)),
            inst("v_trunc_f32",         0x21, dst(F32),     src(F32),        float1(F32, Sem::ftrunc)),
            inst("v_ceil_f32",          0x22, dst(F32),     src(F32),        float1(F32, Sem::fceil)),
            inst("v_rndne_f32",         0x23, dst(F32),     src(F32),        float1(F32, Sem::frndne)),
            inst("v_floor_f32",         0x24, dst(F32),     src(F32),        float1(F32, Sem::ffloor)),
            inst("v_exp_f32",           0x25, dst(F32),     src(F32),        float1(F32, Sem::fexp)),
            inst("v_log_f32",           0x27, dst(F32),     src(F32),        float1(F32, Sem::flog)),
            inst("v_rcp_f32",           0x2a, dst(F32),     src(F32),        float1(F32, Sem::frcp)),
            inst("v_rcp_iflag_f32",     0x2b, dst(F32),     src(F32),        float1(F32, Sem::frcp)),
            inst("v_rsq_f32",           0x2e, dst(F32),     src(F32),        float1(F32, Sem::frsq)),
            inst("v_rcp_f64",           0x2f, dst(F64),     src(F64),        float1(F64, Sem::frcp)),
            inst("v_rsq_f64",           0x31, dst(F64),     src(F64),        float1(F64, Sem::frsq)),
            inst("v_sqrt_f32",          0x33, dst(F32),     src(F32),        float1(F32, Sem::fsqrt)),
            inst("v_sqrt_f64",          0x34, dst(F64),     src(F64),        float1(F64, Sem::fsqrt)),
            inst("v_sin_f32",           0x35, dst(F32),     src(F32),        float1(F32, Sem::fsin)),
            inst("v_cos_f32",           0x36, dst(F32),     src(F32),        float1(F32, Sem::fcos)),
            inst("v_not_b32",           0x37, dst(B32),     src(B32),        one(Sem::not)),
            inst("v_bfrev_b32",         0x38, dst(B32),     src(B32),        one(Sem::reverse)),
            inst("v_ffbh_u32",          0x39, dst(U32),     src(U32),        one(Sem::leadingZeros)),
            inst("v_ffbl_b32",          0x3a, dst(U32),     src(B32),        one(Sem::lowestBit)),
            inst("v_ffbh_i32",          0x3b, dst(U32),     src(I32),        Sop1::leadingSigns),
            inst("v_frexp_exp_i32_f64", 0x3c, dst(I32),     src(F64),        float1(F64, Sem::frexpExponent)),
            inst("v_frexp_mant_f64",    0x3d, dst(F64),     src(F64),        float1(F64, Sem::frexpMantissa)),
            inst("v_fract_f64",         0x3e, dst(F64),     src(F64),        float1(F64, Sem::ffract)),
            inst("v_frexp_exp_i32_f32", 0x3f, dst(I32),     src(F32),        float1(F32, Sem::frexpExponent)),
            inst("v_frexp_mant_f32",    0x40, dst(F32),     src(F32),        float1(F32, Sem::frexpMantissa)),
            inst("v_clrexcp",           0x41, dst(),        src(),           new Effect.Flow(Effect.Flow.Kind.CLEAR_EXCEPTIONS), BARE_NAME, NO_SDWA, NO_DPP),
            inst("v_movreld_b32",       0x42, dst(B32),     src(B32, M0),    Vop1::moveRelativeDestination, RELATIVE),
            inst("v_movrels_b32",       0x43, dst(B32),     src(B32, M0),    Vop1::moveRelativeSource, RELATIVE),
            inst("v_movrelsd_b32",      0x44, dst(B32),     src(B32, M0),    Vop1::moveRelative, RELATIVE),
            inst("v_movrelsd_2_b32",    0x48, dst(B32),     src(B32, M0),    Vop1::moveRelativeApart, RELATIVE),
            inst("v_cvt_f16_u16",       0x50, dst(F16),     src(U16),        float1(F16, Sem::fromUnsigned), FOLLOWS_ROUND_MODE),
            inst("v_cvt_f16_i16",       0x51, dst(F16),     src(I16),        float1(F16, Sem::fromSigned), FOLLOWS_ROUND_MODE),
            inst("v_cvt_u16_f16",       0x52, dst(U16),     src(F16),        float1(F16, Sem::toUnsigned)),
            inst("v_cvt_i16_f16",       0x53, dst(I16),     src(F16),        float1(F16, Sem::toSigned)),
            inst("v_rcp_f16",           0x54, dst(F16),     src(F16),        float1(F16, Sem::frcp)),
            inst("v_sqrt_f16",          0x55, dst(F16),     src(F16),        float1(F16, Sem::fsqrt)),
            inst("v_rsq_f16",           0x56, dst(F16),     src(F16),        float1(F16, Sem::frsq)),
            inst("v_log_f16",           0x57, dst(F16),     src(F16),        float1(F16, Sem::flog)),
            inst("v_exp_f16",           0x58, dst(F16),     src(F16),        float1(F16, Sem::fexp)),
            inst("v_frexp_mant_f16",    0x59, dst(F16),     src(F16),        float1(F16, Sem::frexpMantissa)),
            inst("v_frexp_exp_i16_f16", 0x5a, dst(I16),     src(F16),        float1(F16, Sem::frexpExponent)),
            inst("v_floor_f16",         0x5b, dst(F16),     src(F16),        float1(F16, Sem::ffloor)),
            inst("v_ceil_f16",          0x5c, dst(F16),     src(F16),        float1(F16, Sem::fceil)),
            inst("v_trunc_f16",         0x5d, dst(F16),     src(F16),        float1(F16, Sem::ftrunc)),
            inst("v_rndne_f16",         0x5e, dst(F16),     src(F16),        float1(F16, Sem::frndne)),
            inst("v_fract_f16",         0x5f, dst(F16),     src(F16),        float1(F16, Sem::ffract)),
            inst("v_sin_f16",           0x60, dst(F16),     src(F16),        float1(F16, Sem::fsin)),
            inst("v_cos_f16",           0x61, dst(F16),     src(F16),        float1(F16, Sem::fcos)),
            inst("v_sat_pk_u8_i16",     0x62, dst(B16),     src(B32),        Vop1::saturateBytes),
            inst("v_cvt_norm_i16_f16",  0x63, dst(I16),     src(F16),        float1(F16, Sem::toSnorm16)),
            inst("v_cvt_norm_u16_f16",  0x64, dst(U16),     src(F16),        float1(F16, Sem::toUnorm16)),
            inst("v_swap_b32",          0x65, dst(B32),     src(V32),        Vop1::swap, NO_E64, NO_SDWA, NO_DPP, READS_DESTINATION, BARE_NAME),
            inst("v_swaprel_b32",       0x68, dst(B32),     src(V32, M0),    Vop1::swapRelative, NO_E64, NO_SDWA, NO_DPP, READS_DESTINATION, RELATIVE,
                    BARE_NAME));

    private Vop1() {
    }

    static <V> void move(Sem<V> s) { s.out(s.in(0)); }
    static <V> void readFirstLane(Sem<V> s) { s.out(s.readFirstLane(0)); }
    static <V> void narrowToHalf(Sem<V> s) { s.out(s.fconvert(FloatFormat.F32, FloatFormat.F16, s.in(0))); }
    static <V> void widenHalf(Sem<V> s) { s.out(s.fconvert(FloatFormat.F16, FloatFormat.F32, s.in(0))); }
    static <V> void narrowDouble(Sem<V> s) { s.out(s.fconvert(FloatFormat.F64, FloatFormat.F32, s.in(0))); }
    static <V> void widenToDouble(Sem<V> s) { s.out(s.fconvert(FloatFormat.F32, FloatFormat.F64, s.in(0))); }
    static <V> void byte0(Sem<V> s) { byteToFloat(s, 0); }
    static <V> void byte1(Sem<V> s) { byteToFloat(s, 8); }
    static <V> void byte2(Sem<V> s) { byteToFloat(s, 16); }
    static <V> void byte3(Sem<V> s) { byteToFloat(s, 24); }

    /** The byte is taken after SDWA's selection and sign extension (rule C-049). */
    private static <V> void byteToFloat(Sem<V> s, int shift) {
        s.out(s.fromUnsigned(FloatFormat.F32, s.and(s.lshr(s.in(0), s.word(shift)), s.word(0xff))));
    }

    /** The low four bits as a signed number of sixteenths. */
    static <V> void offsetFromNibble(Sem<V> s) {
        V number = s.fromSigned(FloatFormat.F32, s.ashr(s.shl(s.in(0), s.word(28)), s.word(28)));
        s.out(s.fmul(FloatFormat.F32, number, s.word(0x3d800000)));
    }

    static <V> void moveRelativeDestination(Sem<V> s) { s.outRelative(s.m0(), s.in(0)); }
    static <V> void moveRelativeSource(Sem<V> s) { s.out(s.inRelative(0, s.m0())); }
    static <V> void moveRelative(Sem<V> s) { s.outRelative(s.m0(), s.inRelative(0, s.m0())); }

    /** The source moves by M0[7:0], the destination by M0[23:16]. */
    static <V> void moveRelativeApart(Sem<V> s) {
        V from = s.and(s.m0(), s.word(0xff));
        V to = s.and(s.lshr(s.m0(), s.word(16)), s.word(0xff));
        s.outRelative(to, s.inRelative(0, from));
    }

    /** Both signed halves clamped to 0..255, as two bytes. */
    static <V> void saturateBytes(Sem<V> s) {
        V low = clampByte(s, s.signExtend16(s.in(0)));
        V high = clampByte(s, s.ashr(s.in(0), s.word(16)));
        s.out(s.or(low, s.shl(high, s.word(8))));
    }

    private static <V> V clampByte(Sem<V> s, V word) {
        return s.smax(s.smin(word, s.word(255)), s.word(0));
    }

    static <V> void swap(Sem<V> s) { s.swap(0, s.word(0), s.word(0)); }

    /** The source moves by M0[7:0], the destination by M0[23:16]. */
    static <V> void swapRelative(Sem<V> s) {
        V from = s.and(s.m0(), s.word(0xff));
        V to = s.and(s.lshr(s.m0(), s.word(16)), s.word(0xff));
        s.swap(0, from, to);
    }
}
