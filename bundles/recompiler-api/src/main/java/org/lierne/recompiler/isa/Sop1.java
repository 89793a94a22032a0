package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.Implicit.*;
import static org.lierne.recompiler.isa.Instruction.Trait.READS_RELATIVE;
import static org.lierne.recompiler.isa.Instruction.Trait.RELATIVE;
import static org.lierne.recompiler.isa.InstructionTable.*;

/** SOP1: one scalar source, one scalar result. Documented: RDNA 2 ISA, "SOP1". */
final class Sop1 {
    static final InstructionTable TABLE = InstructionTable.table(Encoding.SOP1,
            inst("s_mov_b32",              0x03, dst(B32),            src(B32),          Sop1::move, Instruction.Trait.MOVE),
            inst("s_mov_b64",              0x04, dst(B64),            src(B64),          Sop1::move, Instruction.Trait.MOVE),
            inst("s_cmov_b32",             0x05, dst(B32),            src(B32, SCC),     Sop1::moveIf, Instruction.Trait.READS_DESTINATION),
            inst("s_cmov_b64",             0x06, dst(B64),            src(B64, SCC),     Sop1::moveIf, Instruction.Trait.READS_DESTINATION),
            inst("s_not_b32",              0x07, dst(B32, SCC),       src(B32),          Sop1::not),
            inst("s_not_b64",              0x08, dst(B64, SCC),       src(B64),          Sop1::not64),
            inst("s_wqm_b32",              0x09, dst(B32, SCC),       src(B32),          Sop1::wholeQuads),
            inst("s_wqm_b64",              0x0a, dst(B64, SCC),       src(B64),          Sop1::wholeQuads64),
            inst("s_brev_b32",             0x0b, dst(B32),            src(B32),          Sop1::reverse),
            inst("s_brev_b64",             0x0c, dst(B64),            src(B64),          Sop1::reverse64),
            inst("s_bcnt0_i32_b32",        0x0d, dst(I32, SCC),       src(B32),          Sop1::countZeros),
            inst("s_bcnt0_i32_b64",        0x0e, dst(I32, SCC),       src(B64),          Sop1::countZeros64),
            inst("s_bcnt1_i32_b32",        0x0f, dst(I32, SCC),       src(B32),          Sop1::countOnes),
            inst("s_bcnt1_i32_b64",        0x10, dst(I32, SCC),       src(B64),          Sop1::countOnes64),
            inst("s_ff0_i32_b32",          0x11, dst(I32),            src(B32),          Sop1::firstZero),
            inst("s_ff0_i32_b64",          0x12, dst(I32),            src(B64),          Sop1::firstZero64),
            inst("s_ff1_i32_b32",          0x13, dst(I32),            src(B32),          Sop1::firstOne),
            inst("s_ff1_i32_b64",          0x14, dst(I32),            src(B64),          Sop1::firstOne64),
            inst("s_flbit_i32_b32",        0x15, dst(I32),            src(B32),          Sop1::leading),
            inst("s_flbit_i32_b64",        0x16, dst(I32),            src(B64),          Sop1::leading64),
            inst("s_flbit_i32",            0x17, dst(I32),            src(I32),          Sop1::leadingSigns),
            inst("s_flbit_i32_i64",        0x18, dst(I32),            src(I64),          Sop1::leadingSigns64),
            inst("s_sext_i32_i8",          0x19, dst(I32),            src(I32),          Sop1::extend8),
            inst("s_sext_i32_i16",         0x1a, dst(I32),            src(I32),          Sop1::extend16),
            inst("s_bitset0_b32",          0x1b, dst(B32),            src(U32),          Sop1::clearBit, Instruction.Trait.READS_DESTINATION),
            inst("s_bitset0_b64",          0x1c, dst(B64),            src(U32),          Sop1::clearBit64, Instruction.Trait.READS_DESTINATION),
            inst("s_bitset1_b32",          0x1d, dst(B32),            src(U32),          Sop1::setBit, Instruction.Trait.READS_DESTINATION),
            inst("s_bitset1_b64",          0x1e, dst(B64),            src(U32),          Sop1::setBit64, Instruction.Trait.READS_DESTINATION),
            inst("s_getpc_b64",            0x1f, dst(B64),            src(PC),           new Effect.Flow(Effect.Flow.Kind.GETPC)),
            inst("s_setpc_b64",            0x20, dst(PC),             src(InstructionTable.place(B64, Place.SCALAR_REGISTER)), new Effect.Flow(Effect.Flow.Kind.SETPC)),
            inst("s_swappc_b64",           0x21, dst(B64, PC),        src(B64, PC),      new Effect.Flow(Effect.Flow.Kind.SWAPPC)),
            inst("s_rfe_b64",              0x22, dst(PC),             src(InstructionTable.place(B64, Place.SCALAR_REGISTER)), new Effect.Flow(Effect.Flow.Kind.RETURN_FROM_EXCEPTION)),
            inst("s_and_saveexec_b64",     0x24, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::andSave64),
            inst("s_or_saveexec_b64",      0x25, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::orSave64),
            inst("s_xor_saveexec_b64",     0x26, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::xorSave64),
            inst("s_andn2_saveexec_b64",   0x27, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::andNotExecSave64),
            inst("s_orn2_saveexec_b64",    0x28, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::orNotExecSave64),
            inst("s_nand_saveexec_b64",    0x29, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::nandSave64),
            inst("s_nor_saveexec_b64",     0x2a, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::norSave64),
            inst("s_xnor_saveexec_b64",    0x2b, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::xnorSave64),
            inst("s_quadmask_b32",         0x2c, dst(B32, SCC),       src(B32),          Sop1::quadMask),
            inst("s_quadmask_b64",         0x2d, dst(B64, SCC),       src(B64),          Sop1::quadMask64),
            inst("s_movrels_b32",          0x2e, dst(B32),            src(B32, M0), Sop1::moveRelativeSource, RELATIVE, READS_RELATIVE),
            inst("s_movrels_b64",          0x2f, dst(B64),            src(B64, M0), Sop1::moveRelativeSource, RELATIVE, READS_RELATIVE),
            inst("s_movreld_b32",          0x30, dst(B32),            src(B32, M0),      Sop1::moveRelativeDestination, RELATIVE),
            inst("s_movreld_b64",          0x31, dst(B64),            src(B64, M0),      Sop1::moveRelativeDestination, RELATIVE),
            inst("s_abs_i32",              0x34, dst(I32, SCC),       src(I32),          Sop1::abs),
            inst("s_andn1_saveexec_b64",   0x37, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::notAndSave64),
            inst("s_orn1_saveexec_b64",    0x38, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::notOrSave64),
            inst("s_andn1_wrexec_b64",     0x39, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::notAndWrite64),
            inst("s_andn2_wrexec_b64",     0x3a, dst(B64, EXEC, SCC), src(B64, EXEC),    Sop1::andNotExecWrite64),
            inst("s_bitreplicate_b64_b32", 0x3b, dst(B64),            src(B32),          Sop1::replicate),
            inst("s_and_saveexec_b32",     0x3c, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::andSave),
            inst("s_or_saveexec_b32",      0x3d, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::orSave),
            inst("s_xor_saveexec_b32",     0x3e, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::xorSave),
            inst("s_andn2_saveexec_b32",   0x3f, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::andNotExecSave),
            inst("s_orn2_saveexec_b32",    0x40, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::orNotExecSave),
            inst("s_nand_saveexec_b32",    0x41, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::nandSave),
            inst("s_nor_saveexec_b32",     0x42, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::norSave),
            inst("s_xnor_saveexec_b32",    0x43, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::xnorSave),
            inst("s_andn1_saveexec_b32",   0x44, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::notAndSave),
            inst("s_orn1_saveexec_b32",    0x45, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::notOrSave),
            inst("s_andn1_wrexec_b32",     0x46, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::notAndWrite),
            inst("s_andn2_wrexec_b32",     0x47, dst(B32, EXEC, SCC), src(B32, EXEC),    Sop1::andNotExecWrite),
            inst("s_movrelsd_2_b32",       0x49, dst(B32),            src(B32, M0), Sop1::moveRelativeBoth, RELATIVE, READS_RELATIVE));

