package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.Implicit.*;
import static org.lierne.recompiler.isa.InstructionTable.*;

/** SOPC: scalar comparisons into SCC. Documented: RDNA 2 ISA, "SOPC". */
final class Sopc {
    static final InstructionTable TABLE = InstructionTable.table(Encoding.SOPC,
            inst("s_cmp_eq_i32",  0x00, dst(SCC), src(I32, I32), Sopc::equal),
            inst("s_cmp_lg_i32",  0x01, dst(SCC), src(I32, I32), Sopc::differs),
            inst("s_cmp_gt_i32",  0x02, dst(SCC), src(I32, I32), Sopc::greaterSigned),
            inst("s_cmp_ge_i32",  0x03, dst(SCC), src(I32, I32), Sopc::notLessSigned),
            inst("s_cmp_lt_i32",  0x04, dst(SCC), src(I32, I32), Sopc::lessSigned),
            inst("s_cmp_le_i32",  0x05, dst(SCC), src(I32, I32), Sopc::notGreaterSigned),
            inst("s_cmp_eq_u32",  0x06, dst(SCC), src(U32, U32), Sopc::equal),
            inst("s_cmp_lg_u32",  0x07, dst(SCC), src(U32, U32), Sopc::differs),
            inst("s_cmp_gt_u32",  0x08, dst(SCC), src(U32, U32), Sopc::greater),
            inst("s_cmp_ge_u32",  0x09, dst(SCC), src(U32, U32), Sopc::notLess),
            inst("s_cmp_lt_u32",  0x0a, dst(SCC), src(U32, U32), Sopc::less),
            inst("s_cmp_le_u32",  0x0b, dst(SCC), src(U32, U32), Sopc::notGreater),
            inst("s_bitcmp0_b32", 0x0c, dst(SCC), src(B32, U32), Sopc::bitClear),
            inst("s_bitcmp1_b32", 0x0d, dst(SCC), src(B32, U32), Sopc::bitSet),
            inst("s_bitcmp0_b64", 0x0e, dst(SCC), src(B64, U32), Sopc::bitClear64),
            inst("s_bitcmp1_b64", 0x0f, dst(SCC), src(B64, U32), Sopc::bitSet64),
            inst("s_cmp_eq_u64",  0x12, dst(SCC), src(U64, U64), Sopc::equal64),
            inst("s_cmp_lg_u64",  0x13, dst(SCC), src(U64, U64), Sopc::differs64));

    private Sopc() {
    }

    static <V> void equal(Sem<V> s) { s.scc(s.eq(s.in(0), s.in(1))); }
    static <V> void differs(Sem<V> s) { s.scc(s.negate(s.eq(s.in(0), s.in(1)))); }
    static <V> void greaterSigned(Sem<V> s) { s.scc(s.slt(s.in(1), s.in(0))); }
    static <V> void notLessSigned(Sem<V> s) { s.scc(s.negate(s.slt(s.in(0), s.in(1)))); }
    static <V> void lessSigned(Sem<V> s) { s.scc(s.slt(s.in(0), s.in(1))); }
    static <V> void notGreaterSigned(Sem<V> s) { s.scc(s.negate(s.slt(s.in(1), s.in(0)))); }
    static <V> void greater(Sem<V> s) { s.scc(s.ult(s.in(1), s.in(0))); }
    static <V> void notLess(Sem<V> s) { s.scc(s.negate(s.ult(s.in(0), s.in(1)))); }
    static <V> void less(Sem<V> s) { s.scc(s.ult(s.in(0), s.in(1))); }
    static <V> void notGreater(Sem<V> s) { s.scc(s.negate(s.ult(s.in(1), s.in(0)))); }
    static <V> void bitClear(Sem<V> s) { s.scc(s.eq(bit(s), s.word(0))); }
    static <V> void bitSet(Sem<V> s) { s.scc(s.negate(s.eq(bit(s), s.word(0)))); }
    static <V> void bitClear64(Sem<V> s) { s.scc(s.eq64(bit64(s), s.wide(0))); }
    static <V> void bitSet64(Sem<V> s) { s.scc(s.negate(s.eq64(bit64(s), s.wide(0)))); }
    static <V> void equal64(Sem<V> s) { s.scc(s.eq64(s.in(0), s.in(1))); }
    static <V> void differs64(Sem<V> s) { s.scc(s.negate(s.eq64(s.in(0), s.in(1)))); }

    private static <V> V bit(Sem<V> s) {
        return s.and(s.in(0), s.shl(s.word(1), s.in(1)));
    }

    private static <V> V bit64(Sem<V> s) {
        return s.and64(s.in(0), s.shl64(s.wide(1), s.in(1)));
    }
}
