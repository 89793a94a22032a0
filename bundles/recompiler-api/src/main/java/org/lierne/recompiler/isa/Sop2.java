package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.B32;
import static org.lierne.recompiler.isa.DataType.B64;
import static org.lierne.recompiler.isa.DataType.I32;
import static org.lierne.recompiler.isa.DataType.I64;
import static org.lierne.recompiler.isa.DataType.U32;
import static org.lierne.recompiler.isa.DataType.U64;
import static org.lierne.recompiler.isa.Implicit.SCC;
import static org.lierne.recompiler.isa.InstructionTable.dst;
import static org.lierne.recompiler.isa.InstructionTable.inst;
import static org.lierne.recompiler.isa.InstructionTable.src;
import static org.lierne.recompiler.isa.InstructionTable.table;

/** SOP2: two scalar sources, one scalar result. Documented: RDNA 2 ISA, "SOP2". */
final class Sop2 {
    static final InstructionTable TABLE = table(Encoding.SOP2,
            inst("s_add_u32",        0x00, dst(U32, SCC), src(U32, U32),      Sop2::addUnsigned),
            inst("s_sub_u32",        0x01, dst(U32, SCC), src(U32, U32),      Sop2::subUnsigned),
            inst("s_add_i32",        0x02, dst(I32, SCC), src(I32, I32),      Sop2::addSigned),
            inst("s_sub_i32",        0x03, dst(I32, SCC), src(I32, I32),      Sop2::subSigned),
            inst("s_addc_u32",       0x04, dst(U32, SCC), src(U32, U32, SCC), Sop2::addCarry),
            inst("s_subb_u32",       0x05, dst(U32, SCC), src(U32, U32, SCC), Sop2::subBorrow),
            inst("s_min_i32",        0x06, dst(I32, SCC), src(I32, I32),      Sop2::minSigned),
            inst("s_min_u32",        0x07, dst(U32, SCC), src(U32, U32),      Sop2::minUnsigned),
            inst("s_max_i32",        0x08, dst(I32, SCC), src(I32, I32),      Sop2::maxSigned),
            inst("s_max_u32",        0x09, dst(U32, SCC), src(U32, U32),      Sop2::maxUnsigned),
            inst("s_cselect_b32",    0x0a, dst(B32),      src(B32, B32, SCC), Sop2::select),
            inst("s_cselect_b64",    0x0b, dst(B64),      src(B64, B64, SCC), Sop2::select),
            inst("s_and_b32",        0x0e, dst(B32, SCC), src(B32, B32),      Sop2::and),
            inst("s_and_b64",        0x0f, dst(B64, SCC), src(B64, B64),      Sop2::and64),
            inst("s_or_b32",         0x10, dst(B32, SCC), src(B32, B32),      Sop2::or),
            inst("s_or_b64",         0x11, dst(B64, SCC), src(B64, B64),      Sop2::or64),
            inst("s_xor_b32",        0x12, dst(B32, SCC), src(B32, B32),      Sop2::xor),
            inst("s_xor_b64",        0x13, dst(B64, SCC), src(B64, B64),      Sop2::xor64),
            inst("s_andn2_b32",      0x14, dst(B32, SCC), src(B32, B32),      Sop2::andNot),
            inst("s_andn2_b64",      0x15, dst(B64, SCC), src(B64, B64),      Sop2::andNot64),
            inst("s_orn2_b32",       0x16, dst(B32, SCC), src(B32, B32),      Sop2::orNot),
            inst("s_orn2_b64",       0x17, dst(B64, SCC), src(B64, B64),      Sop2::orNot64),
            inst("s_nand_b32",       0x18, dst(B32, SCC), src(B32, B32),      Sop2::nand),
            inst("s_nand_b64",       0x19, dst(B64, SCC), src(B64, B64),      Sop2::nand64),
            inst("s_nor_b32",        0x1a, dst(B32, SCC), src(B32, B32),      Sop2::nor),
            inst("s_nor_b64",        0x1b, dst(B64, SCC), src(B64, B64),      Sop2::nor64),
            inst("s_xnor_b32",       0x1c, dst(B32, SCC), src(B32, B32),      Sop2::xnor),
            inst("s_xnor_b64",       0x1d, dst(B64, SCC), src(B64, B64),      Sop2::xnor64),
            inst("s_lshl_b32",       0x1e, dst(B32, SCC), src(B32, U32),      Sop2::shiftLeft),
            inst("s_lshl_b64",       0x1f, dst(B64, SCC), src(B64, U32),      Sop2::shiftLeft64),
            inst("s_lshr_b32",       0x20, dst(B32, SCC), src(B32, U32),      Sop2::shiftRight),
            inst("s_lshr_b64",       0x21, dst(B64, SCC), src(B64, U32),      Sop2::shiftRight64),
            inst("s_ashr_i32",       0x22, dst(I32, SCC), src(I32, U32),      Sop2::shiftSigned),
            inst("s_ashr_i64",       0x23, dst(I64, SCC), src(I64, U32),      Sop2::shiftSigned64),
            inst("s_bfm_b32",        0x24, dst(B32),      src(U32, U32),      Sop2::mask),
            inst("s_bfm_b64",        0x25, dst(B64),      src(U32, U32),      Sop2::mask64),
            inst("s_mul_i32",        0x26, dst(I32),      src(I32, I32),      Sop2::mul),
            inst("s_bfe_u32",        0x27, dst(U32, SCC), src(U32, U32),      Sop2::extractUnsigned),
            inst("s_bfe_i32",        0x28, dst(I32, SCC), src(I32, U32),      Sop2::extractSigned),
            inst("s_bfe_u64",        0x29, dst(U64, SCC), src(U64, U32),      Sop2::extractUnsigned64),
            inst("s_bfe_i64",        0x2a, dst(I64, SCC), src(I64, U32),      Sop2::extractSigned64),
            inst("s_absdiff_i32",    0x2c, dst(I32, SCC), src(I32, I32),      Sop2::absDiff),
            inst("s_lshl1_add_u32",  0x2e, dst(U32, SCC), src(U32, U32),      Sop2::shift1Add),
            inst("s_lshl2_add_u32",  0x2f, dst(U32, SCC), src(U32, U32),      Sop2::shift2Add),
            inst("s_lshl3_add_u32",  0x30, dst(U32, SCC), src(U32, U32),      Sop2::shift3Add),
            inst("s_lshl4_add_u32",  0x31, dst(U32, SCC), src(U32, U32),      Sop2::shift4Add),
            inst("s_pack_ll_b32_b16", 0x32, dst(B32),     src(B32, B32),      Sop2::packLowLow),
            inst("s_pack_lh_b32_b16", 0x33, dst(B32),     src(B32, B32),      Sop2::packLowHigh),
            inst("s_pack_hh_b32_b16", 0x34, dst(B32),     src(B32, B32),      Sop2::packHighHigh),
            inst("s_mul_hi_u32",     0x35, dst(U32),      src(U32, U32),      Sop2::mulHighUnsigned),
            inst("s_mul_hi_i32",     0x36, dst(I32),      src(I32, I32),      Sop2::mulHighSigned));

