package org.lierne.recompiler.core.tessellation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/** The number of a patch in its threadgroup, where a program uses it as data (rule C-013). */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.tessellation.patch-index", needs = Invariant.SSA, after = "stage.tessellation", before = "wave.one-lane",
        appliesTo = {ShaderStage.HULL, ShaderStage.EVALUATION})
@Compat(rules = "C-013", off = Compat.Off.REFUSE)
public final class PatchIndex implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        Set<Value> used = new HashSet<>();
        for (IrBlock block : module.blocks()) {
            block.instructions().forEach(inst -> used.addAll(inst.operands()));
            if (block.terminator().condition() != null) {
                used.add(block.terminator().condition());
            }
        }
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            List<Inst> rewritten = new ArrayList<>();
            for (Inst inst : block.instructions()) {
                if (inst instanceof Input input && input.input() == StageInput.RELATIVE_PATCH && used.contains(input.result())) {
                    new Index(module, context, rewritten).define(input.result());
                    context.acted(input.pc(), "takes its patch's number in the threadgroup as data");
                    changed = true;
                } else {
                    rewritten.add(inst);
                }
            }
            block.setInstructions(rewritten);
        }
        return changed;
    }

    private record Index(IrModule module, PassContext context, List<Inst> out) {
        private void define(Ssa result) {
            StageState.Tessellation fixed = switch (context.program().state().details()) {
                case StageState.Hull hull -> hull.tessellation();
                case StageState.Evaluation evaluation -> evaluation.tessellation();
                default -> throw new IllegalStateException("no stage of tessellation");
            };
            if (fixed.patches() == 0) {
                throw context.refuse(Pc.NONE, "takes its patch's number in the threadgroup as data, and the draw's patches are not known");
            }
            Value index = input(StageInput.PRIMITIVE_ID);
            if (fixed.instancesShare()) {
                index = alu(AluOp.IADD, index, instanceTerm());
            }
            if (fixed.groupSize() != 0) {
                index = alu(AluOp.UMOD, index, Const.i32(fixed.groupSize()));
            }
            out.add(new Alu(result, AluOp.UMOD, List.of(index, Const.i32(fixed.patches())), Pc.NONE));
        }

        /** The patches of the instances before. */
        private Value instanceTerm() {
            if (context.program().stage() == ShaderStage.EVALUATION) {
                throw context.refuse(Pc.NONE, "instances share threadgroups, and an evaluation program does not know its instance");
            }
            if (!context.host().has(HostFeature.DRAW_PARAMETERS)) {
                throw context.refuse(Pc.NONE, "instances share threadgroups, and the device lacks shaderDrawParameters");
            }
            return alu(AluOp.IMUL, input(StageInput.INSTANCE_INDEX), input(StageInput.PATCHES_PER_INSTANCE));
        }

        private Value input(StageInput input) {
            Ssa result = module.fresh(ScalarType.I32);
            out.add(new Input(result, input, Pc.NONE));
            return result;
        }

        private Value alu(AluOp op, Value a, Value b) {
            Ssa result = module.fresh(ScalarType.I32);
            out.add(new Alu(result, op, List.of(a, b), Pc.NONE));
            return result;
        }
    }
}
