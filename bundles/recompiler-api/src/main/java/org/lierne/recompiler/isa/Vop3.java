package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.Instruction.Trait.*;
import static org.lierne.recompiler.isa.InstructionTable.*;
import static org.lierne.recompiler.isa.Patterns.*;

import java.util.ArrayList;
import java.util.List;

/** VOP3: the vector instructions that exist in this encoding only. Documented: RDNA 2 ISA, "VOP3A & VOP3B". */
final class Vop3 {
    private static final OperandSpec LANE = scalarSource(B32);
    private static final OperandSpec V32 = vector(B32);
    private static final OperandSpec S32 = scalar(B32);
    private static final OperandSpec ATTRIBUTE = place(F32, Place.ATTRIBUTE);

    static final InstructionTable TABLE = InstructionTable.table(Encoding.VOP3,
            inst("v_mad_legacy_f32",     0x140, dst(F32),       src(F32, F32, F32), three(Sem::fmadLegacy), ASSUMED),
            inst("v_mad_f32",            0x141, dst(F32),       src(F32, F32, F32), three(Sem::fmad), ASSUMED),
            inst("v_mad_i32_i24",        0x142, dst(I32),       src(I32, I32, I32), Vop3::mad24Signed, INTEGER_CLAMP),
            inst("v_mad_u32_u24",        0x143, dst(U32),       src(U32, U32, U32), Vop3::mad24, INTEGER_CLAMP),
            inst("v_cubeid_f32",         0x144, dst(F32),       src(F32, F32, F32), three(Sem::fcubeId), OMOD_ALWAYS),
            inst("v_cubesc_f32",         0x145, dst(F32),       src(F32, F32, F32), three(Sem::fcubeS), OMOD_ALWAYS),
            inst("v_cubetc_f32",         0x146, dst(F32),       src(F32, F32, F32), three(Sem::fcubeT), OMOD_ALWAYS),
            inst("v_cubema_f32",         0x147, dst(F32),       src(F32, F32, F32), three(Sem::fcubeMajor), OMOD_ALWAYS),
            inst("v_bfe_u32",            0x148, dst(U32),       src(U32, U32, U32), Vop3::extractUnsigned),
            inst("v_bfe_i32",            0x149, dst(I32),       src(I32, U32, U32), Vop3::extractSigned),
            inst("v_bfi_b32",            0x14a, dst(B32),       src(B32, B32, B32), Vop3::insert),
            inst("v_fma_f32",            0x14b, dst(F32),       src(F32, F32, F32), float3(F32, Sem::ffma)),
            inst("v_fma_f64",            0x14c, dst(F64),       src(F64, F64, F64), float3(F64, Sem::ffma), ASSUMED),
            inst("v_lerp_u8",            0x14d, dst(U32),       src(U32, U32, U32), Vop3::lerpBytes),
            inst("v_alignbit_b32",       0x14e, dst(B32),       src(B32, B32, U32), Vop3::alignBits),
            inst("v_alignbyte_b32",      0x14f, dst(B32),       src(B32, B32, U32), Vop3::alignBytes),
            inst("v_mullit_f32",         0x150, dst(F32),       src(F32, F32, F32), three(Sem::fmullit)),
            inst("v_min3_f32",           0x151, dst(F32),       src(F32, F32, F32), float3(F32, Sem::fmin3)),
            inst("v_min3_i32",           0x152, dst(I32),       src(I32, I32, I32), three(Vop3::minSigned)),
            inst("v_min3_u32",           0x153, dst(U32),       src(U32, U32, U32), three(Vop3::minUnsigned)),
            inst("v_max3_f32",           0x154, dst(F32),       src(F32, F32, F32), float3(F32, Sem::fmax3)),
            inst("v_max3_i32",           0x155, dst(I32),       src(I32, I32, I32), three(Vop3::maxSigned)),
            inst("v_max3_u32",           0x156, dst(U32),       src(U32, U32, U32), three(Vop3::maxUnsigned)),
            inst("v_med3_f32",           0x157, dst(F32),       src(F32, F32, F32), float3(F32, Sem::fmed3)),
            inst("v_med3_i32",           0x158, dst(I32),       src(I32, I32, I32), three(Vop3::middleSigned)),
            inst("v_med3_u32",           0x159, dst(U32),       src(U32, U32, U32), three(Vop3::middleUnsigned)),
            inst("v_sad_u8",             0x15a, dst(U32),       src(U32, U32, U32), Vop3::sadBytes, INTEGER_CLAMP),
            inst("v_sad_hi_u8",          0x15b, dst(U32),       src(U32, U32, U32), Vop3::sadBytesHigh, INTEGER_CLAMP),
            inst("v_sad_u16",            0x15c, dst(U32),       src(U32, U32, U32), Vop3::sadHalves, INTEGER_CLAMP),
            inst("v_sad_u32",            0x15d, dst(U32),       src(U32, U32, U32), Vop3::sadWords, INTEGER_CLAMP),
            inst("v_cvt_pk_u8_f32",      0x15e, dst(U32),       src(F32, U32, U32), Vop3::packByte),
            inst("v_div_fixup_f32",      0x15f, dst(F32),       src(F32, F32, F32), float3(F32, Sem::fdivFixup), MEASURED),
            inst("v_div_fixup_f64",      0x160, dst(F64),       src(F64, F64, F64), float3(F64, Sem::fdivFixup)),
            inst("v_add_f64",            0x164, dst(F64),       src(F64, F64),      float2(F64, Sem::fadd)),
            inst("v_mul_f64",            0x165, dst(F64),       src(F64, F64),      float2(F64, Sem::fmul)),
            inst("v_min_f64",            0x166, dst(F64),       src(F64, F64),      float2(F64, Sem::fmin)),
            inst("v_max_f64",            0x167, dst(F64),       src(F64, F64),      float2(F64, Sem::fmax)),
            inst("v_ldexp_f64",          0x168, dst(F64),       src(F64, I32),      float2(F64, Sem::fldexp)),
            inst("v_mul_lo_u32",         0x169, dst(U32),       src(U32, U32),      two(Sem::mul)),
            inst("v_mul_hi_u32",         0x16a, dst(U32),       src(U32, U32),      two(Sem::mulHighUnsigned)),
            inst("v_mul_lo_i32",         0x16b, dst(I32),       src(I32, I32),      two(Sem::mul)),
            inst("v_mul_hi_i32",         0x16c, dst(I32),       src(I32, I32),      two(Sem::mulHighSigned)),
            inst("v_div_scale_f32",      0x16d, dst(F32, MASK), src(F32, F32, F32), float3(F32, Sem::fdivScale), SCALAR_DESTINATION),
            inst("v_div_scale_f64",      0x16e, dst(F64, MASK), src(F64, F64, F64), float3(F64, Sem::fdivScale), SCALAR_DESTINATION),
            inst("v_div_fmas_f32",       0x16f, dst(F32),       src(F32, F32, F32, Implicit.VCC), float3(F32, Sem::fdivFmas)),
            inst("v_div_fmas_f64",       0x170, dst(F64),       src(F64, F64, F64, Implicit.VCC), float3(F64, Sem::fdivFmas), ASSUMED),
            inst("v_msad_u8",            0x171, dst(U32),       src(U32, U32, U32), Vop3::maskedSad, INTEGER_CLAMP),
            inst("v_qsad_pk_u16_u8",     0x172, dst(B64),       src(B64, B32, B64), Vop3::quadSad, INTEGER_CLAMP),
            inst("v_mqsad_pk_u16_u8",    0x173, dst(B64),       src(B64, B32, B64), Vop3::maskedQuadSad, INTEGER_CLAMP),
            inst("v_trig_preop_f64",     0x174, dst(F64),       src(F64, U32),      two(Sem::ftrigPreop)),
            inst("v_mqsad_u32_u8",       0x175, dst(B128),      src(B64, B32, vector(B128)), Vop3::maskedQuadSadWords, INTEGER_CLAMP),
            inst("v_mad_u64_u32",        0x176, dst(U64, MASK), src(U32, U32, U64), Vop3::madWide, SCALAR_DESTINATION, INTEGER_CLAMP),
            inst("v_mad_i64_i32",        0x177, dst(I64, MASK), src(I32, I32, I64), Vop3::madWideSigned, SCALAR_DESTINATION, INTEGER_CLAMP),
            inst("v_xor3_b32",           0x178, dst(B32),       src(B32, B32, B32), Vop3::xor3),
            inst("v_interp_p1_f32_e64",  0x200, dst(F32),       src(vector(F32), ATTRIBUTE), interpolate(Effect.Interpolate.Kind.P1_F32)),
            inst("v_interp_p2_f32_e64",  0x201, dst(F32),       src(vector(F32), ATTRIBUTE), interpolate(Effect.Interpolate.Kind.P2_F32), READS_DESTINATION),
            inst("v_interp_mov_f32_e64", 0x202, dst(F32),       src(place(F32, Place.PARAMETER), ATTRIBUTE),
                    interpolate(Effect.Interpolate.Kind.MOV_F32)),
            inst("v_lshlrev_b64",        0x2ff, dst(B64),       src(U32, B64),      reversed(Sem::shl64)),
            inst("v_lshrrev_b64",        0x300, dst(B64),       src(U32, B64),      reversed(Sem::lshr64)),
            inst("v_ashrrev_i64",        0x301, dst(I64),       src(U32, I64),      reversed(Sem::ashr64)),
            inst("v_add_nc_u16",         0x303, dst(U16),       src(U16, U16),      two(Sem::add), OP_SEL, INTEGER_CLAMP),
            inst("v_sub_nc_u16",         0x304, dst(U16),       src(U16, U16),      two(Sem::sub), OP_SEL, INTEGER_CLAMP),
            inst("v_mul_lo_u16",         0x305, dst(U16),       src(U16, U16),      two(Sem::mul), OP_SEL_UNSPELLED),
            inst("v_lshrrev_b16",        0x307, dst(B16),       src(U16, B16),      Vop3::shiftRightHalf, OP_SEL_UNSPELLED),
            inst("v_ashrrev_i16",        0x308, dst(I16),       src(U16, I16),      Vop3::shiftSignedHalf, OP_SEL_UNSPELLED),
            inst("v_max_u16",            0x309, dst(U16),       src(U16, U16),      two(Sem::umax), OP_SEL_UNSPELLED),
            inst("v_max_i16",            0x30a, dst(I16),       src(I16, I16),      signedHalves(Sem::smax), OP_SEL_UNSPELLED),
            inst("v_min_u16",            0x30b, dst(U16),       src(U16, U16),      two(Sem::umin), OP_SEL_UNSPELLED),
            inst("v_min_i16",            0x30c, dst(I16),       src(I16, I16),      signedHalves(Sem::smin), OP_SEL_UNSPELLED),
            inst("v_add_nc_i16",         0x30d, dst(I16),       src(I16, I16),      signedHalves(Sem::add), OP_SEL, INTEGER_CLAMP),
            inst("v_sub_nc_i16",         0x30e, dst(I16),       src(I16, I16),      signedHalves(Sem::sub), OP_SEL, INTEGER_CLAMP),
            inst("v_add_co_u32",         0x30f, dst(U32, MASK), src(U32, U32),      Vop3::addCarryOut, SCALAR_DESTINATION, INTEGER_CLAMP),
            inst("v_sub_co_u32",         0x310, dst(U32, MASK), src(U32, U32),      Vop3::subBorrowOut, SCALAR_DESTINATION, INTEGER_CLAMP),
            inst("v_pack_b32_f16",       0x311, dst(B32),       src(F16, F16),      Vop3::packHalves, OP_SEL),
            inst("v_cvt_pknorm_i16_f16", 0x312, dst(B32),       src(F16, F16),      Vop3::packSnormHalves, OP_SEL),
            inst("v_cvt_pknorm_u16_f16", 0x313, dst(B32),       src(F16, F16),      Vop3::packUnormHalves, OP_SEL),
            inst("v_lshlrev_b16",        0x314, dst(B16),       src(U16, B16),      Vop3::shiftLeftHalf, OP_SEL_UNSPELLED),
            inst("v_subrev_co_u32",      0x319, dst(U32, MASK), src(U32, U32),      Vop3::subrevBorrowOut, SCALAR_DESTINATION, INTEGER_CLAMP),
            inst("v_mad_u16",            0x340, dst(U16),       src(U16, U16, U16), Vop3::madHalf, OP_SEL, INTEGER_CLAMP),
            inst("v_interp_p1ll_f16",    0x342, dst(F32),       src(vector(F32), ATTRIBUTE), interpolate(Effect.Interpolate.Kind.P1LL_F16), ASSUMED),
            inst("v_interp_p1lv_f16",    0x343, dst(F32),       src(vector(F32), ATTRIBUTE, vector(F16)),
                    interpolate(Effect.Interpolate.Kind.P1LV_F16), ASSUMED),
            inst("v_perm_b32",           0x344, dst(B32),       src(B32, B32, B32), Vop3::permuteBytes),
            inst("v_xad_u32",            0x345, dst(U32),       src(U32, U32, U32), Vop3::xorAdd),
            inst("v_lshl_add_u32",       0x346, dst(U32),       src(U32, U32, U32), Vop3::shiftAdd),
            inst("v_add_lshl_u32",       0x347, dst(U32),       src(U32, U32, U32), Vop3::addShift),
            inst("v_fma_f16",            0x34b, dst(F16),       src(F16, F16, F16), float3(F16, Sem::ffma), OP_SEL),
            inst("v_min3_f16",           0x351, dst(F16),       src(F16, F16, F16), float3(F16, Sem::fmin3), OP_SEL, ASSUMED),
            inst("v_min3_i16",           0x352, dst(I16),       src(I16, I16, I16), signedHalves3(Vop3::minSigned), OP_SEL),
            inst("v_min3_u16",           0x353, dst(U16),       src(U16, U16, U16), three(Vop3::minUnsigned), OP_SEL),
            inst("v_max3_f16",           0x354, dst(F16),       src(F16, F16, F16), float3(F16, Sem::fmax3), OP_SEL, ASSUMED),
            inst("v_max3_i16",           0x355, dst(I16),       src(I16, I16, I16), signedHalves3(Vop3::maxSigned), OP_SEL),
            inst("v_max3_u16",           0x356, dst(U16),       src(U16, U16, U16), three(Vop3::maxUnsigned), OP_SEL),
            inst("v_med3_f16",           0x357, dst(F16),       src(F16, F16, F16), float3(F16, Sem::fmed3), OP_SEL, ASSUMED),
            inst("v_med3_i16",           0x358, dst(I16),       src(I16, I16, I16), signedHalves3(Vop3::middleSigned), OP_SEL),
            inst("v_med3_u16",           0x359, dst(U16),       src(U16, U16, U16), three(Vop3::middleUnsigned), OP_SEL),
            inst("v_interp_p2_f16",      0x35a, dst(F16),       src(vector(F32), ATTRIBUTE, vector(F32)),
                    interpolate(Effect.Interpolate.Kind.P2_F16), ASSUMED),
            inst("v_mad_i16",            0x35e, dst(I16),       src(I16, I16, I16), Vop3::madHalfSigned, OP_SEL, INTEGER_CLAMP),
            inst("v_div_fixup_f16",      0x35f, dst(F16),       src(F16, F16, F16), float3(F16, Sem::fdivFixup), OP_SEL, MEASURED),
            inst("v_readlane_b32",       0x360, dst(S32),       src(V32, LANE),     Vop3::readLane, IGNORES_EXEC),
            inst("v_writelane_b32",      0x361, dst(B32),       src(LANE, LANE),    Vop3::writeLane, IGNORES_EXEC, READS_DESTINATION),
            inst("v_ldexp_f32",          0x362, dst(F32),       src(F32, I32),      float2(F32, Sem::fldexp)),
            inst("v_bfm_b32",            0x363, dst(B32),       src(U32, U32),      Sop2::mask),
            inst("v_bcnt_u32_b32",       0x364, dst(U32),       src(B32, U32),      Vop3::countBits),
            inst("v_mbcnt_lo_u32_b32",   0x365, dst(U32),       src(B32, U32),      Vop3::countLanesLow),
            inst("v_mbcnt_hi_u32_b32",   0x366, dst(U32),       src(B32, U32),      Vop3::countLanesHigh),
            inst("v_cvt_pknorm_i16_f32", 0x368, dst(B32),       src(F32, F32),      Vop3::packSnorm),
            inst("v_cvt_pknorm_u16_f32", 0x369, dst(B32),       src(F32, F32),      Vop3::packUnorm),
            inst("v_cvt_pk_u16_u32",     0x36a, dst(B32),       src(U32, U32),      Vop3::packUnsigned),
            inst("v_cvt_pk_i16_i32",     0x36b, dst(B32),       src(I32, I32),      Vop3::packSigned),
            inst("v_add3_u32",           0x36d, dst(U32),       src(U32, U32, U32), Vop3::add3),
            inst("v_lshl_or_b32",        0x36f, dst(B32),       src(B32, U32, B32), Vop3::shiftOr),
            inst("v_and_or_b32",         0x371, dst(B32),       src(B32, B32, B32), Vop3::andOr),
            inst("v_or3_b32",            0x372, dst(B32),       src(B32, B32, B32), Vop3::or3),
            inst("v_mad_u32_u16",        0x373, dst(U32),       src(U16, U16, U32), Vop3::madHalfWide, OP_SEL, INTEGER_CLAMP),
            inst("v_mad_i32_i16",        0x375, dst(I32),       src(I16, I16, I32), Vop3::madHalfWideSigned, OP_SEL, INTEGER_CLAMP),
            inst("v_sub_nc_i32",         0x376, dst(I32),       src(I32, I32),      two(Sem::sub), INTEGER_CLAMP),
            inst("v_permlane16_b32",     0x377, dst(B32),       src(V32, LANE, LANE), Vop3::permuteRow, OP_SEL, READS_DESTINATION),
            inst("v_permlanex16_b32",    0x378, dst(B32),       src(V32, LANE, LANE), Vop3::permuteAcross, OP_SEL, READS_DESTINATION),
            inst("v_add_nc_i32",         0x37f, dst(I32),       src(I32, I32),      two(Sem::add), INTEGER_CLAMP));

