package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.osgi.service.component.annotations.Component;

/**
 * Quad permutations of the pixel stage that also fetch from masked lanes read what those lanes would have computed, as helper lanes of the
 * host do, and not what their registers kept from before they were masked out. Assumed: stage.pixel.helper-lanes.
 *
 * <p>The arithmetic behind the permuted value is repeated without the selections by the permutation's own mask.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.pixel.helper-lanes", needs = Invariant.SSA, after = "pass.opt.constant-folding", before = "wave.one-lane",
        appliesTo = ShaderStage.PIXEL)
@Compat(rules = {}, off = Compat.Off.PLAIN)
public final class HelperLanes implements TranslationPass {
    private static final int QUAD_CONTROLS = 0x100;
    private static final int CONTROL_MASK = 0x1ff;
    private static final int FETCH_INACTIVE = 1 << 10;

    @Override
    public boolean run(IrModule module, PassContext context) {
        Map<Ssa, Inst> definitions = Cleanup.definitions(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            List<Inst> rewritten = new ArrayList<>();
            for (Inst inst : block.instructions()) {
                if (inst instanceof Wave wave && readsQuad(wave) && !(wave.operands().get(2) instanceof Const)) {
                    Unmasking unmasking = new Unmasking(module, definitions, wave.operands().get(2), rewritten);
                    Value value = unmasking.of(wave.operands().getFirst());
                    if (!value.equals(wave.operands().getFirst())) {
                        context.acted(wave.pc(), "reads what masked lanes of the quad would have computed");
                        rewritten.add(wave.withOperands(List.of(value, wave.operands().get(1), wave.operands().get(2))));
                        changed = true;
                        continue;
                    }
                }
                rewritten.add(inst);
            }
            block.setInstructions(rewritten);
        }
        return changed;
    }

    private static boolean readsQuad(Wave wave) {
        return wave.op() == WaveOp.DPP16 && (wave.immediate() & CONTROL_MASK) < QUAD_CONTROLS && (wave.immediate() & FETCH_INACTIVE) != 0;
    }

    /** Repeats arithmetic without the selections by one mask. */
    private static final class Unmasking {
        private final IrModule module;
        private final Map<Ssa, Inst> definitions;
        private final Value mask;
        private final List<Inst> added;
        private final Map<Ssa, Value> done = new HashMap<>();

        Unmasking(IrModule module, Map<Ssa, Inst> definitions, Value mask, List<Inst> added) {
            this.module = module;
            this.definitions = definitions;
            this.mask = mask;
            this.added = added;
        }

        Value of(Value value) {
            if (!(value instanceof Ssa ssa) || !(definitions.get(ssa) instanceof Alu alu)) {
                return value;
            }
            Value known = done.get(ssa);
            if (known == null) {
                known = alu.op() == AluOp.SELECT && alu.operand(0).equals(mask) ? of(alu.operand(1)) : repeated(alu);
                done.put(ssa, known);
            }
            return known;
        }

        private Value repeated(Alu alu) {
            List<Value> operands = alu.operands().stream().map(this::of).toList();
            if (operands.equals(alu.operands())) {
                return alu.result();
            }
            Ssa result = module.fresh(alu.result().type());
            added.add(new Alu(result, alu.op(), operands, alu.pc()));
            return result;
        }
    }
}
