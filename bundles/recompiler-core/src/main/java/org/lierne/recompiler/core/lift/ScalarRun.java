package org.lierne.recompiler.core.lift;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.flow.JumpAddress;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.ShaderProgram;

/**
 * What scalar arithmetic makes of constants in a run of instructions: the run is lifted into a module of its own, where everything is
 * folded that can be. Whatever comes from memory, from vector registers or from before the run stays unknown.
 */
final class ScalarRun implements JumpAddress {
    private final ShaderProgram program;

    ScalarRun(ShaderProgram program) {
        this.program = program;
    }

    @Override
    public @Nullable Long after(List<Decoded> run, int sgpr) {
        Lift lift = Lift.scratch(program);
        Registers registers = lift.registers();
        for (int i = 0; i < Registers.EXEC + 2; i++) {
            registers.setWord(i, lift.emit().fresh(ScalarType.I32));
        }
        registers.setScc(lift.emit().fresh(ScalarType.B1));
        for (Decoded inst : run) {
            if (isScalar(inst)) {
                lift.step(inst);
            } else {
                forget(lift, inst);
            }
        }
        Value low = registers.word(sgpr);
        Value high = registers.word(sgpr + 1);
        return low instanceof Const a && high instanceof Const b ? a.bits() & 0xffffffffL | b.bits() << 32 : null;
    }

    private static boolean isScalar(Decoded inst) {
        return switch (inst.row().encoding()) {
            case SOP1, SOP2, SOPC, SOPK -> inst.row().effect() instanceof Effect.Alu
                    || inst.row().effect() instanceof Effect.Flow flow && flow.kind() == Effect.Flow.Kind.GETPC;
            case SOPP, SMEM, VOP1, VOP2, VOP3, VOP3P, VOPC, VINTRP, DS, FLAT, MUBUF, MTBUF, MIMG, EXP -> false;
        };
    }

    private static void forget(Lift lift, Decoded inst) {
        for (Operand operand : inst.destinations()) {
            if (operand instanceof Operand.Sgpr sgpr) {
                for (int i = 0; i < sgpr.type().dwords(inst.waveSize()); i++) {
                    lift.registers().setWord(sgpr.index() + i, lift.emit().fresh(ScalarType.I32));
                }
            }
        }
    }
}
