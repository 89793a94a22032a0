package org.lierne.recompiler.core.lower;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.AttributeLoad.Mode;
import org.lierne.recompiler.ir.Interp;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * Steps of interpolation as arithmetic on the weights and the attributes of a triangle's corners (rule B-015): P0 + I * (P1 - P0), then
 * + J * (P2 - P0), each sum rounded once. Attributes of 16 bits have differences of 16 bits (rule B-014).
 */
final class CornerWeights {
    private static final int KEPT = 3;

    private final IrModule module;
    private final PassContext context;

    private CornerWeights(IrModule module, PassContext context) {
        this.module = module;
        this.context = context;
    }

    /** Null where corners are not to be had. */
    static @Nullable CornerWeights of(IrModule module, PassContext context) {
        return (context.host().has(HostFeature.GEOMETRY) || context.host().has(HostFeature.BARYCENTRICS)) && StageModes.CORNERS.isOn(context) ? new CornerWeights(module, context) : null;
    }

    /** Puts the arithmetic in the place of a step, the one visited last. */
    void expand(Interp step, IrBlock.Editor at) {
        context.acted(StageModes.CORNERS, step.pc(), "a step of interpolation is computed from the corners");
        switch (step.op()) {
            case P1_F32 -> single(step, sum(slope(step, Mode.VERTEX_1, at), weight(step, at), single(step, Mode.VERTEX_0, at), step.pc(), at), at);
            case P2_F32 -> single(step, sum(slope(step, Mode.VERTEX_2, at), weight(step, at), partial(step, at), step.pc(), at), at);
            case MOV_P10 -> single(step, slope(step, Mode.VERTEX_1, at), at);
            case MOV_P20 -> single(step, slope(step, Mode.VERTEX_2, at), at);
            case MOV_P0 -> throw new IllegalStateException(step + " is a flat attribute");
            case P1LL_F16 -> {
                requireHalves(step);
                single(step, sum(halfSlope(step, Mode.VERTEX_1, at), weight(step, at), wide(half(step, Mode.VERTEX_0, at), step.pc(), at), step.pc(), at), at);
            }
            case P1LV_F16 -> {
                requireHalves(step);
                single(step, sum(halfSlope(step, Mode.VERTEX_1, at), weight(step, at), wide(toHalf(operand(step.partial()), step.pc(), at), step.pc(), at),
                        step.pc(), at), at);
            }
            case P2_F16 -> {
                requireHalves(step);
                Value sum = alu(ScalarType.F16, AluOp.FMIX_TO_HALF, step.pc(), at, halfSlope(step, Mode.VERTEX_2, at), weight(step, at),
                        partial(step, at));
                at.set(new Alu(step.result(), AluOp.ZERO_EXTEND, List.of(alu(ScalarType.I16, AluOp.BITCAST, step.pc(), at, sum)), step.pc()));
            }
        }
    }

    /** Rule B-014: fields of the mode that keep or flush everything, rounding to the nearest even. */
    private void requireHalves(Interp step) {
        FloatMode mode = module.floatMode();
        String objection = mode.round32() != 0 || mode.round16() != 0 ? "16-bit attributes are interpolated with directed rounding"
                : mode.denormals32() % KEPT != 0 || mode.denormals16() % KEPT != 0 ? "16-bit attributes are interpolated with half of the denormals"
                : StageModes.HALF_ATTRIBUTES.isOn(context) ? "" : "16-bit attributes are interpolated, and that is off";
        if (!objection.isEmpty()) {
            throw new TranslationRefused(context.program().stage(), context.program().id(), step.pc().byteOffset(), module.assemblyAt(step.pc()),
                    objection, StageModes.HALF_ATTRIBUTES.id());
        }
        context.acted(StageModes.HALF_ATTRIBUTES, step.pc(), "a 16-bit attribute is interpolated");
    }

    private void single(Interp step, Value value, IrBlock.Editor at) {
        at.set(new Alu(step.result(), AluOp.BITCAST, List.of(value), step.pc()));
    }

    private Value sum(Value slope, Value weight, Value addend, Pc pc, IrBlock.Editor at) {
        return alu(ScalarType.F32, AluOp.FMA, pc, at, slope, weight, addend);
    }

    private Value slope(Interp step, Mode corner, IrBlock.Editor at) {
        return alu(ScalarType.F32, AluOp.FSUB, step.pc(), at, single(step, corner, at), single(step, Mode.VERTEX_0, at));
    }

    private Value halfSlope(Interp step, Mode corner, IrBlock.Editor at) {
        return wide(alu(ScalarType.F16, AluOp.FSUB, step.pc(), at, half(step, corner, at), half(step, Mode.VERTEX_0, at)), step.pc(), at);
    }

    private Value wide(Value half, Pc pc, IrBlock.Editor at) {
        return alu(ScalarType.F32, AluOp.F_TO_F, pc, at, half);
    }

    private Value weight(Interp step, IrBlock.Editor at) {
        return real(operand(step.weight()), step.pc(), at);
    }

    private Value partial(Interp step, IrBlock.Editor at) {
        return real(operand(step.partial()), step.pc(), at);
    }

    private static Value operand(@Nullable Value value) {
        if (value == null) {
            throw new IllegalStateException("a step of interpolation lacks an operand");
        }
        return value;
    }

    private Value real(Value word, Pc pc, IrBlock.Editor at) {
        return alu(ScalarType.F32, AluOp.BITCAST, pc, at, word);
    }

    private Value single(Interp step, Mode corner, IrBlock.Editor at) {
        return real(load(step, corner, false, at), step.pc(), at);
    }

    private Value half(Interp step, Mode corner, IrBlock.Editor at) {
        return toHalf(load(step, corner, true, at), step.pc(), at);
    }

    private Value toHalf(Value word, Pc pc, IrBlock.Editor at) {
        return alu(ScalarType.F16, AluOp.BITCAST, pc, at, alu(ScalarType.I16, AluOp.TRUNCATE, pc, at, word));
    }

    private Value load(Interp step, Mode corner, boolean isHalf, IrBlock.Editor at) {
        Ssa word = module.fresh(ScalarType.I32);
        at.insertBefore(new AttributeLoad(word, step.attribute(), step.channel(), corner, isHalf, step.high(), step.pc()));
        return word;
    }

    private Value alu(ScalarType type, AluOp op, Pc pc, IrBlock.Editor at, Value... operands) {
        Ssa result = module.fresh(type);
        at.insertBefore(new Alu(result, op, List.of(operands), pc));
        return result;
    }
}