    private Sop1() {
    }

    static <V> void move(Sem<V> s) { s.out(s.in(0)); }
    static <V> void moveIf(Sem<V> s) { s.out(s.select(s.scc(), s.in(0), s.old())); }
    static <V> void not(Sem<V> s) { Sop2.outNonZero(s, s.not(s.in(0))); }
    static <V> void not64(Sem<V> s) { Sop2.outNonZero64(s, s.not64(s.in(0))); }

    static <V> void wholeQuads(Sem<V> s) { Sop2.outNonZero(s, s.wholeQuads(s.in(0))); }
    static <V> void wholeQuads64(Sem<V> s) { Sop2.outNonZero64(s, s.wholeQuads64(s.in(0))); }

    /** Bit 4k: whether quad k has a set bit. */
    private static <V> V anyOfQuad(Sem<V> s, V mask) {
        V pairs = s.or(mask, s.lshr(mask, s.word(1)));
        return s.and(s.or(pairs, s.lshr(pairs, s.word(2))), s.word(0x11111111));
    }

    static <V> void quadMask(Sem<V> s) { Sop2.outNonZero(s, gatherQuads(s, s.in(0))); }

    static <V> void quadMask64(Sem<V> s) {
        V low = gatherQuads(s, s.low(s.in(0)));
        V high = gatherQuads(s, s.high(s.in(0)));
        Sop2.outNonZero64(s, s.widenUnsigned(s.or(low, s.shl(high, s.word(8)))));
    }