    private Vop3() {
    }

    private static Effect interpolate(Effect.Interpolate.Kind kind) {
        return new Effect.Interpolate(kind);
    }

    static <V> void mad24Signed(Sem<V> s) {
        s.out(s.add(s.mul(Vop2.low24Signed(s, s.in(0)), Vop2.low24Signed(s, s.in(1))), s.in(2)));
    }

    static <V> void mad24(Sem<V> s) {
        s.out(s.add(s.mul(Vop2.low24(s, s.in(0)), Vop2.low24(s, s.in(1))), s.in(2)));
    }

    static <V> void extractUnsigned(Sem<V> s) {
        s.out(s.extractUnsigned(s.in(0), low5(s, s.in(1)), low5(s, s.in(2))));
    }

    static <V> void extractSigned(Sem<V> s) {
        s.out(s.extractSigned(s.in(0), low5(s, s.in(1)), low5(s, s.in(2))));
    }

    private static <V> V low5(Sem<V> s, V word) {
        return s.and(word, s.word(31));
    }

    static <V> void insert(Sem<V> s) {
        s.out(s.or(s.and(s.in(0), s.in(1)), s.and(s.not(s.in(0)), s.in(2))));
    }

    /** Each byte: the mean of two, rounded up where the third has its lowest bit set. */
    static <V> void lerpBytes(Sem<V> s) {
        V sum = s.word(0);
        for (int shift = 0; shift < 32; shift += 8) {
            V both = s.add(s.add(octet(s, s.in(0), shift), octet(s, s.in(1), shift)), s.and(s.lshr(s.in(2), s.word(shift)), s.word(1)));
            sum = s.or(sum, s.shl(s.lshr(both, s.word(1)), s.word(shift)));
        }
        s.out(sum);
    }

