package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.recompiler.core.spirv.WaveLayout;
import org.lierne.recompiler.core.spirv.Workgroups;
import org.lierne.recompiler.ir.Barrier;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/**
 * A workgroup of one wave needs no barrier on the guest: its lanes access workgroup memory one instruction after the other. Spread over
 * several host subgroups they do not, so a barrier goes wherever an access could meet one of another lane that the guest had done before.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "wave.lockstep", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, before = "pass.cf.structurizer",
        appliesTo = ShaderStage.COMPUTE)
public final class Lockstep implements TranslationPass {
    private static final int READ = 1;
    private static final int WRITTEN = 2;

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!isNeeded(module, context)) {
            return false;
        }
        Map<Integer, Integer> arriving = new HashMap<>();
        for (boolean changed = true; changed; ) {
            changed = false;
            for (IrBlock block : module.blocks()) {
                int state = arriving.getOrDefault(block.id(), 0);
                for (Inst inst : block.instructions()) {
                    state = after(inst, state);
                }
                for (int target : block.terminator().targets()) {
                    int before = arriving.getOrDefault(target, 0);
                    if ((before | state) != before) {
                        arriving.put(target, before | state);
                        changed = true;
                    }
                }
            }
        }
        boolean added = false;
        for (IrBlock block : module.blocks()) {
            int state = arriving.getOrDefault(block.id(), 0);
            List<Inst> instructions = new ArrayList<>();
            for (Inst inst : block.instructions()) {
                if (inst instanceof LdsAccess access && meets(access, state)) {
                    instructions.add(new Barrier(true, access.pc()));
                    state = 0;
                    added = true;
                }
                instructions.add(inst);
                state = after(inst, state);
            }
            block.setInstructions(instructions);
        }
        return added;
    }

    /** Whether the workgroup is one wave, spread out, that reads and writes workgroup memory. */
    static boolean isNeeded(IrModule module, PassContext context) {
        if (!(context.program().state().details() instanceof StageState.Compute compute) || compute.threads() > module.waveSize()
                || Workgroups.of(module, compute).invocations() <= context.host().subgroupSize()
                || WaveLayout.of(context.program(), context.host()).kind() != WaveLayout.Kind.SPANNED) {
            return false;
        }
        int state = 0;
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof LdsAccess access) {
                    state |= access.op() == MemoryOp.LOAD ? READ : access.op() == MemoryOp.STORE ? WRITTEN : READ | WRITTEN;
                }
            }
        }
        return state == (READ | WRITTEN);
    }

    private static boolean meets(LdsAccess access, int state) {
        return access.op() == MemoryOp.LOAD ? (state & WRITTEN) != 0 : state != 0;
    }

    private static int after(Inst inst, int state) {
        return switch (inst) {
            case Barrier barrier when barrier.workgroup() -> 0;
            case LdsAccess access when meets(access, state) -> reached(access);
            case LdsAccess access -> state | reached(access);
            default -> state;
        };
    }

    private static int reached(LdsAccess access) {
        return access.op() == MemoryOp.LOAD ? READ : WRITTEN;
    }
}
