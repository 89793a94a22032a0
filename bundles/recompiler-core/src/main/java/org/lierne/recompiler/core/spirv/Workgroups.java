package org.lierne.recompiler.core.spirv;

import java.util.function.Predicate;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/**
 * A workgroup as the host runs it.
 *
 * @param guest      the guest's
 * @param fillsWaves whether the lanes that the last wave has no threads for have invocations too, since the module asks which lanes exist
 * @param isRow      whether the host's has one dimension. Lanes are numbered by the local index, and hosts put neighbours of that
 *                   number into one subgroup for sure in a row alone: llvmpipe starts a subgroup anew at each y and z
 * @param waveSize   lanes of a guest wave
 */
public record Workgroups(StageState.Compute guest, boolean fillsWaves, boolean isRow, int waveSize) {
    public static Workgroups of(IrModule module, StageState.Compute guest) {
        boolean asks = has(module, inst -> inst instanceof Input input && input.input() == StageInput.LANE_EXISTS);
        return new Workgroups(guest, asks, asks || has(module, inst -> inst instanceof Wave || inst instanceof LdsAccess), module.waveSize());
    }

    private static boolean has(IrModule module, Predicate<Inst> kind) {
        return module.blocks().stream().flatMap(block -> block.instructions().stream()).anyMatch(kind);
    }

    public int waves() {
        return (guest.threads() + waveSize - 1) / waveSize;
    }

    /** How many invocations the host runs. */
    public int invocations() {
        return fillsWaves ? waves() * waveSize : guest.threads();
    }
}