    private static <V> V octet(Sem<V> s, V word, int shift) {
        return s.and(s.lshr(word, s.word(shift)), s.word(0xff));
    }

    static <V> void alignBits(Sem<V> s) {
        s.out(s.low(s.lshr64(s.pair(s.in(1), s.in(0)), s.and(s.in(2), s.word(31)))));
    }

    static <V> void alignBytes(Sem<V> s) {
        s.out(s.low(s.lshr64(s.pair(s.in(1), s.in(0)), s.shl(s.and(s.in(2), s.word(3)), s.word(3)))));
    }

    static <V> V minSigned(Sem<V> s, V a, V b, V c) {
        return s.smin(s.smin(a, b), c);
    }

    static <V> V minUnsigned(Sem<V> s, V a, V b, V c) {
        return s.umin(s.umin(a, b), c);
    }

    static <V> V maxSigned(Sem<V> s, V a, V b, V c) {
        return s.smax(s.smax(a, b), c);
    }

    static <V> V maxUnsigned(Sem<V> s, V a, V b, V c) {
        return s.umax(s.umax(a, b), c);
    }

    static <V> V middleSigned(Sem<V> s, V a, V b, V c) {
        return s.smax(s.smin(a, b), s.smin(s.smax(a, b), c));
    }

    static <V> V middleUnsigned(Sem<V> s, V a, V b, V c) {
        return s.umax(s.umin(a, b), s.umin(s.umax(a, b), c));
    }

