package org.lierne.recompiler.core.pixel;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/** Where in the pixel its position is taken (rule C-041). */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.pixel.position", needs = Invariant.SSA, after = "pass.opt.constant-folding", before = "wave.one-lane",
        appliesTo = ShaderStage.PIXEL)
@Compat(rules = "C-041")
public final class Positions implements TranslationPass {
    private static final int CENTER = 0;
    private static final int SAMPLE = 2;
    private static final int RESERVED = 3;

    @Override
    public boolean run(IrModule module, PassContext context) {
        StageState.Pixel pixel = (StageState.Pixel) context.program().state().details();
        return InputRewrite.run(module, (input, out) -> position(input, out, pixel, context));
    }

    private static @Nullable Value position(Input input, InputRewrite out, StageState.Pixel pixel, PassContext context) {
        if (input.input() != StageInput.POSITION_X && input.input() != StageInput.POSITION_Y) {
            return null;
        }
        boolean isX = input.input() == StageInput.POSITION_X;
        StageState.PixelDraw draw = pixel.draw();
        if (draw.positionLocation() == RESERVED) {
            throw context.refuse(input.pc(), "SPI_BARYC_CNTL.POS_FLOAT_LOCATION is 3, which is reserved");
        }
        Value coordinate = out.real(isX ? StageInput.FRAGMENT_X : StageInput.FRAGMENT_Y);
        if (draw.positionAtCorner()) {
            return out.bits(out.op(AluOp.FFLOOR, ScalarType.F32, coordinate));
        }
        boolean movedByHost = draw.perSample();
        Value center = movedByHost ? out.op(AluOp.FADD, ScalarType.F32, out.op(AluOp.FFLOOR, ScalarType.F32, coordinate),
                InputRewrite.real(0.5f)) : coordinate;
        return out.bits(switch (draw.positionLocation()) {
            case CENTER -> center;
            case SAMPLE -> out.op(AluOp.FADD, ScalarType.F32, center, offset(out, pixel, isX));
            // The centroid is where the host has it.
            default -> coordinate;
        });
    }

    /** The distance of the iterated sample, or of the first one, from the pixel's centre. */
    static Value offset(InputRewrite out, StageState.Pixel pixel, boolean isX) {
        SampleLocations locations = SampleLocations.of(pixel);
        if (!pixel.draw().perSample()) {
            return select(out, locations, 0, isX);
        }
        Value sample = out.input(StageInput.SAMPLE_ID);
        Value found = select(out, locations, 0, isX);
        for (int i = 1; i < pixel.samples(); i++) {
            found = out.op(AluOp.SELECT, ScalarType.F32, out.op(AluOp.IEQ, ScalarType.B1, sample, Const.i32(i)),
                    select(out, locations, i, isX), found);
        }
        return found;
    }

    /** A sample's distance in this pixel of the quad. */
    private static Value select(InputRewrite out, SampleLocations locations, int sample, boolean isX) {
        if (locations.isSameInQuad(sample)) {
            return InputRewrite.real(locations.offset(0, sample, isX));
        }
        Value odd = odd(out, StageInput.FRAGMENT_X);
        Value upper = row(out, locations, sample, isX, 0, odd);
        Value lower = row(out, locations, sample, isX, 2, odd);
        return out.op(AluOp.SELECT, ScalarType.F32, odd(out, StageInput.FRAGMENT_Y), lower, upper);
    }

    private static Value row(InputRewrite out, SampleLocations locations, int sample, boolean isX, int first, Value odd) {
        return out.op(AluOp.SELECT, ScalarType.F32, odd, InputRewrite.real(locations.offset(first + 1, sample, isX)),
                InputRewrite.real(locations.offset(first, sample, isX)));
    }

    private static Value odd(InputRewrite out, StageInput coordinate) {
        Value whole = out.word(AluOp.F_TO_U, out.real(coordinate));
        return out.op(AluOp.INE, ScalarType.B1, out.word(AluOp.AND, whole, Const.i32(1)), Const.i32(0));
    }
}