    private Sop2() {
    }

    static <V> void addUnsigned(Sem<V> s) {
        V sum = s.add(s.in(0), s.in(1));
        s.scc(s.ult(sum, s.in(0)));
        s.out(sum);
    }

    static <V> void subUnsigned(Sem<V> s) {
        s.scc(s.ult(s.in(0), s.in(1)));
        s.out(s.sub(s.in(0), s.in(1)));
    }

    /** SCC is the signed overflow: both operands have a sign that the sum lacks. */
    static <V> void addSigned(Sem<V> s) {
        V sum = s.add(s.in(0), s.in(1));
        V overflow = s.and(s.xor(s.in(0), sum), s.xor(s.in(1), sum));
        s.scc(s.slt(overflow, s.word(0)));
        s.out(sum);
    }

    static <V> void subSigned(Sem<V> s) {
        V difference = s.sub(s.in(0), s.in(1));
        V overflow = s.and(s.xor(s.in(0), s.in(1)), s.xor(s.in(0), difference));
        s.scc(s.slt(overflow, s.word(0)));
        s.out(difference);
    }

    static <V> void addCarry(Sem<V> s) {
        V sum = s.add(s.in(0), s.in(1));
        V carried = s.add(sum, s.select(s.scc(), s.word(1), s.word(0)));
        s.scc(s.either(s.ult(sum, s.in(0)), s.ult(carried, sum)));
        s.out(carried);
    }