    /** Bits 0, 4, 8 .. moved together into bits 0, 1, 2 .. */
    private static <V> V gatherQuads(Sem<V> s, V mask) {
        V bits = anyOfQuad(s, mask);
        V twos = s.and(s.or(bits, s.lshr(bits, s.word(3))), s.word(0x03030303));
        V fours = s.and(s.or(twos, s.lshr(twos, s.word(6))), s.word(0x000f000f));
        return s.and(s.or(fours, s.lshr(fours, s.word(12))), s.word(0xff));
    }

    static <V> void reverse(Sem<V> s) { s.out(s.reverse(s.in(0))); }
    static <V> void reverse64(Sem<V> s) { s.out(s.reverse64(s.in(0))); }
    static <V> void countZeros(Sem<V> s) { Sop2.outNonZero(s, s.bitCount(s.not(s.in(0)))); }
    static <V> void countZeros64(Sem<V> s) { Sop2.outNonZero(s, s.bitCount64(s.not64(s.in(0)))); }
    static <V> void countOnes(Sem<V> s) { Sop2.outNonZero(s, s.bitCount(s.in(0))); }
    static <V> void countOnes64(Sem<V> s) { Sop2.outNonZero(s, s.bitCount64(s.in(0))); }
    static <V> void firstZero(Sem<V> s) { s.out(s.lowestBit(s.not(s.in(0)))); }
    static <V> void firstZero64(Sem<V> s) { s.out(s.lowestBit64(s.not64(s.in(0)))); }
    static <V> void firstOne(Sem<V> s) { s.out(s.lowestBit(s.in(0))); }
    static <V> void firstOne64(Sem<V> s) { s.out(s.lowestBit64(s.in(0))); }
    static <V> void leading(Sem<V> s) { s.out(s.leadingZeros(s.in(0))); }
    static <V> void leading64(Sem<V> s) { s.out(s.leadingZeros64(s.in(0))); }

    /** Number of equal bits from the top; all ones for 0 and -1. */
    static <V> void leadingSigns(Sem<V> s) {
        s.out(s.leadingZeros(s.xor(s.in(0), s.ashr(s.in(0), s.word(31)))));
    }

    static <V> void leadingSigns64(Sem<V> s) {
        s.out(s.leadingZeros64(s.xor64(s.in(0), s.ashr64(s.in(0), s.word(63)))));
    }

    static <V> void extend8(Sem<V> s) { s.out(s.signExtend8(s.in(0))); }
    static <V> void extend16(Sem<V> s) { s.out(s.signExtend16(s.in(0))); }
    static <V> void clearBit(Sem<V> s) { s.out(s.and(s.old(), s.not(s.shl(s.word(1), s.in(0))))); }
    static <V> void clearBit64(Sem<V> s) { s.out(s.and64(s.old(), s.not64(s.shl64(s.wide(1), s.in(0))))); }
    static <V> void setBit(Sem<V> s) { s.out(s.or(s.old(), s.shl(s.word(1), s.in(0)))); }
    static <V> void setBit64(Sem<V> s) { s.out(s.or64(s.old(), s.shl64(s.wide(1), s.in(0)))); }
    static <V> void moveRelativeSource(Sem<V> s) { s.out(s.inRelative(0, s.m0())); }
    static <V> void moveRelativeDestination(Sem<V> s) { s.outRelative(s.m0(), s.in(0)); }

    /** The source moves by M0[9:0], the destination by M0[25:16]. */
    static <V> void moveRelativeBoth(Sem<V> s) {
        V from = s.and(s.m0(), s.word(0x3ff));
        V to = s.and(s.lshr(s.m0(), s.word(16)), s.word(0x3ff));
        s.outRelative(to, s.inRelative(0, from));
    }

    static <V> void abs(Sem<V> s) { Sop2.outNonZero(s, s.smax(s.in(0), s.sub(s.word(0), s.in(0)))); }

