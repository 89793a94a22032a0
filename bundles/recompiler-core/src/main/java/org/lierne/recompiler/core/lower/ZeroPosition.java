package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/** A vertex at clip position (0, 0, 0, 0) gets a clip distance of -1, any other one of 0 (rule C-039). */
@Component(service = TranslationPass.class)
@PassSpec(id = "quirk.raster.zero-clip-position", needs = Invariant.SSA, after = "pass.opt.constant-folding", before = "wave.one-lane",
        appliesTo = {ShaderStage.VERTEX, ShaderStage.EVALUATION})
@Compat(rules = "C-039", off = Compat.Off.PLAIN)
public final class ZeroPosition implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        StageState.Vertex exports = switch (context.program().state().details()) {
            case StageState.Vertex vertex -> vertex;
            case StageState.Evaluation evaluation -> evaluation.exports();
            default -> null;
        };
        if (exports == null || distances(module, exports) >= StageState.Vertex.MAX_DISTANCES) {
            return false;
        }
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            List<Inst> rewritten = new ArrayList<>();
            for (Inst inst : block.instructions()) {
                rewritten.add(inst);
                if (inst instanceof Export export && export.target() == Export.Target.POSITION && export.index() == 0
                        && !export.compressed()) {
                    if (!context.host().has(HostFeature.CLIP_DISTANCE)) {
                        throw context.refuse(export.pc(), "clips vertices at (0, 0, 0, 0), and the device lacks shaderClipDistance");
                    }
                    rewritten.add(distance(module, export, rewritten));
                    changed = true;
                }
            }
            block.setInstructions(rewritten);
        }
        return changed;
    }

    /**
     * The guest's own clip planes, and clip and cull distances; none of these where the program exports no vector but the position (rule
     *
     */
    private static int distances(IrModule module, StageState.Vertex exports) {
        boolean exportsMore = module.blocks().stream().flatMap(block -> block.instructions().stream()).anyMatch(inst ->
                inst instanceof Export export && export.target() == Export.Target.POSITION && export.index() > 0);
        return Integer.bitCount(exports.clipPlanes()) + (exportsMore ? Integer.bitCount(exports.vsOutControl() & 0xffff) : 0);
    }

    private static Export distance(IrModule module, Export position, List<Inst> out) {
        Value isZero = Const.TRUE;
        for (int i = 0; i < 4; i++) {
            // A component that is not exported is 0, the fourth is 1.
            boolean given = (position.enable() >>> i & 1) != 0;
            Value bits = given ? position.values().get(i) : Const.i32(i == 3 ? Float.floatToRawIntBits(1) : 0);
            Value magnitude = alu(module, out, AluOp.SHL, ScalarType.I32, position.pc(), bits, Const.i32(1));
            Value zero = alu(module, out, AluOp.IEQ, ScalarType.B1, position.pc(), magnitude, Const.i32(0));
            isZero = isZero.equals(Const.TRUE) ? zero : alu(module, out, AluOp.AND, ScalarType.B1, position.pc(), isZero, zero);
        }
        Value distance = alu(module, out, AluOp.SELECT, ScalarType.I32, position.pc(), isZero, Const.i32(Float.floatToRawIntBits(-1)),
                Const.i32(0));
        Undef none = new Undef(ScalarType.I32);
        return new Export(Export.Target.ORIGIN_DISTANCE, 0, 1, false, false, false, List.of(distance, none, none, none), position.guard(),
                position.pc());
    }

    private static Ssa alu(IrModule module, List<Inst> out, AluOp op, ScalarType type, Pc pc, Value... operands) {
        Ssa result = module.fresh(type);
        out.add(new Alu(result, op, List.of(operands), pc));
        return result;
    }
}
