package org.lierne.quirk.drivers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Merge;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/** Truths that go round a loop go as words: a compiler dies of one that comes from in front of the loop along both edges of its head. */
@Component(service = TranslationPass.class)
@PassSpec(id = LoopConditions.ID, needs = {Invariant.SSA, Invariant.STRUCTURED})
public final class LoopConditions implements TranslationPass {
    static final String ID = "quirk.driver.nvidia.loop-conditions";

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!DriverFaults.LOOP_CONDITIONS.acts(context.host().driver(), context.switches())) {
            return false;
        }
        boolean changed = false;
        for (IrBlock head : module.blocks()) {
            Optional<Phi> truth = head.merge() instanceof Merge.Loop ? head.phis().stream().filter(LoopConditions::isTruth).findFirst()
                    : Optional.empty();
            if (truth.isPresent()) {
                context.acted(truth.get().pc(), "truths of a loop are carried as words");
                carryWords(module, head);
                changed = true;
            }
        }
        return changed;
    }

    private static boolean isTruth(Phi phi) {
        return phi.result().type() == ScalarType.B1;
    }

    private static void carryWords(IrModule module, IrBlock head) {
        List<Inst> phis = new ArrayList<>();
        List<Inst> truths = new ArrayList<>();
        Map<Integer, List<Inst>> before = new HashMap<>();
        for (Phi phi : head.phis()) {
            if (!isTruth(phi)) {
                phis.add(phi);
                continue;
            }
            List<Phi.Incoming> words = new ArrayList<>();
            for (Phi.Incoming edge : phi.incoming()) {
                words.add(new Phi.Incoming(edge.block(), word(module, edge.value(), before.computeIfAbsent(edge.block(), _ -> new ArrayList<>()))));
            }
            Ssa carried = module.fresh(ScalarType.I32);
            phis.add(new Phi(carried, words, phi.pc()));
            truths.add(new Alu(phi.result(), AluOp.INE, List.of(carried, Const.i32(0)), phi.pc()));
        }
        List<Inst> rest = head.instructions().subList(head.phis().size(), head.instructions().size());
        List<Inst> all = new ArrayList<>(phis);
        all.addAll(truths);
        all.addAll(rest);
        head.setInstructions(all);
        before.forEach((block, added) -> {
            List<Inst> longer = new ArrayList<>(module.block(block).instructions());
            longer.addAll(added);
            module.block(block).setInstructions(longer);
        });
    }

    private static Value word(IrModule module, Value truth, List<Inst> added) {
        if (truth instanceof Const known) {
            return Const.i32(known.equals(Const.TRUE) ? 1 : 0);
        }
        Ssa word = module.fresh(ScalarType.I32);
        added.add(new Alu(word, AluOp.SELECT, List.of(truth, Const.i32(1), Const.i32(0)), Pc.NONE));
        return word;
    }
}