    private static <V> V distance(Sem<V> s, V a, V b) {
        return s.sub(s.umax(a, b), s.umin(a, b));
    }

    private static <V> V byteDistances(Sem<V> s, V a, V b) {
        V sum = s.word(0);
        for (int shift = 0; shift < 32; shift += 8) {
            sum = s.add(sum, distance(s, octet(s, a, shift), octet(s, b, shift)));
        }
        return sum;
    }

    /** Bytes of the reference {@code b} that are zero do not count. */
    private static <V> V maskedByteDistances(Sem<V> s, V a, V b) {
        V sum = s.word(0);
        for (int shift = 0; shift < 32; shift += 8) {
            V reference = octet(s, b, shift);
            V apart = distance(s, octet(s, a, shift), reference);
            sum = s.add(sum, s.select(s.eq(reference, s.word(0)), s.word(0), apart));
        }
        return sum;
    }

    static <V> void sadBytes(Sem<V> s) { s.out(s.add(byteDistances(s, s.in(0), s.in(1)), s.in(2))); }
    static <V> void sadBytesHigh(Sem<V> s) { s.out(s.add(s.shl(byteDistances(s, s.in(0), s.in(1)), s.word(16)), s.in(2))); }
    static <V> void maskedSad(Sem<V> s) { s.out(s.add(maskedByteDistances(s, s.in(0), s.in(1)), s.in(2))); }
    static <V> void sadWords(Sem<V> s) { s.out(s.add(distance(s, s.in(0), s.in(1)), s.in(2))); }

