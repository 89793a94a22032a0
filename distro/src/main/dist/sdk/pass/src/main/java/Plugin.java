package @package@;

import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.osgi.service.component.annotations.Component;

/**
 * An example to be replaced: exchanges red and blue of every colour that a pixel program puts out, so that it is plain to see whether the
 * pass acts. Off unless a title or a run switches it on.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "@id@", needs = Invariant.SSA, appliesTo = ShaderStage.PIXEL, on = false, before = "pass.cf.structurizer")
@Compat(off = Compat.Off.PLAIN)
public final class @class@ implements TranslationPass {
    private static final Const LOW = Const.i32(0x0000ffff);
    private static final Const HIGH = Const.i32(0xffff0000);

    @Override
    public boolean run(IrModule module, PassContext context) {
        Expansion code = new Expansion(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Export export && export.target() == Export.Target.MRT) {
                    code.before(export);
                    code.replace(export.withOperands(exchanged(code, export)));
                    context.acted(export.pc(), "red and blue exchanged");
                    changed = true;
                }
            }
        }
        return changed;
    }

    /** The export's operands: four values, or two of two halves each when compressed, and maybe its guard. */
    private static java.util.List<Value> exchanged(Expansion code, Export export) {
        java.util.List<Value> operands = new java.util.ArrayList<>(export.operands());
        if (export.compressed()) {
            Value redGreen = operands.get(0);
            Value blueAlpha = operands.get(1);
            operands.set(0, code.or(code.and(redGreen, HIGH), code.and(blueAlpha, LOW)));
            operands.set(1, code.or(code.and(blueAlpha, HIGH), code.and(redGreen, LOW)));
        } else {
            operands.set(0, operands.set(2, operands.get(0)));
        }
        return operands;
    }
}
