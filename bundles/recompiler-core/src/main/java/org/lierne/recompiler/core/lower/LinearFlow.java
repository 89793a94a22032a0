package org.lierne.recompiler.core.lower;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.spirv.WaveLayout;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/**
 * Lanes of a wave that is spread over several host subgroups exchange values where the whole workgroup waits. Where the waves of a workgroup
 * part, as on early exits or in loops that each runs as often as it likes, not all would come there: such programs are made linear
 * ({@link Linearization}), so that every wave comes along and what it has no part in is left out by flags.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "wave.linear-flow", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, before = "pass.cf.structurizer",
        after = {"wave.lockstep", "wave.shared-values"}, appliesTo = ShaderStage.COMPUTE)
public final class LinearFlow implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        if (WaveLayout.of(context.program(), context.host()).kind() != WaveLayout.Kind.SPANNED || loneExchange(module, context) == null) {
            return false;
        }
        Cleanup.removeUnreachable(module);
        List<FlowOrder.Part> order = Linearization.orderOf(module);
        if (order != null) {
            new Linearization(module, order).run();
            Cleanup.fold(module);
            Cleanup.removeDead(module);
            Cleanup.joinBlocks(module);
        }
        Inst left = loneExchange(module, context);
        if (left != null) {
            throw context.refuse(left.pc(), "lanes look at each other where not all of their workgroup come, in a loop with several entries,"
                    + " and a guest wave of " + module.waveSize() + " lanes is spread over host subgroups of "
                    + context.host().subgroupSize());
        }
        return true;
    }

    /** An exchange to which not all invocations of the workgroup come together; null when there is none. */
    private static @Nullable Inst loneExchange(IrModule module, PassContext context) {
        if (module.blocks().stream().noneMatch(block -> block.instructions().stream().anyMatch(Exchanges::isOne))) {
            return null;
        }
        StageState.Compute group = (StageState.Compute) context.program().state().details();
        Convergence together = new Convergence(module, LaneView.Uniformity.varying(module, group.threads() > module.waveSize()));
        for (IrBlock block : module.blocks()) {
            if (!together.isTogether(block)) {
                for (Inst inst : block.instructions()) {
                    if (Exchanges.isOne(inst)) {
                        return inst;
                    }
                }
            }
        }
        return null;
    }
}
