package org.lierne.recompiler.isa;

import static org.lierne.recompiler.isa.DataType.*;
import static org.lierne.recompiler.isa.Implicit.*;
import static org.lierne.recompiler.isa.InstructionTable.*;

/** SOPP: program control. Documented: RDNA 2 ISA, "SOPP". */
final class Sopp {
    private static final OperandSpec HEX = place(U32, Place.SIMM16);
    private static final OperandSpec SMALL = place(U32, Place.SIMM16_SMALL);
    private static final OperandSpec LABEL = place(I32, Place.LABEL);
    private static final OperandSpec MESSAGE = place(U32, Place.MESSAGE);
    private static final Effect WAIT = new Effect.Hint(Effect.Hint.Kind.WAIT_STATE, "memory is in order here: nothing to wait for");
    private static final Effect COUNTERS = new Effect.Hint(Effect.Hint.Kind.COUNTER, "performance counters and traces are not part of a program's result");

    static final InstructionTable TABLE = InstructionTable.table(Encoding.SOPP,
            inst("s_nop",                      0x00, dst(),           src(place(U32, Place.SIMM16_DECIMAL)),         new Effect.Hint(Effect.Hint.Kind.WAIT_STATE, "every result is there when it is read")),
            inst("s_endpgm",                   0x01, dst(),           src(place(U32, Place.SIMM16_OPTIONAL)), flow(Effect.Flow.Kind.END)),
            inst("s_branch",                   0x02, dst(PC),         src(LABEL),           branch(Effect.Branch.Condition.ALWAYS)),
            inst("s_wakeup",                   0x03, dst(),           src(),                new Effect.Hint(Effect.Hint.Kind.SCHEDULING_HINT, "waves are not put to sleep")),
            inst("s_cbranch_scc0",             0x04, dst(PC),         src(LABEL, SCC),      branch(Effect.Branch.Condition.SCC0)),
            inst("s_cbranch_scc1",             0x05, dst(PC),         src(LABEL, SCC),      branch(Effect.Branch.Condition.SCC1)),
            inst("s_cbranch_vccz",             0x06, dst(PC),         src(LABEL, VCC),      branch(Effect.Branch.Condition.VCCZ)),
            inst("s_cbranch_vccnz",            0x07, dst(PC),         src(LABEL, VCC),      branch(Effect.Branch.Condition.VCCNZ)),
            inst("s_cbranch_execz",            0x08, dst(PC),         src(LABEL, EXEC),     branch(Effect.Branch.Condition.EXECZ)),
            inst("s_cbranch_execnz",           0x09, dst(PC),         src(LABEL, EXEC),     branch(Effect.Branch.Condition.EXECNZ)),
            inst("s_barrier",                  0x0a, dst(),           src(),                flow(Effect.Flow.Kind.BARRIER)),
            inst("s_setkill",                  0x0b, dst(),           src(SMALL),           flow(Effect.Flow.Kind.SET_KILL), Instruction.Trait.MEASURED, Instruction.Trait.ASSUMED),
            inst("s_waitcnt",                  0x0c, dst(),           src(place(U32, Place.WAITCNT)), WAIT),
            inst("s_sethalt",                  0x0d, dst(),           src(SMALL),           flow(Effect.Flow.Kind.SET_HALT)),
            inst("s_sleep",                    0x0e, dst(),           src(SMALL),           new Effect.Hint(Effect.Hint.Kind.SCHEDULING_HINT, "a pause changes no result")),
            inst("s_setprio",                  0x0f, dst(),           src(SMALL),           new Effect.Hint(Effect.Hint.Kind.SCHEDULING_HINT, "priority changes no result")),
            inst("s_sendmsg",                  0x10, dst(),           src(MESSAGE, M0),     flow(Effect.Flow.Kind.MESSAGE)),
            inst("s_sendmsghalt",              0x11, dst(),           src(MESSAGE, M0),     flow(Effect.Flow.Kind.MESSAGE)),
            inst("s_trap",                     0x12, dst(PC),         src(SMALL),           flow(Effect.Flow.Kind.TRAP)),
            inst("s_icache_inv",               0x13, dst(),           src(),                new Effect.Hint(Effect.Hint.Kind.SCHEDULING_HINT, "instructions are not cached here")),
            inst("s_incperflevel",             0x14, dst(),           src(SMALL),           COUNTERS),
            inst("s_decperflevel",             0x15, dst(),           src(SMALL),           COUNTERS),
            inst("s_ttracedata",               0x16, dst(),           src(M0),              COUNTERS),
            inst("s_cbranch_cdbgsys",          0x17, dst(PC),         src(LABEL),           branch(Effect.Branch.Condition.DEBUG)),
            inst("s_cbranch_cdbguser",         0x18, dst(PC),         src(LABEL),           branch(Effect.Branch.Condition.DEBUG)),
            inst("s_cbranch_cdbgsys_or_user",  0x19, dst(PC),         src(LABEL),           branch(Effect.Branch.Condition.DEBUG)),
            inst("s_cbranch_cdbgsys_and_user", 0x1a, dst(PC),         src(LABEL),           branch(Effect.Branch.Condition.DEBUG)),
            inst("s_endpgm_saved",             0x1b, dst(),           src(),                flow(Effect.Flow.Kind.END)),
            inst("s_endpgm_ordered_ps_done",   0x1e, dst(),           src(),                flow(Effect.Flow.Kind.END)),
            inst("s_code_end",                 0x1f, dst(),           src(),                flow(Effect.Flow.Kind.ILLEGAL)),
            inst("s_inst_prefetch",            0x20, dst(),           src(HEX),             new Effect.Hint(Effect.Hint.Kind.SCHEDULING_HINT, "instructions are not prefetched here")),
            inst("s_clause",                   0x21, dst(),           src(HEX),             new Effect.Hint(Effect.Hint.Kind.SCHEDULING_HINT, "grouping of memory instructions is scheduling")),
            inst("s_wait_idle",                0x22, dst(),           src(),                WAIT),
            inst("s_waitcnt_depctr",           0x23, dst(),           src(place(U32, Place.DEPCTR)), new Effect.Hint(Effect.Hint.Kind.HAZARD, "every result is there when it is read")),
            inst("s_round_mode",               0x24, dst(MODE),       src(HEX),             flow(Effect.Flow.Kind.ROUND_MODE)),
            inst("s_denorm_mode",              0x25, dst(MODE),       src(SMALL),           flow(Effect.Flow.Kind.DENORM_MODE)),
            inst("s_ttracedata_imm",           0x28, dst(),           src(HEX),             COUNTERS));

    private Sopp() {
    }

    private static Effect flow(Effect.Flow.Kind kind) {
        return new Effect.Flow(kind);
    }

    private static Effect branch(Effect.Branch.Condition condition) {
        return new Effect.Branch(condition);
    }
}
