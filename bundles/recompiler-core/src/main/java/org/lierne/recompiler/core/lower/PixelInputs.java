package org.lierne.recompiler.core.lower;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.AttributeLoad.Mode;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Interp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.osgi.service.component.annotations.Component;

/** Two-step interpolation with the launch state's own weights becomes an input that the host interpolates. */
@Component(service = TranslationPass.class)
@PassSpec(id = "recompiler.interpolation", needs = Invariant.SSA, gives = Invariant.INTERPOLATION_RESOLVED,
        after = "pass.opt.constant-folding", before = "wave.one-lane", appliesTo = ShaderStage.PIXEL)
public final class PixelInputs implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        settlePrimitiveMask(module);
        shortenSelects(module);
        Map<Ssa, Inst> definitions = Cleanup.definitions(module);
        AffineWeights affine = new AffineWeights(module, definitions);
        CornerWeights corners = CornerWeights.of(module, context);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Interp interp) {
                    AttributeLoad load = whole(interp, definitions, affine, corners != null, context);
                    if (load != null) {
                        at.set(load);
                    }
                }
            }
        }
        affine.finish();
        Cleanup.removeDead(module);
        while (forgetMasked(module)) {
            Cleanup.removeDead(module);
        }
        expand(module, corners, context);
        return true;
    }

    /** What the host does not interpolate is computed. */
    private static void expand(IrModule module, @Nullable CornerWeights corners, PassContext context) {
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Interp interp) {
                    if (corners == null) {
                        throw context.refuse(interp.pc(), "an interpolation step stands alone; only both steps together are translated");
                    }
                    corners.expand(interp, at);
                }
            }
        }
    }

    /**
     * The input a last step amounts to; null for a first step, which goes when nobody reads it, and for one that the host does not interpolate.
     *
     * @param hasCorners whether such a one can be computed
     */
    private static @Nullable AttributeLoad whole(Interp interp, Map<Ssa, Inst> definitions, AffineWeights affine, boolean hasCorners,
            PassContext context) {
        return switch (interp.op()) {
            case P1_F32, P1LL_F16, P1LV_F16 -> null;
            case P2_F16 -> {
                if (!hasCorners) {
                    throw context.refuse(interp.pc(), "a 16-bit attribute is interpolated, and the device has no geometry stage");
                }
                yield null;
            }
            case P2_F32 -> {
                Mode mode = null;
                if (first(interp.partial(), definitions) instanceof Interp first && first.attribute() == interp.attribute() && first.channel() == interp.channel()) {
                    mode = mode(affine.weight(first.weight()), affine.weight(interp.weight()), definitions);
                }
                if (mode == null && first(interp.partial(), definitions) instanceof Interp first
                        && first.attribute() == interp.attribute() && first.channel() == interp.channel()
                        && affine.interpolate(interp, first.weight(), interp.weight())) {
                    yield null;
                }
                if (mode == null && hasCorners) {
                    yield null;
                }
                if (mode == null) {
                    throw context.refuse(interp.pc(), "the weights are not those that the stage was started with, nor a point between such");
                }
                yield new AttributeLoad(interp.result(), interp.attribute(), interp.channel(), mode, false, interp.high(),
                        interp.pc());
            }
            case MOV_P0 -> new AttributeLoad(interp.result(), interp.attribute(), interp.channel(), Mode.FLAT, false, false,
                    interp.pc());
            case MOV_P10, MOV_P20 -> {
                if (hasCorners) {
                    yield null;
                }
                throw context.refuse(interp.pc(), "reads the slope of an attribute, which the host does not give");
            }
        };
    }

    /**
     * The primitive mask names the new primitives and, in its sign, whether a whole wave is covered, so that centroid weights may be taken
     * from the centre. The host interpolates by itself: no new primitives, never covered.
     */
    private static void settlePrimitiveMask(IrModule module) {
        Map<Ssa, Value> masks = new HashMap<>();
        for (Inst inst : module.entry().instructions()) {
            if (inst instanceof Input input && input.input() == StageInput.PRIM_MASK) {
                masks.put(input.result(), Const.i32(0));
            }
        }
        module.replace(masks);
        Cleanup.fold(module);
    }

    /** The first step behind a partial result: under a mask both steps write under the same one, so what it kept does not count. */
    private static @Nullable Interp first(@Nullable Value partial, Map<Ssa, Inst> definitions) {
        Value at = partial;
        while (at instanceof Ssa ssa) {
            Inst definition = definitions.get(ssa);
            if (definition instanceof Interp interp) {
                return interp;
            }
            at = definition instanceof Alu alu && alu.op() == AluOp.SELECT ? alu.operand(1) : null;
        }
        return null;
    }

    /** A selection whose other value is a selection by the same condition takes that one's other value. */
    private static void shortenSelects(IrModule module) {
        Map<Ssa, Inst> definitions = Cleanup.definitions(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Alu outer && outer.op() == AluOp.SELECT && outer.operand(2) instanceof Ssa other
                        && definitions.get(other) instanceof Alu inner && inner.op() == AluOp.SELECT
                        && inner.operand(0).equals(outer.operand(0))) {
                    Alu shorter = outer.withOperands(List.of(outer.operand(0), outer.operand(1), inner.operand(2)));
                    at.set(shorter);
                    definitions.put(shorter.result(), shorter);
                }
            }
        }
    }

    /**
     * Weights and first steps that are left in a register only for lanes that are masked out: they go into selections and phis and
     * nowhere else, and no lane that runs looks at them. There they stand for nothing in particular.
     */
    private static boolean forgetMasked(IrModule module) {
        Map<Ssa, Inst> definitions = Cleanup.definitions(module);
        Map<Ssa, Value> forgotten = new HashMap<>();
        Set<Ssa> needed = new HashSet<>();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                boolean merges = inst instanceof Phi || inst instanceof Alu alu && alu.op() == AluOp.SELECT;
                for (Value operand : inst.operands()) {
                    if (operand instanceof Ssa ssa && isToken(definitions.get(ssa))) {
                        if (merges) {
                            forgotten.put(ssa, new Undef(ssa.type()));
                        } else {
                            needed.add(ssa);
                        }
                    }
                }
            }
        }
        forgotten.keySet().removeAll(needed);
        module.replace(forgotten);
        return !forgotten.isEmpty();
    }

    private static boolean isToken(@Nullable Inst definition) {
        return definition instanceof Interp interp && (interp.op() == Interp.Op.P1_F32 || interp.op() == Interp.Op.P1LL_F16
                || interp.op() == Interp.Op.P1LV_F16) || definition instanceof Input input && isWeight(input.input());
    }

    static boolean isWeight(StageInput input) {
        return input.compareTo(StageInput.PERSP_SAMPLE_I) >= 0 && input.compareTo(StageInput.LINEAR_CENTROID_J) <= 0;
    }

    private static @Nullable Mode mode(@Nullable Value i, @Nullable Value j, Map<Ssa, Inst> definitions) {
        StageInput first = input(i, definitions);
        StageInput second = input(j, definitions);
        return first == null || second == null ? null : mode(first, second);
    }

    /** How the host interpolates with a pair of weights; null where the two are no pair. */
    static @Nullable Mode mode(StageInput first, StageInput second) {
        return switch (first) {
            case PERSP_SAMPLE_I -> second == StageInput.PERSP_SAMPLE_J ? Mode.PERSP_SAMPLE : null;
            case PERSP_CENTER_I -> second == StageInput.PERSP_CENTER_J ? Mode.PERSP_CENTER : null;
            case PERSP_CENTROID_I -> second == StageInput.PERSP_CENTROID_J ? Mode.PERSP_CENTROID : null;
            case LINEAR_SAMPLE_I -> second == StageInput.LINEAR_SAMPLE_J ? Mode.LINEAR_SAMPLE : null;
            case LINEAR_CENTER_I -> second == StageInput.LINEAR_CENTER_J ? Mode.LINEAR_CENTER : null;
            case LINEAR_CENTROID_I -> second == StageInput.LINEAR_CENTROID_J ? Mode.LINEAR_CENTROID : null;
            default -> null;
        };
    }

    private static @Nullable StageInput input(@Nullable Value value, Map<Ssa, Inst> definitions) {
        return value instanceof Ssa ssa && definitions.get(ssa) instanceof Input input ? input.input() : null;
    }
}
