package org.lierne.recompiler.core.pixel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/**
 * The packed word of sample, layer and class of primitive (rule A-006). Reading the sample would make the host shade each sample, and
 * reading a layer that nothing wrote is undefined, so both are read only where the draw iterates samples and exports layers.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.pixel.ancillary", needs = Invariant.SSA, after = "pass.opt.constant-folding", before = "wave.one-lane",
        appliesTo = ShaderStage.PIXEL)
@Compat(rules = "A-006")
public final class Ancillary implements TranslationPass {
    private static final int SAMPLE_START = 8;
    private static final int SAMPLE_END = 12;
    private static final int LAYER_START = 16;
    private static final int LAYER_END = 29;

    @Override
    public boolean run(IrModule module, PassContext context) {
        StageState.PixelDraw draw = ((StageState.Pixel) context.program().state().details()).draw();
        Map<Ssa, List<Inst>> users = users(module);
        boolean changed = InputRewrite.run(module, (input, out) -> {
            if (input.input() != StageInput.ANCILLARY) {
                return null;
            }
            Value word = Const.i32(0);
            if (draw.perSample()) {
                Value sample = out.word(AluOp.AND, out.input(StageInput.SAMPLE_ID), Const.i32(15));
                word = out.word(AluOp.SHL, sample, Const.i32(SAMPLE_START));
            }
            if (draw.layerExported()) {
                Value layer = out.word(AluOp.AND, out.input(StageInput.LAYER), Const.i32((1 << LAYER_END - LAYER_START) - 1));
                word = out.word(AluOp.OR, word, out.word(AluOp.SHL, layer, Const.i32(LAYER_START)));
            }
            if (readsFieldsAlone(input.result(), users)) {
                return word;
            }
            context.acted(input.pc(), "reads the whole ancillary word, of which rates and eye are zero");
            return out.word(AluOp.OR, word, out.input(StageInput.PRIMITIVE_CLASS));
        });
        if (changed) {
            Cleanup.fold(module);
            Cleanup.removeDead(module);
        }
        return changed;
    }

    private static Map<Ssa, List<Inst>> users(IrModule module) {
        Map<Ssa, List<Inst>> users = new HashMap<>();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                for (Value operand : inst.operands()) {
                    if (operand instanceof Ssa ssa) {
                        users.computeIfAbsent(ssa, _ -> new ArrayList<>()).add(inst);
                    }
                }
            }
        }
        return users;
    }

    /** Whether the word and its copies go into extracts of bits of one of the two fields, and nowhere else. */
    private static boolean readsFieldsAlone(Ssa word, Map<Ssa, List<Inst>> users) {
        Deque<Ssa> open = new ArrayDeque<>(List.of(word));
        Set<Ssa> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            Ssa at = open.remove();
            for (Inst user : users.getOrDefault(at, List.of())) {
                boolean copies = user instanceof Phi || user instanceof Alu alu && alu.op() == AluOp.SELECT && !alu.operand(0).equals(at);
                Ssa result = user.result();
                if (copies && result != null) {
                    if (seen.add(result)) {
                        open.add(result);
                    }
                } else if (!isFieldExtract(user)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isFieldExtract(Inst user) {
        if (!(user instanceof Alu alu)) {
            return false;
        }
        long bits = switch (alu.op()) {
            case UBFE -> alu.operand(1) instanceof Const start && alu.operand(2) instanceof Const width
                    ? (1L << width.bits()) - 1 << start.bits() : -1;
            case AND -> alu.operand(1) instanceof Const mask ? mask.bits() & 0xffffffffL
                    : alu.operand(0) instanceof Const mask ? mask.bits() & 0xffffffffL : -1;
            default -> -1;
        };
        return bits >= 0 && (isInside(bits, SAMPLE_START, SAMPLE_END) || isInside(bits, LAYER_START, LAYER_END));
    }

    private static boolean isInside(long bits, int start, int end) {
        return (bits & ~((1L << end) - (1L << start))) == 0;
    }
}
