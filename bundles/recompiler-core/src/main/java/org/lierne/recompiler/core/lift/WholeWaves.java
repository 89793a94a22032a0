package org.lierne.recompiler.core.lift;

import java.util.List;
import org.lierne.recompiler.core.flow.ControlFlow;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.StageState;

/**
 * Programs that turn on every lane of their waves, as compilers do to reduce over a wave, of workgroups that do not fill their last wave:
 * the lanes past the last thread are switched off at the start, but there, and other lanes read what they compute.
 */
final class WholeWaves {
    private WholeWaves() {}

    static boolean haveLanesWithoutThreads(ShaderProgram program, ControlFlow flow) {
        return program.state().details() instanceof StageState.Compute group && group.threads() % program.waveSize() != 0
                && flow.blocks().stream().flatMap(block -> block.instructions().stream()).anyMatch(WholeWaves::turnsAllOn);
    }

    private static boolean turnsAllOn(Decoded inst) {
        return (MaskRows.writesExec(inst) || isExec(inst.destinations()))
                && inst.sources().stream().anyMatch(each -> each instanceof Operand.Constant constant && MaskKinds.isOnes(constant));
    }

    private static boolean isExec(List<Operand> destinations) {
        return destinations.stream().anyMatch(each -> each instanceof Operand.Sgpr register && register.index() == Operand.Sgpr.EXEC_LO);
    }
}
