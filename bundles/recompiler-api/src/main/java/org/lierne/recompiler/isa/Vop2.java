package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.Instruction.Trait.*;
import static org.lierne.recompiler.isa.InstructionTable.*;
import static org.lierne.recompiler.isa.Patterns.*;

/** VOP2: two vector sources. Documented: RDNA 2 ISA, "VOP2"; v_mac, v_madmk and v_madak are those of RDNA 1. */
final class Vop2 {
    private static final OperandSpec VCC = place(MASK, Place.VCC_SHOWN);
    private static final OperandSpec K32 = place(F32, Place.LITERAL);
    private static final OperandSpec K16 = place(F16, Place.LITERAL);
    private static final OperandSpec V32 = vector(F32);
    private static final OperandSpec V16 = vector(F16);

    static final InstructionTable TABLE = InstructionTable.table(Encoding.VOP2,
            inst("v_illegal",           0x00, dst(),         src(),              new Effect.Flow(Effect.Flow.Kind.ILLEGAL), BARE_NAME, NO_E64, NO_SDWA, NO_DPP),
            inst("v_cndmask_b32",       0x01, dst(B32),      src(F32, F32, VCC), Vop2::chooseByMask),
            inst("v_add_f32",           0x03, dst(F32),      src(F32, F32),      float2(F32, Sem::fadd)),
            inst("v_sub_f32",           0x04, dst(F32),      src(F32, F32),      float2(F32, Sem::fsub)),
            inst("v_subrev_f32",        0x05, dst(F32),      src(F32, F32),      float2Reversed(F32, Sem::fsub)),
            inst("v_mac_legacy_f32",    0x06, dst(F32),      src(F32, F32),      into(Sem::fmadLegacy), READS_DESTINATION, NO_SDWA, NO_DPP, ASSUMED),
            inst("v_mul_legacy_f32",    0x07, dst(F32),      src(F32, F32),      two(Sem::fmulLegacy)),
            inst("v_mul_f32",           0x08, dst(F32),      src(F32, F32),      float2(F32, Sem::fmul)),
            inst("v_mul_i32_i24",       0x09, dst(I32),      src(I32, I32),      Vop2::mul24Signed),
            inst("v_mul_hi_i32_i24",    0x0a, dst(I32),      src(I32, I32),      Vop2::mulHigh24Signed),
            inst("v_mul_u32_u24",       0x0b, dst(U32),      src(U32, U32),      Vop2::mul24),
            inst("v_mul_hi_u32_u24",    0x0c, dst(U32),      src(U32, U32),      Vop2::mulHigh24),
            inst("v_min_f32",           0x0f, dst(F32),      src(F32, F32),      float2(F32, Sem::fmin)),
            inst("v_max_f32",           0x10, dst(F32),      src(F32, F32),      float2(F32, Sem::fmax)),
            inst("v_min_i32",           0x11, dst(I32),      src(I32, I32),      two(Sem::smin)),
            inst("v_max_i32",           0x12, dst(I32),      src(I32, I32),      two(Sem::smax)),
            inst("v_min_u32",           0x13, dst(U32),      src(U32, U32),      two(Sem::umin)),
            inst("v_max_u32",           0x14, dst(U32),      src(U32, U32),      two(Sem::umax)),
            inst("v_lshrrev_b32",       0x16, dst(B32),      src(U32, B32),      reversed(Sem::lshr)),
            inst("v_ashrrev_i32",       0x18, dst(I32),      src(U32, I32),      reversed(Sem::ashr)),
            inst("v_lshlrev_b32",       0x1a, dst(B32),      src(U32, B32),      reversed(Sem::shl)),
            inst("v_and_b32",           0x1b, dst(B32),      src(B32, B32),      two(Sem::and)),
            inst("v_or_b32",            0x1c, dst(B32),      src(B32, B32),      two(Sem::or)),
            inst("v_xor_b32",           0x1d, dst(B32),      src(B32, B32),      two(Sem::xor)),
            inst("v_xnor_b32",          0x1e, dst(B32),      src(B32, B32),      Vop2::xnor),
            inst("v_mac_f32",           0x1f, dst(F32),      src(F32, F32),      into(Sem::fmad), READS_DESTINATION, NO_SDWA, ASSUMED),
            inst("v_madmk_f32",         0x20, dst(F32),      src(F32, K32, V32), three(Sem::fmad), NO_E64, NO_SDWA, NO_DPP, ASSUMED),
            inst("v_madak_f32",         0x21, dst(F32),      src(F32, V32, K32), three(Sem::fmad), NO_E64, NO_SDWA, NO_DPP, ASSUMED),
            inst("v_add_nc_u32",        0x25, dst(U32),      src(U32, U32),      two(Sem::add), INTEGER_CLAMP),
            inst("v_sub_nc_u32",        0x26, dst(U32),      src(U32, U32),      two(Sem::sub), INTEGER_CLAMP),
            inst("v_subrev_nc_u32",     0x27, dst(U32),      src(U32, U32),      reversed(Sem::sub), INTEGER_CLAMP),
            inst("v_add_co_ci_u32",     0x28, dst(U32, VCC), src(U32, U32, VCC), Vop2::addCarry, INTEGER_CLAMP, SCALAR_DESTINATION),
            inst("v_sub_co_ci_u32",     0x29, dst(U32, VCC), src(U32, U32, VCC), Vop2::subBorrow, INTEGER_CLAMP, SCALAR_DESTINATION),
            inst("v_subrev_co_ci_u32",  0x2a, dst(U32, VCC), src(U32, U32, VCC), Vop2::subrevBorrow, INTEGER_CLAMP, SCALAR_DESTINATION),
            inst("v_fmac_f32",          0x2b, dst(F32),      src(F32, F32),      floatInto(F32, Sem::ffma), READS_DESTINATION, NO_SDWA),
            inst("v_fmamk_f32",         0x2c, dst(F32),      src(F32, K32, V32), float3(F32, Sem::ffma), NO_E64, NO_SDWA, NO_DPP),
            inst("v_fmaak_f32",         0x2d, dst(F32),      src(F32, V32, K32), float3(F32, Sem::ffma), NO_E64, NO_SDWA, NO_DPP),
            inst("v_cvt_pkrtz_f16_f32", 0x2f, dst(PK_F16),   src(F32, F32),      Vop2::packTowardZero, FOLLOWS_ROUND_MODE),
            inst("v_add_f16",           0x32, dst(F16),      src(F16, F16),      float2(F16, Sem::fadd)),
            inst("v_sub_f16",           0x33, dst(F16),      src(F16, F16),      float2(F16, Sem::fsub)),
            inst("v_subrev_f16",        0x34, dst(F16),      src(F16, F16),      float2Reversed(F16, Sem::fsub)),
            inst("v_mul_f16",           0x35, dst(F16),      src(F16, F16),      float2(F16, Sem::fmul)),
            inst("v_fmac_f16",          0x36, dst(F16),      src(F16, F16),      floatInto(F16, Sem::ffma), READS_DESTINATION, NO_SDWA),
            inst("v_fmamk_f16",         0x37, dst(F16),      src(F16, K16, V16), float3(F16, Sem::ffma), NO_E64, NO_SDWA, NO_DPP),
            inst("v_fmaak_f16",         0x38, dst(F16),      src(F16, V16, K16), float3(F16, Sem::ffma), NO_E64, NO_SDWA, NO_DPP),
            inst("v_max_f16",           0x39, dst(F16),      src(F16, F16),      float2(F16, Sem::fmax)),
            inst("v_min_f16",           0x3a, dst(F16),      src(F16, F16),      float2(F16, Sem::fmin)),
            inst("v_ldexp_f16",         0x3b, dst(F16),      src(F16, I16),      float2(F16, Sem::fldexp), FLOAT_CONSTANTS),
            inst("v_pk_fmac_f16",       0x3c, dst(PK_F16),   src(PK_F16, PK_F16), Vop2::packedMac, READS_DESTINATION, NO_E64, NO_SDWA, NO_DPP));