    static <V> void sadHalves(Sem<V> s) {
        V mask = s.word(0xffff);
        V sixteen = s.word(16);
        V low = distance(s, s.and(s.in(0), mask), s.and(s.in(1), mask));
        V high = distance(s, s.lshr(s.in(0), sixteen), s.lshr(s.in(1), sixteen));
        s.out(s.add(s.add(low, high), s.in(2)));
    }

    static <V> void quadSad(Sem<V> s) { quad(s, false); }
    static <V> void maskedQuadSad(Sem<V> s) { quad(s, true); }

    /** Four windows of the long S0, one byte apart, against S1; the sums are added to the halves of S2 (each saturating). */
    private static <V> void quad(Sem<V> s, boolean masked) {
        V low = s.word(0);
        V high = s.word(0);
        for (int k = 0; k < 4; k++) {
            V window = s.low(s.lshr64(s.in(0), s.word(8 * k)));
            V sum = masked ? maskedByteDistances(s, window, s.in(1)) : byteDistances(s, window, s.in(1));
            V addend = s.and(s.low(s.lshr64(s.in(2), s.word(16 * k))), s.word(0xffff));
            V total = s.shl(s.and(s.add(sum, addend), s.word(0xffff)), s.word(16 * (k & 1)));
            low = k < 2 ? s.or(low, total) : low;
            high = k < 2 ? high : s.or(high, total);
        }
        s.out(s.pair(low, high));
    }

