package org.lierne.recompiler.core.spirv;

import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/** How many invocations the host runs for a workgroup. */
public final class Workgroups {
    private Workgroups() {}

    /** As many as the guest has threads; where the module asks which lanes exist, as many as fill the last wave. */
    public static int invocations(IrModule module, StageState.Compute group) {
        int wave = module.waveSize();
        return asksWhichLanesExist(module) ? (group.threads() + wave - 1) / wave * wave : group.threads();
    }

    static boolean asksWhichLanesExist(IrModule module) {
        return module.blocks().stream().flatMap(block -> block.instructions().stream())
                .anyMatch(inst -> inst instanceof Input input && input.input() == StageInput.LANE_EXISTS);
    }
}
