package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.Implicit.*;
import static org.lierne.recompiler.isa.InstructionTable.*;

/** SOPK: scalar with a 16-bit immediate. Documented: RDNA 2 ISA, "SOPK". */
final class Sopk {
    private static final OperandSpec SIGNED = place(I32, Place.SIMM16_SIGNED);
    private static final OperandSpec UNSIGNED = place(U32, Place.SIMM16);
    private static final OperandSpec LABEL = place(I32, Place.LABEL);
    private static final OperandSpec HWREG = place(U32, Place.HWREG);
    private static final OperandSpec S = scalar(I32);
    private static final OperandSpec SU = scalar(U32);
    private static final OperandSpec SB = scalar(B32);
    private static final Effect WAIT = new Effect.Hint(Effect.Hint.Kind.WAIT_STATE, "memory is in order here: nothing to wait for");

    static final InstructionTable TABLE = InstructionTable.table(Encoding.SOPK,
            inst("s_movk_i32",             0x00, dst(I32),            src(SIGNED),       Sopk::move),
            inst("s_version",              0x01, dst(),               src(place(U32, Place.VERSION)), new Effect.Hint(Effect.Hint.Kind.NOTE, "names the compiler's version of the instruction set")),
            inst("s_cmovk_i32",            0x02, dst(I32),            src(SIGNED, SCC),  Sopk::moveIf, Instruction.Trait.READS_DESTINATION),
            inst("s_cmpk_eq_i32",          0x03, dst(SCC),            src(S, SIGNED),    Sopc::equal),
            inst("s_cmpk_lg_i32",          0x04, dst(SCC),            src(S, SIGNED),    Sopc::differs),
            inst("s_cmpk_gt_i32",          0x05, dst(SCC),            src(S, SIGNED),    Sopc::greaterSigned),
            inst("s_cmpk_ge_i32",          0x06, dst(SCC),            src(S, SIGNED),    Sopc::notLessSigned),
            inst("s_cmpk_lt_i32",          0x07, dst(SCC),            src(S, SIGNED),    Sopc::lessSigned),
            inst("s_cmpk_le_i32",          0x08, dst(SCC),            src(S, SIGNED),    Sopc::notGreaterSigned),
            inst("s_cmpk_eq_u32",          0x09, dst(SCC),            src(SU, UNSIGNED), Sopc::equal),
            inst("s_cmpk_lg_u32",          0x0a, dst(SCC),            src(SU, UNSIGNED), Sopc::differs),
            inst("s_cmpk_gt_u32",          0x0b, dst(SCC),            src(SU, UNSIGNED), Sopc::greater),
            inst("s_cmpk_ge_u32",          0x0c, dst(SCC),            src(SU, UNSIGNED), Sopc::notLess),
            inst("s_cmpk_lt_u32",          0x0d, dst(SCC),            src(SU, UNSIGNED), Sopc::less),
            inst("s_cmpk_le_u32",          0x0e, dst(SCC),            src(SU, UNSIGNED), Sopc::notGreater),
            inst("s_addk_i32",             0x0f, dst(I32, SCC),       src(SIGNED),       Sopk::add, Instruction.Trait.READS_DESTINATION),
            inst("s_mulk_i32",             0x10, dst(I32),            src(SIGNED),       Sopk::mul, Instruction.Trait.READS_DESTINATION),
            inst("s_getreg_b32",           0x12, dst(B32),            src(HWREG, MODE),  new Effect.Flow(Effect.Flow.Kind.GETREG)),
            inst("s_setreg_b32",           0x13, dst(MODE),           src(HWREG, SB),    new Effect.Flow(Effect.Flow.Kind.SETREG)),
            inst("s_setreg_imm32_b32",     0x15, dst(MODE),           src(HWREG, place(B32, Place.IMM32)), new Effect.Flow(Effect.Flow.Kind.SETREG_LITERAL)),
            inst("s_call_b64",             0x16, dst(B64, PC),        src(LABEL, PC),    new Effect.Flow(Effect.Flow.Kind.CALL)),
            inst("s_waitcnt_vscnt",        0x17, dst(),               src(SB, UNSIGNED), WAIT),
            inst("s_waitcnt_vmcnt",        0x18, dst(),               src(SB, UNSIGNED), WAIT),
            inst("s_waitcnt_expcnt",       0x19, dst(),               src(SB, UNSIGNED), WAIT),
            inst("s_waitcnt_lgkmcnt",      0x1a, dst(),               src(SB, UNSIGNED), WAIT),
            inst("s_subvector_loop_begin", 0x1b, dst(B32, EXEC, PC),  src(LABEL, EXEC),  new Effect.Flow(Effect.Flow.Kind.SUBVECTOR_BEGIN)),
            inst("s_subvector_loop_end",   0x1c, dst(B32, EXEC, PC),  src(LABEL, EXEC),  new Effect.Flow(Effect.Flow.Kind.SUBVECTOR_END),
                    Instruction.Trait.READS_DESTINATION));

    private Sopk() {
    }

    static <V> void move(Sem<V> s) { s.out(s.in(0)); }
    static <V> void moveIf(Sem<V> s) { s.out(s.select(s.scc(), s.in(0), s.old())); }

    /** SCC is the signed overflow. */
    static <V> void add(Sem<V> s) {
        V sum = s.add(s.old(), s.in(0));
        s.scc(s.slt(s.and(s.xor(s.old(), sum), s.xor(s.in(0), sum)), s.word(0)));
        s.out(sum);
    }

    static <V> void mul(Sem<V> s) { s.out(s.mul(s.old(), s.in(0))); }
}