    static <V> void subBorrow(Sem<V> s) {
        V difference = s.sub(s.in(0), s.in(1));
        V borrow = s.select(s.scc(), s.word(1), s.word(0));
        s.scc(s.either(s.ult(s.in(0), s.in(1)), s.ult(difference, borrow)));
        s.out(s.sub(difference, borrow));
    }

    static <V> void minSigned(Sem<V> s) {
        s.scc(s.slt(s.in(0), s.in(1)));
        s.out(s.smin(s.in(0), s.in(1)));
    }

    static <V> void minUnsigned(Sem<V> s) {
        s.scc(s.ult(s.in(0), s.in(1)));
        s.out(s.umin(s.in(0), s.in(1)));
    }

    static <V> void maxSigned(Sem<V> s) {
        s.scc(s.slt(s.in(1), s.in(0)));
        s.out(s.smax(s.in(0), s.in(1)));
    }

    static <V> void maxUnsigned(Sem<V> s) {
        s.scc(s.ult(s.in(1), s.in(0)));
        s.out(s.umax(s.in(0), s.in(1)));
    }

    static <V> void select(Sem<V> s) { s.out(s.select(s.scc(), s.in(0), s.in(1))); }
    static <V> void and(Sem<V> s) { outNonZero(s, s.and(s.in(0), s.in(1))); }
    static <V> void and64(Sem<V> s) { outNonZero64(s, s.and64(s.in(0), s.in(1))); }
    static <V> void or(Sem<V> s) { outNonZero(s, s.or(s.in(0), s.in(1))); }
    static <V> void or64(Sem<V> s) { outNonZero64(s, s.or64(s.in(0), s.in(1))); }
    static <V> void xor(Sem<V> s) { outNonZero(s, s.xor(s.in(0), s.in(1))); }
    static <V> void xor64(Sem<V> s) { outNonZero64(s, s.xor64(s.in(0), s.in(1))); }
    static <V> void andNot(Sem<V> s) { outNonZero(s, s.and(s.in(0), s.not(s.in(1)))); }
    static <V> void andNot64(Sem<V> s) { outNonZero64(s, s.and64(s.in(0), s.not64(s.in(1)))); }
    static <V> void orNot(Sem<V> s) { outNonZero(s, s.or(s.in(0), s.not(s.in(1)))); }
    static <V> void orNot64(Sem<V> s) { outNonZero64(s, s.or64(s.in(0), s.not64(s.in(1)))); }
    static <V> void nand(Sem<V> s) { outNonZero(s, s.not(s.and(s.in(0), s.in(1)))); }
    static <V> void nand64(Sem<V> s) { outNonZero64(s, s.not64(s.and64(s.in(0), s.in(1)))); }
    static <V> void nor(Sem<V> s) { outNonZero(s, s.not(s.or(s.in(0), s.in(1)))); }
    static <V> void nor64(Sem<V> s) { outNonZero64(s, s.not64(s.or64(s.in(0), s.in(1)))); }
    static <V> void xnor(Sem<V> s) { outNonZero(s, s.not(s.xor(s.in(0), s.in(1)))); }
    static <V> void xnor64(Sem<V> s) { outNonZero64(s, s.not64(s.xor64(s.in(0), s.in(1)))); }
    static <V> void shiftLeft(Sem<V> s) { outNonZero(s, s.shl(s.in(0), s.in(1))); }
    static <V> void shiftLeft64(Sem<V> s) { outNonZero64(s, s.shl64(s.in(0), s.in(1))); }
    static <V> void shiftRight(Sem<V> s) { outNonZero(s, s.lshr(s.in(0), s.in(1))); }
    static <V> void shiftRight64(Sem<V> s) { outNonZero64(s, s.lshr64(s.in(0), s.in(1))); }
    static <V> void shiftSigned(Sem<V> s) { outNonZero(s, s.ashr(s.in(0), s.in(1))); }
    static <V> void shiftSigned64(Sem<V> s) { outNonZero64(s, s.ashr64(s.in(0), s.in(1))); }

    /** Ones of width S0[4:0], from bit S1[4:0] on. */
    static <V> void mask(Sem<V> s) {
        V ones = s.sub(s.shl(s.word(1), s.in(0)), s.word(1));
        s.out(s.shl(ones, s.in(1)));
    }

    static <V> void mask64(Sem<V> s) {
        V ones = s.sub64(s.shl64(s.wide(1), s.in(0)), s.wide(1));
        s.out(s.shl64(ones, s.in(1)));
    }

