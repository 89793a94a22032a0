package org.lierne.recompiler.core.spirv;

import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/**
 * A workgroup as the host runs it.
 *
 * @param guest      the guest's
 * @param fillsWaves whether the lanes that the last wave has no threads for have invocations too, since the module asks which lanes exist
 * @param waveSize   lanes of a guest wave
 */
public record Workgroups(StageState.Compute guest, boolean fillsWaves, int waveSize) {
    public static Workgroups of(IrModule module, StageState.Compute guest) {
        boolean asks = module.blocks().stream().flatMap(block -> block.instructions().stream())
                .anyMatch(inst -> inst instanceof Input input && input.input() == StageInput.LANE_EXISTS);
        return new Workgroups(guest, asks, module.waveSize());
    }

    public int waves() {
        return (guest.threads() + waveSize - 1) / waveSize;
    }

    /** How many invocations the host runs. */
    public int invocations() {
        return fillsWaves ? waves() * waveSize : guest.threads();
    }
}
