package org.lierne.recompiler.core.pixel;

import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/** The front-face register: all bits or none, or a sign, as SPI_BARYC_CNTL says (rule A-007). */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.pixel.front-face", needs = Invariant.SSA, after = "pass.opt.constant-folding", before = "wave.one-lane",
        appliesTo = ShaderStage.PIXEL)
@Compat(rules = "A-007")
public final class FrontFace implements TranslationPass {
    private static final int ONE = Float.floatToRawIntBits(1);
    private static final int MINUS_ONE = Float.floatToRawIntBits(-1);

    @Override
    public boolean run(IrModule module, PassContext context) {
        boolean allBits = ((StageState.Pixel) context.program().state().details()).draw().frontFaceAllBits();
        return InputRewrite.run(module, (input, out) -> {
            if (input.input() != StageInput.FRONT_FACE) {
                return null;
            }
            return out.word(AluOp.SELECT, out.op(AluOp.INE, ScalarType.B1, out.input(StageInput.FRONT_FACING), Const.i32(0)),
                    Const.i32(allBits ? -1 : ONE), Const.i32(allBits ? 0 : MINUS_ONE));
        });
    }
}
