package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.Instruction.Trait.*;
import static org.lierne.recompiler.isa.InstructionTable.*;
import static org.lierne.recompiler.isa.Patterns.*;

/** VOP3P: two halves at once, and mixed precision. Documented: RDNA 2 ISA, "VOP3P". */
final class Vop3p {
    static final InstructionTable TABLE = InstructionTable.table(Encoding.VOP3P,
            inst("v_pk_mad_i16",     0x00, dst(PK_I16), src(PK_I16, PK_I16, PK_I16), Vop3p::madSigned, INTEGER_CLAMP),
            inst("v_pk_mul_lo_u16",  0x01, dst(PK_U16), src(PK_U16, PK_U16),         packed(Sem::mul)),
            inst("v_pk_add_i16",     0x02, dst(PK_I16), src(PK_I16, PK_I16),         packedSigned(Sem::add), INTEGER_CLAMP),
            inst("v_pk_sub_i16",     0x03, dst(PK_I16), src(PK_I16, PK_I16),         packedSigned(Sem::sub), INTEGER_CLAMP),
            inst("v_pk_lshlrev_b16", 0x04, dst(PK_U16), src(PK_U16, PK_U16),         packed(Vop3p::shiftLeft)),
            inst("v_pk_lshrrev_b16", 0x05, dst(PK_U16), src(PK_U16, PK_U16),         packed(Vop3p::shiftRight)),
            inst("v_pk_ashrrev_i16", 0x06, dst(PK_I16), src(PK_I16, PK_I16),         packedSigned(Vop3p::shiftSigned)),
            inst("v_pk_max_i16",     0x07, dst(PK_I16), src(PK_I16, PK_I16),         packedSigned(Sem::smax)),
            inst("v_pk_min_i16",     0x08, dst(PK_I16), src(PK_I16, PK_I16),         packedSigned(Sem::smin)),
            inst("v_pk_mad_u16",     0x09, dst(PK_U16), src(PK_U16, PK_U16, PK_U16), packed3(Vop3p::mad), INTEGER_CLAMP),
            inst("v_pk_add_u16",     0x0a, dst(PK_U16), src(PK_U16, PK_U16),         packed(Sem::add), INTEGER_CLAMP),
            inst("v_pk_sub_u16",     0x0b, dst(PK_U16), src(PK_U16, PK_U16),         packed(Sem::sub), INTEGER_CLAMP),
            inst("v_pk_max_u16",     0x0c, dst(PK_U16), src(PK_U16, PK_U16),         packed(Sem::umax)),
            inst("v_pk_min_u16",     0x0d, dst(PK_U16), src(PK_U16, PK_U16),         packed(Sem::umin)),
            inst("v_pk_fma_f16",     0x0e, dst(PK_F16), src(PK_F16, PK_F16, PK_F16), packedFloats3(Sem::ffma)),
            inst("v_pk_add_f16",     0x0f, dst(PK_F16), src(PK_F16, PK_F16),         packedFloats(Sem::fadd)),
            inst("v_pk_mul_f16",     0x10, dst(PK_F16), src(PK_F16, PK_F16),         packedFloats(Sem::fmul)),
            inst("v_pk_min_f16",     0x11, dst(PK_F16), src(PK_F16, PK_F16),         packedFloats(Sem::fmin)),
            inst("v_pk_max_f16",     0x12, dst(PK_F16), src(PK_F16, PK_F16),         packedFloats(Sem::fmax)),
            inst("v_fma_mix_f32",    0x20, dst(F32),    src(F32, F32, F32),          Vop3p::mix),
            inst("v_fma_mixlo_f16",  0x21, dst(F16),    src(F32, F32, F32),          Vop3p::mixLow, READS_DESTINATION),
            inst("v_fma_mixhi_f16",  0x22, dst(F16),    src(F32, F32, F32),          Vop3p::mixHigh, READS_DESTINATION));

    private Vop3p() {
    }

    static <V> V shiftLeft(Sem<V> s, V by, V half) {
        return s.shl(half, s.and(by, s.word(15)));
    }

    static <V> V shiftRight(Sem<V> s, V by, V half) {
        return s.lshr(half, s.and(by, s.word(15)));
    }

    static <V> V shiftSigned(Sem<V> s, V by, V half) {
        return s.ashr(half, s.and(by, s.word(15)));
    }

    static <V> V mad(Sem<V> s, V a, V b, V c) {
        return s.add(s.mul(a, b), c);
    }

    static <V> void madSigned(Sem<V> s) {
        s.outPacked(mad(s, s.signExtend16(s.inLow(0)), s.signExtend16(s.inLow(1)), s.signExtend16(s.inLow(2))),
                mad(s, s.signExtend16(s.inHigh(0)), s.signExtend16(s.inHigh(1)), s.signExtend16(s.inHigh(2))));
    }

    static <V> void mix(Sem<V> s) { s.out(s.ffma(FloatFormat.F32, s.inMix(0), s.inMix(1), s.inMix(2))); }
    static <V> void mixLow(Sem<V> s) { s.outLow(s.fmixToHalf(s.inMix(0), s.inMix(1), s.inMix(2))); }
    static <V> void mixHigh(Sem<V> s) { s.outHigh(s.fmixToHalf(s.inMix(0), s.inMix(1), s.inMix(2))); }
}