    private Vop2() {
    }

    static <V> void chooseByMask(Sem<V> s) { s.out(s.select(s.inMask(2), s.in(1), s.in(0))); }
    static <V> void mul24Signed(Sem<V> s) { s.out(s.mul(low24Signed(s, s.in(0)), low24Signed(s, s.in(1)))); }
    static <V> void mulHigh24Signed(Sem<V> s) { s.out(s.mulHighSigned(low24Signed(s, s.in(0)), low24Signed(s, s.in(1)))); }
    static <V> void mul24(Sem<V> s) { s.out(s.mul(low24(s, s.in(0)), low24(s, s.in(1)))); }
    static <V> void mulHigh24(Sem<V> s) { s.out(s.mulHighUnsigned(low24(s, s.in(0)), low24(s, s.in(1)))); }
    static <V> void xnor(Sem<V> s) { s.out(s.not(s.xor(s.in(0), s.in(1)))); }

    static <V> V low24(Sem<V> s, V word) {
        return s.and(word, s.word(0xffffff));
    }

    static <V> V low24Signed(Sem<V> s, V word) {
        return s.ashr(s.shl(word, s.word(8)), s.word(8));
    }

    static <V> void addCarry(Sem<V> s) {
        V sum = s.add(s.in(0), s.in(1));
        V carried = s.add(sum, s.select(s.inMask(2), s.word(1), s.word(0)));
        s.outMask(1, s.either(s.ult(sum, s.in(0)), s.ult(carried, sum)));
        s.out(carried);
    }

    static <V> void subBorrow(Sem<V> s) { subtract(s, s.in(0), s.in(1)); }
    static <V> void subrevBorrow(Sem<V> s) { subtract(s, s.in(1), s.in(0)); }

    private static <V> void subtract(Sem<V> s, V from, V what) {
        V difference = s.sub(from, what);
        V borrow = s.select(s.inMask(2), s.word(1), s.word(0));
        s.outMask(1, s.either(s.ult(from, what), s.ult(difference, borrow)));
        s.out(s.sub(difference, borrow));
    }

    static <V> void packTowardZero(Sem<V> s) {
        s.outPacked(s.fconvertToHalfTowardZero(s.in(0)), s.fconvertToHalfTowardZero(s.in(1)));
    }

    static <V> void packedMac(Sem<V> s) {
        V mask = s.word(0xffff);
        V old = s.old();
        V sixteen = s.word(16);
        s.outPacked(s.ffma(FloatFormat.F16, s.and(s.in(0), mask), s.and(s.in(1), mask), s.and(old, mask)),
                s.ffma(FloatFormat.F16, s.lshr(s.in(0), sixteen), s.lshr(s.in(1), sixteen), s.lshr(old, sixteen)));
    }
}