    static <V> void mul(Sem<V> s) { s.out(s.mul(s.in(0), s.in(1))); }
    static <V> void mulHighUnsigned(Sem<V> s) { s.out(s.mulHighUnsigned(s.in(0), s.in(1))); }
    static <V> void mulHighSigned(Sem<V> s) { s.out(s.mulHighSigned(s.in(0), s.in(1))); }

    /** Offset in S1[4:0], width in S1[22:16]; a width of 32 or more takes everything above the offset. */
    static <V> void extractUnsigned(Sem<V> s) {
        V offset = s.and(s.in(1), s.word(31));
        V width = s.and(s.lshr(s.in(1), s.word(16)), s.word(0x7f));
        V whole = s.ult(s.word(31), width);
        outNonZero(s, s.select(whole, s.lshr(s.in(0), offset), s.extractUnsigned(s.in(0), offset, s.and(width, s.word(31)))));
    }

    static <V> void extractSigned(Sem<V> s) {
        V offset = s.and(s.in(1), s.word(31));
        V width = s.and(s.lshr(s.in(1), s.word(16)), s.word(0x7f));
        V whole = s.ult(s.word(31), width);
        outNonZero(s, s.select(whole, s.ashr(s.in(0), offset), s.extractSigned(s.in(0), offset, s.and(width, s.word(31)))));
    }

    /** Offset in S1[5:0], width in S1[22:16]: shift the field to the top, then down again. */
    static <V> void extractUnsigned64(Sem<V> s) {
        V shifted = s.lshr64(s.in(0), s.and(s.in(1), s.word(63)));
        V width = s.and(s.lshr(s.in(1), s.word(16)), s.word(0x7f));
        V ones = s.sub64(s.shl64(s.wide(1), width), s.wide(1));
        outNonZero64(s, s.select(s.ult(s.word(63), width), shifted, s.and64(shifted, ones)));
    }

    static <V> void extractSigned64(Sem<V> s) {
        V shifted = s.ashr64(s.in(0), s.and(s.in(1), s.word(63)));
        V width = s.and(s.lshr(s.in(1), s.word(16)), s.word(0x7f));
        V up = s.and(s.sub(s.word(64), width), s.word(63));
        V field = s.ashr64(s.shl64(shifted, up), up);
        V narrow = s.select(s.eq(width, s.word(0)), s.wide(0), field);
        outNonZero64(s, s.select(s.ult(s.word(63), width), shifted, narrow));
    }

    static <V> void absDiff(Sem<V> s) {
        V difference = s.sub(s.in(0), s.in(1));
        outNonZero(s, s.smax(difference, s.sub(s.word(0), difference)));
    }

    static <V> void shift1Add(Sem<V> s) { shiftAdd(s, 1); }
    static <V> void shift2Add(Sem<V> s) { shiftAdd(s, 2); }
    static <V> void shift3Add(Sem<V> s) { shiftAdd(s, 3); }
    static <V> void shift4Add(Sem<V> s) { shiftAdd(s, 4); }

    /** SCC is set when the 64-bit value of (S0 << by) + S1 does not fit 32 bits. */
    private static <V> void shiftAdd(Sem<V> s, int by) {
        V shifted = s.shl(s.in(0), s.word(by));
        V sum = s.add(shifted, s.in(1));
        V lost = s.ult(s.word(0), s.lshr(s.in(0), s.word(32 - by)));
        s.scc(s.either(lost, s.ult(sum, shifted)));
        s.out(sum);
    }

    static <V> void packLowLow(Sem<V> s) {
        s.out(s.or(s.and(s.in(0), s.word(0xffff)), s.shl(s.in(1), s.word(16))));
    }

    static <V> void packLowHigh(Sem<V> s) {
        s.out(s.or(s.and(s.in(0), s.word(0xffff)), s.and(s.in(1), s.word(0xffff0000))));
    }

    static <V> void packHighHigh(Sem<V> s) {
        s.out(s.or(s.lshr(s.in(0), s.word(16)), s.and(s.in(1), s.word(0xffff0000))));
    }

    static <V> void outNonZero(Sem<V> s, V result) {
        s.scc(s.negate(s.eq(result, s.word(0))));
        s.out(result);
    }

    static <V> void outNonZero64(Sem<V> s, V result) {
        s.scc(s.negate(s.eq64(result, s.wide(0))));
        s.out(result);
    }
}