    /** Each bit twice. */
    static <V> void replicate(Sem<V> s) {
        V low = spread(s, s.and(s.in(0), s.word(0xffff)));
        V high = spread(s, s.lshr(s.in(0), s.word(16)));
        s.out(s.pair(s.or(low, s.shl(low, s.word(1))), s.or(high, s.shl(high, s.word(1)))));
    }

    private static <V> V spread(Sem<V> s, V half) {
        V bytes = s.and(s.or(half, s.shl(half, s.word(8))), s.word(0x00ff00ff));
        V nibbles = s.and(s.or(bytes, s.shl(bytes, s.word(4))), s.word(0x0f0f0f0f));
        V pairs = s.and(s.or(nibbles, s.shl(nibbles, s.word(2))), s.word(0x33333333));
        return s.and(s.or(pairs, s.shl(pairs, s.word(1))), s.word(0x55555555));
    }

    static <V> void andSave(Sem<V> s) { save(s, s.and(s.in(0), s.execLow())); }
    static <V> void orSave(Sem<V> s) { save(s, s.or(s.in(0), s.execLow())); }
    static <V> void xorSave(Sem<V> s) { save(s, s.xor(s.in(0), s.execLow())); }
    static <V> void andNotExecSave(Sem<V> s) { save(s, s.and(s.in(0), s.not(s.execLow()))); }
    static <V> void orNotExecSave(Sem<V> s) { save(s, s.or(s.in(0), s.not(s.execLow()))); }
    static <V> void nandSave(Sem<V> s) { save(s, s.not(s.and(s.in(0), s.execLow()))); }
    static <V> void norSave(Sem<V> s) { save(s, s.not(s.or(s.in(0), s.execLow()))); }
    static <V> void xnorSave(Sem<V> s) { save(s, s.not(s.xor(s.in(0), s.execLow()))); }
    static <V> void notAndSave(Sem<V> s) { save(s, s.and(s.not(s.in(0)), s.execLow())); }
    static <V> void notOrSave(Sem<V> s) { save(s, s.or(s.not(s.in(0)), s.execLow())); }
    static <V> void notAndWrite(Sem<V> s) { write(s, s.and(s.not(s.in(0)), s.execLow())); }
    static <V> void andNotExecWrite(Sem<V> s) { write(s, s.and(s.in(0), s.not(s.execLow()))); }
    static <V> void andSave64(Sem<V> s) { save64(s, s.and64(s.in(0), s.execLong())); }
    static <V> void orSave64(Sem<V> s) { save64(s, s.or64(s.in(0), s.execLong())); }
    static <V> void xorSave64(Sem<V> s) { save64(s, s.xor64(s.in(0), s.execLong())); }
    static <V> void andNotExecSave64(Sem<V> s) { save64(s, s.and64(s.in(0), s.not64(s.execLong()))); }
    static <V> void orNotExecSave64(Sem<V> s) { save64(s, s.or64(s.in(0), s.not64(s.execLong()))); }
    static <V> void nandSave64(Sem<V> s) { save64(s, s.not64(s.and64(s.in(0), s.execLong()))); }
    static <V> void norSave64(Sem<V> s) { save64(s, s.not64(s.or64(s.in(0), s.execLong()))); }
    static <V> void xnorSave64(Sem<V> s) { save64(s, s.not64(s.xor64(s.in(0), s.execLong()))); }
    static <V> void notAndSave64(Sem<V> s) { save64(s, s.and64(s.not64(s.in(0)), s.execLong())); }
    static <V> void notOrSave64(Sem<V> s) { save64(s, s.or64(s.not64(s.in(0)), s.execLong())); }
    static <V> void notAndWrite64(Sem<V> s) { write64(s, s.and64(s.not64(s.in(0)), s.execLong())); }
    static <V> void andNotExecWrite64(Sem<V> s) { write64(s, s.and64(s.in(0), s.not64(s.execLong()))); }

    /** The destination takes the old EXEC, EXEC the new mask. */
    private static <V> void save(Sem<V> s, V mask) {
        s.scc(s.negate(s.eq(mask, s.word(0))));
        s.out(s.execLow());
        s.execLow(mask);
    }

    private static <V> void save64(Sem<V> s, V mask) {
        s.scc(s.negate(s.eq64(mask, s.wide(0))));
        s.out(s.execLong());
        s.execLong(mask);
    }

    /** Destination and EXEC both take the new mask. */
    private static <V> void write(Sem<V> s, V mask) {
        s.scc(s.negate(s.eq(mask, s.word(0))));
        s.out(mask);
        s.execLow(mask);
    }

    private static <V> void write64(Sem<V> s, V mask) {
        s.scc(s.negate(s.eq64(mask, s.wide(0))));
        s.out(mask);
        s.execLong(mask);
    }
}