    static <V> void maskedQuadSadWords(Sem<V> s) {
        List<V> sums = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
            V window = s.low(s.lshr64(s.in(0), s.word(8 * k)));
            sums.add(s.add(maskedByteDistances(s, window, s.in(1)), s.inDword(2, k)));
        }
        for (int k = 0; k < 4; k++) {
            s.outDword(k, sums.get(k));
        }
    }

    /** Byte S1[1:0] of S2 replaced by the float as an unsigned byte. */
    static <V> void packByte(Sem<V> s) {
        V shift = s.shl(s.and(s.in(1), s.word(3)), s.word(3));
        V keep = s.not(s.shl(s.word(0xff), shift));
        s.out(s.or(s.and(s.in(2), keep), s.shl(s.toByte(s.in(0)), shift)));
    }

    static <V> void madWide(Sem<V> s) {
        V product = s.mulWideUnsigned(s.in(0), s.in(1));
        V sum = s.add64(product, s.in(2));
        s.outMask(1, s.ult64(sum, product));
        s.out(sum);
    }

    /** The mask is the carry out of the 64-bit signed sum: bit 64 of the sign-extended operands' sum. */
    static <V> void madWideSigned(Sem<V> s) {
        V product = s.mulWideSigned(s.in(0), s.in(1));
        V sum = s.add64(product, s.in(2));
        V overflow = s.and64(s.xor64(product, sum), s.xor64(s.in(2), sum));
        s.outMask(1, s.slt64(overflow, s.wide(0)));
        s.out(sum);
    }

    static <V> void xor3(Sem<V> s) { s.out(s.xor(s.xor(s.in(0), s.in(1)), s.in(2))); }
    static <V> void shiftRightHalf(Sem<V> s) { s.out(s.lshr(s.in(1), s.and(s.in(0), s.word(15)))); }
    static <V> void shiftSignedHalf(Sem<V> s) { s.out(s.ashr(s.signExtend16(s.in(1)), s.and(s.in(0), s.word(15)))); }
    static <V> void shiftLeftHalf(Sem<V> s) { s.out(s.shl(s.in(1), s.and(s.in(0), s.word(15)))); }

    static <V> void addCarryOut(Sem<V> s) {
        V sum = s.add(s.in(0), s.in(1));
        s.outMask(1, s.ult(sum, s.in(0)));
        s.out(sum);
    }

    static <V> void subBorrowOut(Sem<V> s) {
        s.outMask(1, s.ult(s.in(0), s.in(1)));
        s.out(s.sub(s.in(0), s.in(1)));
    }

    static <V> void subrevBorrowOut(Sem<V> s) {
        s.outMask(1, s.ult(s.in(1), s.in(0)));
        s.out(s.sub(s.in(1), s.in(0)));
    }

    static <V> void packHalves(Sem<V> s) { s.outPacked(s.fcanonical(s.in(0)), s.fcanonical(s.in(1))); }

    static <V> void packSnormHalves(Sem<V> s) {
        s.outPacked(s.toSnorm16(FloatFormat.F16, s.in(0)), s.toSnorm16(FloatFormat.F16, s.in(1)));
    }

    static <V> void packUnormHalves(Sem<V> s) {
        s.outPacked(s.toUnorm16(FloatFormat.F16, s.in(0)), s.toUnorm16(FloatFormat.F16, s.in(1)));
    }

    static <V> void packSnorm(Sem<V> s) {
        s.outPacked(s.toSnorm16(FloatFormat.F32, s.in(0)), s.toSnorm16(FloatFormat.F32, s.in(1)));
    }

    static <V> void packUnorm(Sem<V> s) {
        s.outPacked(s.toUnorm16(FloatFormat.F32, s.in(0)), s.toUnorm16(FloatFormat.F32, s.in(1)));
    }

    static <V> void packUnsigned(Sem<V> s) {
        V top = s.word(0xffff);
        s.outPacked(s.umin(s.in(0), top), s.umin(s.in(1), top));
    }

    static <V> void packSigned(Sem<V> s) {
        s.outPacked(clampHalf(s, s.in(0)), clampHalf(s, s.in(1)));
    }

    private static <V> V clampHalf(Sem<V> s, V word) {
        return s.and(s.smax(s.smin(word, s.word(0x7fff)), s.word(-0x8000)), s.word(0xffff));
    }

    static <V> void madHalf(Sem<V> s) { s.out(s.add(s.mul(s.in(0), s.in(1)), s.in(2))); }

    static <V> void madHalfSigned(Sem<V> s) {
        s.out(s.add(s.mul(s.signExtend16(s.in(0)), s.signExtend16(s.in(1))), s.signExtend16(s.in(2))));
    }

    static <V> void madHalfWide(Sem<V> s) { s.out(s.add(s.mul(s.in(0), s.in(1)), s.in(2))); }

    static <V> void madHalfWideSigned(Sem<V> s) {
        s.out(s.add(s.mul(s.signExtend16(s.in(0)), s.signExtend16(s.in(1))), s.in(2)));
    }

    /**
     * Each byte of S2 picks one of the eight bytes of S0:S1 (0..7, S1 the low four), or the sign of a half (8..11: bytes 1, 3, 5, 7),
     * or zero (12), or ones (13 and above).
     */
    static <V> void permuteBytes(Sem<V> s) {
        V eight = s.pair(s.in(1), s.in(0));
        V result = s.word(0);
        for (int shift = 0; shift < 32; shift += 8) {
            V pick = octet(s, s.in(2), shift);
            V plain = s.and(s.low(s.lshr64(eight, s.shl(s.and(pick, s.word(7)), s.word(3)))), s.word(0xff));
            V signAt = s.add(s.shl(s.and(pick, s.word(3)), s.word(4)), s.word(15));
            V sign = s.sub(s.word(0), s.and(s.low(s.lshr64(eight, signAt)), s.word(1)));
            V special = s.select(s.ult(pick, s.word(12)), s.and(sign, s.word(0xff)),
                    s.select(s.eq(pick, s.word(12)), s.word(0), s.word(0xff)));
            V value = s.select(s.ult(pick, s.word(8)), plain, special);
            result = s.or(result, s.shl(value, s.word(shift)));
        }
        s.out(result);
    }

    static <V> void xorAdd(Sem<V> s) { s.out(s.add(s.xor(s.in(0), s.in(1)), s.in(2))); }
    static <V> void shiftAdd(Sem<V> s) { s.out(s.add(s.shl(s.in(0), s.in(1)), s.in(2))); }
    static <V> void addShift(Sem<V> s) { s.out(s.shl(s.add(s.in(0), s.in(1)), s.in(2))); }
    static <V> void readLane(Sem<V> s) { s.out(s.readLane(0, s.in(1))); }
    static <V> void writeLane(Sem<V> s) { s.writeLane(s.in(0), s.in(1)); }
    static <V> void countBits(Sem<V> s) { s.out(s.add(s.bitCount(s.in(0)), s.in(1))); }

    /** Set bits of S0 among the lanes below this one, of lanes 0 to 31. */
    static <V> void countLanesLow(Sem<V> s) {
        V below = s.sub(s.shl(s.word(1), s.laneId()), s.word(1));
        V mask = s.select(s.ult(s.laneId(), s.word(32)), below, s.word(-1));
        s.out(s.add(s.bitCount(s.and(s.in(0), mask)), s.in(1)));
    }

    /** The same for lanes 32 to 63. */
    static <V> void countLanesHigh(Sem<V> s) {
        V below = s.sub(s.shl(s.word(1), s.sub(s.laneId(), s.word(32))), s.word(1));
        V mask = s.select(s.ult(s.laneId(), s.word(32)), s.word(0), below);
        s.out(s.add(s.bitCount(s.and(s.in(0), mask)), s.in(1)));
    }

    static <V> void add3(Sem<V> s) { s.out(s.add(s.add(s.in(0), s.in(1)), s.in(2))); }
    static <V> void shiftOr(Sem<V> s) { s.out(s.or(s.shl(s.in(0), s.in(1)), s.in(2))); }
    static <V> void andOr(Sem<V> s) { s.out(s.or(s.and(s.in(0), s.in(1)), s.in(2))); }
    static <V> void or3(Sem<V> s) { s.out(s.or(s.or(s.in(0), s.in(1)), s.in(2))); }
    static <V> void permuteRow(Sem<V> s) { s.permuteRow(0, s.in(1), s.in(2), false); }
    static <V> void permuteAcross(Sem<V> s) { s.permuteRow(0, s.in(1), s.in(2), true); }
}
